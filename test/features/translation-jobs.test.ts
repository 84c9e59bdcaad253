import { expect, test } from 'bun:test'
import { writeSrt } from '../../src/media/subtitles/write-subtitles.ts'
import { fakeEngine } from '../support/engines.ts'
import { until } from '../support/gates.ts'
import { tempFolder } from '../support/process.ts'
import { createTestApp } from '../support/service.ts'
import { CRASHED, changeRows } from '../support/stored-rows.ts'

/** More than two pieces of 30 cues. */
const CUES = 75
const SRT = writeSrt(
  Array.from({ length: CUES }, (_, index) => ({
    ...{ startMs: index * 3000, endMs: index * 3000 + 2000 },
    text: `Sentence number ${index} is here.`,
  })),
)
const TRANSLATED = SRT.replace(/Sentence number (\d+) is here/g, 'Satz Nummer $1 ist hier')

/**
 * Translates at once, and answers chats.
 *
 * @param hangAt The request, from 1, at which it hangs
 * @param first Resolves when the first request may be answered
 */
function translator(hangAt = 0, first: Promise<void> = Promise.resolve()) {
  const asked: string[] = []
  const engine = fakeEngine(
    'local',
    async function* ({ messages }, signal) {
      const content = String(messages.at(-1)?.content)
      const lines = /lines\]\n([\s\S]*?)\n\[END/.exec(content)?.[1]?.split('\n') ?? []
      asked.push(lines.length === 0 ? 'chat' : (lines[0]?.match(/number \d+/)?.[0] ?? ''))
      if (asked.length === hangAt)
        await new Promise((_, reject) =>
          signal.addEventListener('abort', () => reject(signal.reason), { once: true }),
        )
      if (asked.length === 1) await first
      const text = lines
        .join('\n')
        .replace(/Sentence number (\d+) is here/g, 'Satz Nummer $1 ist hier')
      yield [{ type: 'text', text: text || 'Hello' }]
      yield [{ type: 'finish', reason: 'stop' }]
    },
    { capabilities: { images: false, structured: false, tools: false } },
  )
  return { engine, asked }
}

const BODY = { srt: SRT, target: 'de', async: true }

async function resultOf(app: ReturnType<typeof createTestApp>, job: string): Promise<string> {
  await (await app.asOwner('GET', `/jobs/${job}/events`)).text()
  return (await app.asOwner('GET', `/jobs/${job}/result?format=srt`)).text()
}

async function started(app: ReturnType<typeof createTestApp>): Promise<string> {
  const response = await app.asOwner('POST', '/translate', BODY)
  expect(response.status).toBe(202)
  return JSON.parse(await response.text()).job_id
}

test('after a crash a translation goes on with the piece that was not finished', async () => {
  using folder = tempFolder()
  const env = { DATA_DIR: folder.path }
  const first = translator(2)
  const before = createTestApp({ env, engines: [first.engine] })
  const job = await started(before)
  await until(() => first.asked.length === 2)
  await before[Symbol.asyncDispose]()
  changeRows(folder.path, CRASHED)
  const second = translator()
  await using app = createTestApp({ env, engines: [second.engine] })
  expect(await resultOf(app, job)).toBe(TRANSLATED)
  expect(first.asked).toEqual(['number 0', 'number 30'])
  expect(second.asked).toEqual(['number 30', 'number 60'])
})

test('a chat waits for one piece of a translation', async () => {
  const isInLine = Promise.withResolvers<void>()
  const { engine, asked } = translator(0, isInLine.promise)
  await using app = createTestApp({ engines: [engine] })
  const job = await started(app)
  await until(() => asked.length === 1)
  const chat = { model: 'auto', messages: [{ role: 'user', content: 'hi' }] }
  const answered = app.asOwner('POST', '/v1/chat/completions', chat)
  const waiting = async () =>
    (await app.services.queue.lanes()).some(({ waiting: runs }) => runs.length > 0)
  while (!(await waiting())) await Bun.sleep(0)
  isInLine.resolve()
  expect((await answered).status).toBe(200)
  expect(await resultOf(app, job)).toBe(TRANSLATED)
  expect(asked).toEqual(['number 0', 'chat', 'number 30', 'number 60'])
})

test('where no engine can answer, the caller is told so', async () => {
  const { engine } = translator()
  const broken = { ...engine, run: () => failing() }
  await using app = createTestApp({ engines: [broken] })
  const response = await app.asOwner('POST', '/translate', { ...BODY, async: false })
  expect([response.status, await response.json()]).toEqual([
    200,
    expect.objectContaining({ status: 'failed', subscription_only: true, code: 'no_engine' }),
  ])
})

async function* failing(): AsyncGenerator<never> {
  yield* []
  throw new Error('no connection')
}
