import { expect, spyOn, test } from 'bun:test'
import { gatedEngine, until } from '../support/gates.ts'
import { pick, pickFrom, pickList } from '../support/pick.ts'
import { createTestApp, jsonInit } from '../support/service.ts'

const CHAT = '/v1/chat/completions'
const GENERATE = '/api/ai/generate'

const RUN_MS = 10_000

test('expected_wait_seconds is null until a run of its kind has ended, then a number; keepalives tell it as well', async () => {
  let elapsedMs = 0
  // Every run takes exactly as long as the test says.
  using _ = spyOn(performance, 'now').mockImplementation(() => elapsedMs)
  const gates = gatedEngine()
  await using app = createTestApp({ engines: [gates.engine], limits: { keepaliveMs: 5 } })
  // Each with a key of its own: an owner has two leases.
  const ask = (path: string, body: object) => {
    const { authorization } = app.makeKey({ generate: true, agent_engines: ['gated'] })
    return app.request(path, jsonInit('POST', body, { authorization }))
  }
  const chat = (text: string) =>
    ask(CHAT, { model: 'auto', stream: true, messages: [{ role: 'user', content: text }] })
  const submit = (prompt: string) => ask(GENERATE, { prompt, async: true })
  const waits = async () =>
    pickList(await (await app.asOwner('GET', '/admin/queue')).json(), 'waiting').map((item) =>
      pick(item, 'expected_wait_seconds'),
    )

  const first = await chat('first')
  const second = await chat('second')
  expect(await keepaliveOf(second)).toBe(': keepalive, 1st in line')
  const job = await submit('job')
  expect(await pickFrom(job, 'expected_wait_seconds')).toBeNull()
  expect(await waits()).toEqual([null, null])
  elapsedMs += RUN_MS
  gates.release('first')
  await first.text()
  await until(() => gates.prompts.length === 2)
  const third = await chat('third')
  // Of chats it is known by now how long they take, of generate jobs it is not.
  expect(await waits()).toEqual([expect.any(Number), null])
  elapsedMs += RUN_MS / 2
  gates.release('second')
  await until(() => gates.prompts.length === 3)
  elapsedMs += RUN_MS
  gates.release('job')
  await until(() => gates.prompts.length === 4)
  const fourth = await chat('fourth')
  const waiting = await submit('waiting')
  expect(await pickFrom(waiting, 'expected_wait_seconds')).toBeNumber()
  expect(await waits()).toEqual([expect.any(Number), expect.any(Number)])
  expect(await keepaliveOf(fourth)).toMatch(/^: keepalive, 1st in line, about 9 s$/)
  await third.body?.cancel()
})

/** The next keepalive comment of a stream, which stays open. */
async function keepaliveOf({ body }: Response): Promise<string> {
  const decoder = new TextDecoder()
  const reader = body?.getReader()
  for (let next = await reader?.read(); next?.done === false; next = await reader?.read()) {
    const text = decoder.decode(next.value)
    if (!text.startsWith(':')) continue
    reader?.releaseLock()
    return text.trim()
  }
  throw new Error('The stream has ended without a keepalive')
}
