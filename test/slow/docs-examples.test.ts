import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { callerOf } from '../../src/core/identity/actor.ts'
import { buildEngines } from '../../src/engines/build-engines.ts'
import { Demo } from '../../src/engines/demo/demo.ts'
import { examplesOf, namesFor } from '../support/example-names.ts'
import { startModelServer } from '../support/model-servers.ts'
import { startOAuthService } from '../support/oauth-client.ts'
import { onePage, oneTalk } from '../support/one-page.ts'
import { tempFolder } from '../support/process.ts'
import { speechWav } from '../support/recogniser.ts'
import { fakeRecogniser } from '../support/transcripts.ts'
import { makeUser } from '../support/users.ts'
import { llamaReranker } from '../support/vector-servers.ts'
import { videoSource } from '../support/video-source.ts'

/** Examples that another status than success is right for, as the route's own words say. */
const REFUSED: Readonly<Record<string, number>> = {
  // The demonstration engine follows no schema.
  'An answer as JSON': 422,
  'POST /api/ai/image': 503,
  // Their codes, tokens and ids are spent or made up.
  'POST /api/canvas/images': 401,
  'POST /api/canvas/device/poll': 400,
  'POST /api/canvas/token/refresh': 400,
  'POST /api/code/devices/poll': 400,
  'POST /oauth/token': 400,
  'POST /api/conversation-imports': 422,
  'A stored file': 404,
  // No tool asks.
  'POST /api/conversations/{id}/messages/{message}/confirm': 404,
  // No key may have a folder of the machine read.
  'Of a folder of the machine': 403,
  // No conversation is compacted here.
  'POST /v1/responses/compact': 422,
  'POST /api/code/v1/responses/compact': 400,
  // A text has no picture.
  'GET /api/conversations/{id}/attachments/{attachment}/picture': 404,
  // Nothing runs so long.
  'POST /admin/queue/{id}/cancel': 404,
  // No sandbox is looked for, and no worker has done anything.
  'POST /api/ai/worker': 503,
  'POST /api/ai/worker/{id}/again': 503,
  'GET /api/ai/worker/{id}/artifacts/{name}': 404,
  'GET /api/ai/worker/{id}/steps/{number}/output': 404,
  // There is one machine only.
  'DELETE /admin/worker-nodes/{name}': 404,
  // The settings name no server.
  'POST /admin/tool-servers/{id}/refresh': 404,
  // The skill is not the owner's.
  'GET /api/canvas/me': 401,
}

test('the examples of /docs/api run in a shell as they stand', async () => {
  using folder = tempFolder()
  await using vectors = startModelServer(llamaReranker('vectors.gguf'))
  await using service = startOAuthService({
    engines: [new Demo(), ...vectorEngine(vectors.url)],
    transcriptionEngines: [fakeRecogniser().engine],
    safeFetch: onePage,
    videoSources: [videoSource()],
    readCaptions: oneTalk,
    env: { DATA_DIR: folder.path, SHARE_LINKS: 'on' },
  })
  // What the examples upload, and an image of an earlier version.
  await Bun.write(join(folder.path, 'report.pdf'), '%PDF-1.7')
  await Bun.write(join(folder.path, 'talk.mp3'), speechWav(1))
  await Bun.write(join(folder.path, 'images/haiku'), 'image')
  await using shell = openShell(folder.path)
  const { conversationList, conversations } = service.services
  const owner = callerOf({ kind: 'primary' }, 'examples')
  // Whom an example names.
  const ann = makeUser(service.services)
  const examples = examplesOf(await (await fetch(`${service.url}/docs/api`)).text())
  expect(examples.length).toBeGreaterThan(40)
  const unseen = new Set(Object.keys(REFUSED))
  const wrong: string[] = []
  for (const example of examples) {
    const { route, summary, text } = example
    expect(text).toContain(service.url)
    try {
      const { status, body } = await shell.run(text, await namesFor(service, example, ann))
      const refused = [route, summary].find((name) => name in REFUSED)
      if (refused !== undefined) unseen.delete(refused)
      const isRight =
        refused === undefined ? status >= 200 && status < 300 : status === REFUSED[refused]
      if (!isRight) wrong.push(`${status} of ${route}, ${summary}: ${body}: ${text}`)
    } catch (error) {
      wrong.push(Error(String(error)).message)
    }
    // Their answers would be in the way of the next request.
    for (const { id } of conversationList.list(owner, 200, undefined).items)
      await conversations.delete(owner, id)
  }
  expect(wrong).toEqual([])
  expect([...unseen]).toEqual([])
})

const vectorEngine = (base_url: string) =>
  buildEngines([
    {
      ...{ id: 'vectors', adapter: 'openai-http', base_url, models: [] },
      ...{ embedding_models: ['nomic-embed-text'], rerank_models: ['bge-reranker'] },
      ...{ max_characters: 100_000, timeout_seconds: 60 },
    },
  ])

/**
 * A shell that runs examples as they stand; only what curl prints is set: the status, after the start
 * of the body. A backup yields the processor to all others, so that it takes long on a busy machine.
 */
function openShell(cwd: string) {
  const stdio = { stdin: 'pipe', stdout: 'pipe', stderr: 'inherit' } as const
  const shell = Bun.spawn(['bash'], { cwd, ...stdio })
  const answer = join(cwd, 'answer')
  shell.stdin.write(
    `curl() { command curl -sS -m 90 -o '${answer}' -w '%{http_code}' "$@" < /dev/null; }\n`,
  )
  const output = shell.stdout.pipeThrough(new TextDecoderStream())[Symbol.asyncIterator]()
  return {
    async run(command: string, variables: Readonly<Record<string, string>>) {
      const settings = Object.entries(variables).map(([name, value]) => `${name}='${value}'\n`)
      shell.stdin.write(`(\n${settings.join('')}${command}\n)\necho\n`)
      await shell.stdin.flush()
      let line = ''
      while (!line.endsWith('\n')) line += (await output.next()).value ?? '\n'
      const status = Number(line)
      const body = status < 400 ? '' : (await Bun.file(answer).text()).slice(0, 300)
      return { status, body }
    },
    async [Symbol.asyncDispose]() {
      await shell.stdin.end()
      await shell.exited
    },
  }
}
