import { expect, test } from 'bun:test'
import { MAX_EVENT_STREAMS_PER_OWNER } from '../../src/core/tasks/event-streams.ts'
import { fakeEngine } from '../support/engines.ts'
import { gatedEngine } from '../support/gates.ts'
import { pickFrom } from '../support/pick.ts'
import { jobOf, postJob } from '../support/process.ts'
import { PRIMARY_KEY, startService, type TestService } from '../support/service.ts'

const HEADERS = { authorization: `Bearer ${PRIMARY_KEY}` }

/** A service with one running job, and its event streams. */
async function service() {
  const gates = gatedEngine()
  const started = startService({ engines: [gates.engine] })
  const { job_id: id } = await jobOf(await postJob(started.url, PRIMARY_KEY, 'job'))
  const path = `/api/ai/generate/${id}/events`
  const open = () => started.request(path, { headers: HEADERS })
  return Object.assign(started, { gates, path, open })
}

/** Takes every event stream that the owner may have. */
async function takeAll(open: () => Promise<Response>): Promise<Response[]> {
  const streams: Response[] = []
  for (let count = 0; count < MAX_EVENT_STREAMS_PER_OWNER; count += 1) streams.push(await open())
  expect(streams.map(({ status }) => status)).toEqual(Array(streams.length).fill(200))
  return streams
}

test('the 17th event stream of an owner is 429 busy before the stream begins, and a closed one is free at once', async () => {
  await using app = await service()
  const [first, ...others] = await takeAll(app.open)
  const refused = await app.open()
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '5'])
  expect(refused.headers.get('content-type')).toStartWith('application/json')
  expect(await pickFrom(refused, 'code')).toBe('busy')
  // Nothing of it was read.
  await first?.body?.cancel()
  const again = await app.open()
  expect(again.status).toBe(200)
  expect((await app.open()).status).toBe(429)
  app.gates.release('job')
  for (const stream of [...others, again]) expect(await stream.text()).toContain('"succeeded"')
  // The end of the job has freed them all.
  for (const stream of await takeAll(app.open)) await stream.text()
})

test('clients that disconnect before they read leave no event stream open', async () => {
  await using app = await service()
  for (let round = 0; round < 3; round += 1) {
    const clients = Array.from({ length: MAX_EVENT_STREAMS_PER_OWNER }, async (_, index) => {
      const leave = new AbortController()
      const asked = fetch(app.url + app.path, { headers: HEADERS, signal: leave.signal })
      // Some leave before the headers, some after them.
      if (index % 2 === 0) await asked
      else await Promise.resolve()
      leave.abort()
      await asked.then(({ body }) => body?.cancel()).catch(() => {})
    })
    await Promise.all(clients)
  }
  await allFree(app)
})

/** Resolves when all places can be taken at once. */
async function allFree(app: TestService & { open: () => Promise<Response> }): Promise<void> {
  for (;;) {
    const streams: Response[] = []
    for (let count = 0; count < MAX_EVENT_STREAMS_PER_OWNER; count += 1)
      streams.push(await app.open())
    const free = streams.every(({ status }) => status === 200)
    await Promise.all(streams.map(({ body }) => body?.cancel()))
    if (free) return
    await new Promise<void>((resolve) => setImmediate(resolve))
  }
}

test('the stop of the service ends every event stream', async () => {
  const hang = fakeEngine('local', async function* act(_turn, signal) {
    await new Promise((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    })
    yield []
  })
  const app = startService({ engines: [hang] })
  const { job_id: id } = await jobOf(await postJob(app.url, PRIMARY_KEY, 'job'))
  const stream = await fetch(`${app.url}/api/ai/generate/${id}/events`, { headers: HEADERS })
  const text = stream.text()
  await app[Symbol.asyncDispose]()
  expect(await text).not.toContain('"succeeded"')
})
