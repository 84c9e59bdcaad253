import { equal, match } from 'node:assert/strict'
import { freePort } from '../../support/free-port.ts'
import { decided, rawClient, startOAuthService } from '../../support/oauth-client.ts'
import { makeUser } from '../../support/users.ts'

const RUN_MS = 60_000

/**
 * Has the conformance suite of the Model Context Protocol sign in by OAuth; a person approves what it
 * asks for.
 *
 * @param command Of the suite
 */
export async function authorized(command: string): Promise<string> {
  await using service = startOAuthService()
  const { headers } = makeUser(service.services)
  const port = freePort()
  const client = await rawClient(service, [`http://127.0.0.1:${port}/callback`])
  const child = Bun.spawn(
    [
      ...[process.execPath, command, 'authorization', '--url', service.url],
      ...['--client-id', client.id, '--resource', `${service.url}/mcp`, '--port', String(port)],
    ],
    { stdio: ['ignore', 'pipe', 'inherit'], timeout: RUN_MS },
  )
  let text = ''
  let asked: string | undefined
  for await (const piece of child.stdout.pipeThrough(new TextDecoderStream())) {
    text += piece
    // Its own server listens from then on.
    const address = /^http\S+\/oauth\/authorize\?\S+$/m.exec(text)?.[0]
    if (asked !== undefined || address === undefined || !text.includes('Callback server started'))
      continue
    asked = address
    await fetch(await decided(address, headers))
  }
  equal(await child.exited, 0, text.slice(-2_000))
  match(text, /authorization-code-grant/)
  return /Total: .*/.exec(text)?.[0] ?? text.trimEnd().split('\n').slice(-4).join(', ')
}
