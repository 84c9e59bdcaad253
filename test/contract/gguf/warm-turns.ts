import { equal, ok } from 'node:assert/strict'
import { join } from 'node:path'
import { fakeEngine, saying } from '../../support/engines.ts'
import { freePort } from '../../support/free-port.ts'
import { tempFolder } from '../../support/process.ts'
import { createTestApp, localEngine } from '../../support/service.ts'
import { debianLlama } from './debian-llama.ts'
import { writeGguf } from './gguf-file.ts'
import { until } from './service.ts'

const TURNS = 10
/** Of each question; the model has a token for each character, and three for a space. */
const CHARACTERS = 800
const CONTEXT = 16_384

/**
 * The time to the first word of the tenth turn of a conversation, with two servers of one engine: from the
 * account of the turns before it, and from the other one, which a random choice asks half of the time.
 */
export async function warmTurnsCase(): Promise<string> {
  using folder = tempFolder()
  const model = join(folder.path, 'hand.gguf')
  writeGguf(model, 'Weights', { contextTokens: CONTEXT })
  await using first = await startServer(model)
  await using second = await startServer(model)
  const servers = [first, second].map(({ url }) => localEngine(`${url}/v1`, { models: ['hand'] }))
  let wanted: number | undefined
  const engine = fakeEngine('pool', saying(), {
    models: ['hand'],
    accounts: [{ id: '0' }, { id: '1' }],
    run(turn, account, signal) {
      const server = servers[wanted ?? Number(account.id)]
      const [own] = server?.accounts ?? []
      if (server === undefined || own === undefined) throw new Error('There are two servers')
      return server.run(turn, own, signal)
    },
  })
  await using service = createTestApp({ engines: [engine] })
  const messages: { role: string; content: string }[] = []
  const firstWordMs = async () => {
    const body = { model: 'pool/hand', stream: true, messages }
    const start = performance.now()
    const response = await service.asOwner('POST', '/v1/chat/completions', body)
    let ms = 0
    let text = ''
    for await (const bytes of response.body ?? []) {
      text += Buffer.from(bytes).toString()
      // The server says that it begins before it has read the prompt.
      if (ms === 0 && /"content":"\w/.test(text)) ms = Math.round(performance.now() - start)
    }
    equal(response.status, 200)
    return ms
  }
  let warmMs = 0
  for (let turn = 0; turn < TURNS; turn += 1) {
    if (turn > 0) messages.push({ role: 'assistant', content: 'Weights' })
    messages.push({ role: 'user', content: `${turn}-`.repeat(CHARACTERS).slice(0, CHARACTERS) })
    warmMs = await firstWordMs()
  }
  // The first account was asked first; the other server has seen no turn of it.
  wanted = 1
  const coldMs = await firstWordMs()
  ok(warmMs < coldMs / 2, `${warmMs} ms with a warm cache, ${coldMs} ms without`)
  const randomMs = Math.round((warmMs + coldMs) / 2)
  return `tenth turn of ${TURNS * CHARACTERS} tokens: first word after ${warmMs} ms, ${coldMs} ms from the other server, so ${randomMs} ms by a random choice`
}

async function startServer(model: string) {
  const port = freePort()
  const url = `http://127.0.0.1:${port}`
  const command = [
    ...[join(await debianLlama(), 'llama-server'), '-m', model, '--host', '127.0.0.1'],
    ...['--port', String(port), '-c', String(CONTEXT), '-np', '1', '--threads', '1'],
    ...['--offline', '--no-webui'],
  ]
  const child = Bun.spawn(command, { stdio: ['ignore', 'ignore', 'ignore'] })
  await until(async () => (await fetch(`${url}/health`).catch(() => undefined))?.ok === true)
  return {
    url,
    async [Symbol.asyncDispose]() {
      child.kill()
      await child.exited
    },
  }
}
