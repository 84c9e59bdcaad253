import { expect, test } from 'bun:test'
import type { JobView as Job } from '../../src/features/shared/job-view.ts'
import { fakeEngine, saying } from '../support/engines.ts'
import { pick, pickFrom } from '../support/pick.ts'
import { endOfJob, jobEvents, jobOf, postJob, requestAs } from '../support/process.ts'
import { head, openRaw } from '../support/raw-client.ts'
import { createTestApp, jsonInit, startService, type TestService } from '../support/service.ts'
import { lastText, startUpstream, type UpstreamRequest, wholeAnswer } from '../support/upstream.ts'

const HOUR_MS = 60 * 60 * 1000

test('GET /api/ai/generate/{job_id}/events sends the record at each change and ends with the final one', async () => {
  await using upstream = startGated()
  await using service = startService({ upstream: upstream.url })
  const [one, two] = [service.makeKey(), service.makeKey()]
  await posted(service, one.key, 'first')
  await posted(service, one.key, 'second')
  const { job_id: id } = await posted(service, two.key, 'third')
  const events = jobEvents(service.url, two.key, id)
  const seen: Job[] = []
  const seeNext = async () => {
    const { done, value } = await events.next()
    if (!done) seen.push(value)
    return done
  }
  await seeNext()
  for (const prompt of ['first', 'second', 'third']) {
    upstream.open(prompt)
    await seeNext()
  }
  expect(await seeNext()).toBe(true)
  expect(seen.map(({ status, position }) => [status, position])).toEqual([
    ['queued', 2],
    ['queued', 1],
    ['running', null],
    ['succeeded', null],
  ])
  expect(pick(seen.at(-1), 'result.text')).toBe('Re: third')
  expect(seen.at(-1)).toEqual(await jobOf(await getJob(service, two.key, id)))
  expect(await Array.fromAsync(jobEvents(service.url, two.key, id))).toEqual(seen.slice(-1))
})

test('GET /api/ai/generate/{job_id}/events is 404 for another key, and an event stream for its own', async () => {
  await using upstream = startGated()
  await using service = startService({ upstream: upstream.url })
  const { key } = service.makeKey()
  const { job_id: id } = await posted(service, key, 'mine')
  const path = `/api/ai/generate/${id}/events`
  const others = await requestAs(service.url, service.makeKey().key, 'GET', path)
  expect(others.status).toBe(404)
  expect(others.headers.get('content-type')).toStartWith('application/json')
  const own = await requestAs(service.url, key, 'GET', path)
  expect(own.headers.get('content-type')).toStartWith('text/event-stream')
  await own.body?.cancel()
})

test('Idempotency-Key: ten parallel posts make one job', async () => {
  await using upstream = startGated()
  await using service = startService({ upstream: upstream.url })
  const { key } = service.makeKey()
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => postJob(service.url, key, 'once', { 'idempotency-key': 'k' })),
  )
  expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(202))
  const ids = await Promise.all(answers.map(async (answer) => (await jobOf(answer)).job_id))
  expect(new Set(ids).size).toBe(1)
  expect(service.services.admissions.of('model').state().admitted).toBe(1)
  upstream.open('once')
  await endOfJob(service.url, key, ids[0] ?? '')
  expect(upstream.requests.length).toBe(1)
})

test('Idempotency-Key: two posts whose bodies arrive after both were admitted make one job', async () => {
  await using upstream = startGated()
  await using service = startService({ upstream: upstream.url })
  const { key } = service.makeKey()
  const body = JSON.stringify({ prompt: 'once', async: true })
  const start = head(
    'POST /api/ai/generate HTTP/1.1',
    `Authorization: Bearer ${key}`,
    'Idempotency-Key: k',
    `Content-Length: ${body.length}`,
  )
  using one = openRaw(service.port, start)
  using two = openRaw(service.port, start)
  const { admissions } = service.services
  while (admissions.of('model').state().admitted < 2)
    await new Promise((resolve) => setImmediate(resolve))
  for (const client of [one, two]) await client.send(body)
  const answers = [await one.answer(), await two.answer()]
  expect(answers.map(({ status }) => status)).toEqual([202, 202])
  const ids = answers.map((answer) => pick(JSON.parse(answer.body), 'job_id'))
  expect(ids[0]).toBe(ids[1])
  expect(admissions.of('model').state().admitted).toBe(1)
})

test('Idempotency-Key: a repeat needs no lease, another body is 409', async () => {
  await using upstream = startGated()
  await using service = startService({ upstream: upstream.url })
  const { key } = service.makeKey()
  const named = { 'idempotency-key': 'k' }
  const first = await jobOf(await postJob(service.url, key, 'first', named))
  await posted(service, key, 'second')
  expect((await postJob(service.url, key, 'third')).status).toBe(429)
  const repeat = await postJob(service.url, key, 'first', named)
  expect(repeat.status).toBe(202)
  expect(repeat.headers.get('location')).toBe(`/api/ai/generate/${first.job_id}`)
  expect((await jobOf(repeat)).job_id).toBe(first.job_id)
  const changed = await postJob(service.url, key, 'another body', named)
  expect(changed.status).toBe(409)
  expect(await pickFrom(changed, 'code')).toBe('conflict')
})

test('Idempotency-Key: another owner has a job of its own', async () => {
  await using upstream = startGated()
  await using service = startService({ upstream: upstream.url })
  const named = { 'idempotency-key': 'k' }
  const one = await postJob(service.url, service.makeKey().key, 'same', named)
  const two = await postJob(service.url, service.makeKey().key, 'same', named)
  expect([one.status, two.status]).toEqual([202, 202])
  expect((await jobOf(one)).job_id).not.toBe((await jobOf(two)).job_id)
})

