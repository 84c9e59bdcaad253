import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { localToml, startProcess, tempFolder } from '../support/process.ts'
import { head, openRaw, sendRaw } from '../support/raw-client.ts'
import { PRIMARY_KEY, startService } from '../support/service.ts'
import { chunk, defaultAnswer, frame, type Script, startUpstream } from '../support/upstream.ts'

const MIB = 1024 * 1024
const KEY = `Authorization: Bearer ${PRIMARY_KEY}`
const PIECES_PER_MIB = 16
/** The most that an owner can allow. */
const ENV = { MAX_ANSWER_BYTES: String(16 * MIB) }
/** Just below the bound of an answer. */
const LONGEST_MIB = 15
/** Far more than is taken of it: some 20 MiB, which the sockets hold. */
const LARGE_MIB = 512
const MAX_TAKEN_MIB = 128

/** An answer that is streamed as fast as it is taken. */
function longAnswer(mib = 64) {
  const pieces = mib * PIECES_PER_MIB
  const encoder = new TextEncoder()
  const piece = encoder.encode(frame(chunk({ content: 'a'.repeat(64 * 1024) })))
  const end = encoder.encode(`${frame(chunk({}, 'stop'))}data: [DONE]\n\n`)
  let taken = 0
  const script: Script = () =>
    new Response(
      new ReadableStream<Uint8Array>({
        pull(controller) {
          taken += 1
          controller.enqueue(taken > pieces ? end : piece)
          if (taken > pieces) controller.close()
        },
      }),
      { headers: { 'content-type': 'text/event-stream' } },
    )
  return {
    script,
    get takenMib() {
      return taken / PIECES_PER_MIB
    },
  }
}

function ask(stream: boolean, ...headers: string[]): string {
  const messages = [{ role: 'user', content: 'Talk' }]
  const body = JSON.stringify({ model: 'auto', stream, messages })
  const length = `Content-Length: ${body.length}`
  return head('POST /v1/chat/completions HTTP/1.1', KEY, length, ...headers) + body
}

/** Looks in a row that see no progress before an answer counts as stalled: a busy machine pauses too. */
const STILL_LOOKS = 4

/** Resolves when the service takes no more of the answer. Nothing tells of what does not happen: it is looked at. */
async function stalled(answer: ReturnType<typeof longAnswer>): Promise<void> {
  let [seen, still] = [0, 0]
  while (still < STILL_LOOKS) {
    await Bun.sleep(300)
    const { takenMib } = answer
    still = takenMib > 0 && takenMib === seen ? still + 1 : 0
    seen = takenMib
  }
}

async function expectAlive(port: number): Promise<void> {
  expect((await sendRaw(port, head('GET /health HTTP/1.1'))).status).toBe(200)
}

test('a client that never reads its stream is disconnected, its engine stopped and its lease freed', async () => {
  const answer = longAnswer(LARGE_MIB)
  await using upstream = startUpstream(answer.script)
  await using service = startService({
    limits: { idleSeconds: 8 },
    upstream: upstream.url,
    env: ENV,
  })
  const { admissions, queue } = service.services
  const started = performance.now()
  using client = openRaw(service.port)
  client.pause()
  await client.send(ask(true))
  await upstream.until(() => upstream.aborted === 1)
  expect(performance.now() - started).toBeWithin(3_000, 60_000)
  expect(answer.takenMib).toBeLessThan(MAX_TAKEN_MIB)
  while (admissions.of('model').state().admitted > 0) await expectAlive(service.port)
  for (const lane of await queue.lanes()) expect(lane).toMatchObject({ running: [], waiting: [] })
})

test('a client that reads late gets the whole stream', async () => {
  const answer = longAnswer(LONGEST_MIB)
  await using upstream = startUpstream(answer.script)
  await using service = startService({
    limits: { idleSeconds: 8 },
    upstream: upstream.url,
    env: ENV,
  })
  using client = openRaw(service.port)
  client.pause()
  await client.send(ask(true, 'Connection: close'))
  await stalled(answer)
  client.resume()
  await client.closed
  expect(answer.takenMib).toBeGreaterThan(LONGEST_MIB)
  expect(client.text.length).toBeGreaterThan(LONGEST_MIB * MIB)
  expect(client.text.slice(-40)).toContain('data: [DONE]\n\n')
})

test('the memory of the service stays flat while nobody reads 512 MiB of answer', async () => {
  const answer = longAnswer(LARGE_MIB)
  await using upstream = startUpstream(answer.script)
  using folder = tempFolder()
  await using service = await startProcess(folder.path, localToml(upstream.url), ENV)
  const port = Number(new URL(service.url).port)
  const memoryMib = (name: string) => {
    const status = readFileSync(`/proc/${service.pid}/status`, 'utf8')
    return Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1]) / 1024
  }
  const before = memoryMib('VmRSS')
  using client = openRaw(port)
  client.pause()
  await client.send(ask(true))
  await stalled(answer)
  expect(answer.takenMib).toBeWithin(8, MAX_TAKEN_MIB)
  // A service that has started to work has some 55 MiB more than one that has just started.
  expect(memoryMib('VmHWM') - before).toBeLessThan(128)
  client[Symbol.dispose]()
  await upstream.until(() => upstream.aborted === 1)
  upstream.script(defaultAnswer)
  expect((await sendRaw(port, ask(false))).status).toBe(200)
})