test('Idempotency-Key: after 24 hours the key may name another job, swept or not', async () => {
  let now = Date.UTC(2026, 7, 1)
  await using upstream = startGated()
  await using service = startService({ upstream: upstream.url, now: () => now })
  const { key } = service.makeKey()
  const named = { 'idempotency-key': 'k' }
  const first = await jobOf(await postJob(service.url, key, 'old', named))
  now += 24 * HOUR_MS
  const second = await postJob(service.url, key, 'new', named)
  expect(second.status).toBe(202)
  const { job_id: id } = await jobOf(second)
  expect(id).not.toBe(first.job_id)
  const repeat = await jobOf(await postJob(service.url, key, 'new', named))
  expect(repeat.job_id).toBe(id)
})

test('DELETE /api/ai/generate/{job_id} removes a queued job and aborts a running one', async () => {
  await using upstream = startGated()
  await using service = startService({ upstream: upstream.url })
  const { key } = service.makeKey()
  const running = await posted(service, key, 'running')
  const queued = await posted(service, key, 'queued')
  await upstream.until(() => upstream.requests.length === 1)
  const end = endOfJob(service.url, key, running.job_id)

  const outOfLine = await jobOf(await deleteJob(service, key, queued.job_id))
  expect([outOfLine.status, outOfLine.error, outOfLine.result]).toEqual(['cancelled', null, null])
  expect((await deleteJob(service, service.makeKey().key, running.job_id)).status).toBe(404)
  expect((await jobOf(await getJob(service, key, running.job_id))).status).toBe('running')

  const stopped = await jobOf(await deleteJob(service, key, running.job_id))
  await upstream.until(() => upstream.aborted === 1)
  expect(stopped.status).toBe('cancelled')
  expect(stopped.finished_at).not.toBeNull()
  expect((await end).status).toBe('cancelled')
  expect(upstream.requests.length).toBe(1)
  expect(service.services.admissions.of('model').state()).toMatchObject({ admitted: 0, owners: {} })
  const again = await jobOf(await deleteJob(service, key, running.job_id))
  expect(again).toEqual(stopped)
  const usage = await service.asOwner('GET', '/admin/usage?group_by=outcome')
  expect(await pickFrom(usage, 'items')).toMatchObject([{ outcome: 'cancelled', model_calls: 1 }])
})

test('GET /api/ai/generate/{job_id} is 404 one hour after the job has ended, swept or not', async () => {
  let now = Date.UTC(2026, 7, 1)
  await using upstream = startGated()
  upstream.open('soon over')
  await using app = createTestApp({ upstream: upstream.url, now: () => now })
  const { authorization } = app.makeKey()
  const ask = async (method: string, path: string, body?: unknown) =>
    app.request(path, jsonInit(method, body, { authorization }))
  const { job_id: id } = await jobOf(
    await ask('POST', '/api/ai/generate', { prompt: 'soon over', async: true }),
  )
  const path = `/api/ai/generate/${id}`
  await (await ask('GET', `${path}/events`)).text()
  const ended = await jobOf(await ask('GET', path))
  expect(ended.expires_at).toBe(new Date(now + HOUR_MS).toISOString())
  now += HOUR_MS - 1
  expect((await ask('GET', path)).status).toBe(200)
  now += 1
  for (const method of ['GET', 'DELETE']) expect((await ask(method, path)).status).toBe(404)
  expect((await ask('GET', `${path}/events`)).status).toBe(404)
  app.services.jobs.sweep()
  expect((await ask('GET', path)).status).toBe(404)
})

/** A model server that answers each prompt only when the test opens it. */
function startGated() {
  const gates = new Map<string, PromiseWithResolvers<void>>()
  const gate = (text: string) => {
    const known = gates.get(text) ?? Promise.withResolvers<void>()
    gates.set(text, known)
    return known
  }
  const upstream = startUpstream(async (ask: UpstreamRequest) => {
    const { promise, resolve } = gate(lastText(ask))
    ask.signal.addEventListener('abort', () => resolve(), { once: true })
    await promise
    return wholeAnswer(`Re: ${lastText(ask)}`)
  })
  return Object.assign(upstream, { open: (text: string) => gate(text).resolve() })
}

async function posted(service: TestService, key: string, prompt: string): Promise<Job> {
  const response = await postJob(service.url, key, prompt)
  expect(response.status).toBe(202)
  return jobOf(response)
}

function getJob({ url }: TestService, key: string, id: string): Promise<Response> {
  return requestAs(url, key, 'GET', `/api/ai/generate/${id}`)
}

function deleteJob({ url }: TestService, key: string, id: string): Promise<Response> {
  return requestAs(url, key, 'DELETE', `/api/ai/generate/${id}`)
}

test('Idempotency-Key: two posts that are stored at the same time make one job', async () => {
  await using service = createTestApp({ engines: [fakeEngine('local', saying('Hello'))] })
  const { authorization } = service.makeKey()
  const headers = { authorization, 'idempotency-key': 'once' }
  const ask = () =>
    service.request('/api/ai/generate', jsonInit('POST', { prompt: 'hi', async: true }, headers))
  const [one, two] = await Promise.all([ask(), ask()])
  expect([one?.status, two?.status]).toEqual([202, 202])
  expect(pick(await one?.json(), 'job_id')).toBe(pick(await two?.json(), 'job_id'))
})
