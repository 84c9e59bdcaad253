import { expect, test } from 'bun:test'
import { IDEMPOTENCY_MS, JOB_RETENTION_MS } from '../../src/core/tasks/jobs.ts'
import type { Engine } from '../../src/engines/contract/text.ts'
import { fakeEngine, hanging, saying } from '../support/engines.ts'
import { pick, pickFrom } from '../support/pick.ts'
import { tempFolder } from '../support/process.ts'
import { createTestApp, jsonInit, type TestApp } from '../support/service.ts'

const PATH = '/api/ai/agent'
const JOB = { task: 'title', input: 'x', async: true }
const ABLE = { agent_tasks: ['title'], agent_engines: ['local'], generate: true }

function service(engine: Engine = fakeEngine('local', saying('A title'))): TestApp {
  return createTestApp({ engines: [engine] })
}

async function creditsOf(app: TestApp): Promise<unknown> {
  return pickFrom(await app.asOwner('GET', '/admin/usage'), 'totals.credits')
}

test('POST /api/ai/agent with async answers 202; the job has events and the result', async () => {
  await using app = service()
  const { authorization } = app.makeKey(ABLE)
  const made = await app.request(PATH, jsonInit('POST', JOB, { authorization }))
  expect(made.status).toBe(202)
  const location = made.headers.get('location') ?? ''
  expect(location).toMatch(/^\/api\/ai\/agent\/agt_[A-Za-z0-9_-]{22}$/)
  const headers = { authorization }
  const events = await (await app.request(`${location}/events`, { headers })).text()
  expect(events).toContain('"status":"succeeded"')
  expect(await (await app.request(location, { headers })).json()).toMatchObject({
    kind: 'agent',
    status: 'succeeded',
    result: { status: 'succeeded', task: 'title', result: 'A title', engine: 'local' },
  })
  expect(await creditsOf(app)).toBe(2)
})

test('an agent job is unknown to another key, and on the path of generate jobs', async () => {
  await using app = service()
  const { authorization } = app.makeKey(ABLE)
  const stranger = app.makeKey(ABLE)
  const make = async (path: string, body: object) =>
    pickFrom(await app.request(path, jsonInit('POST', body, { authorization })), 'job_id')
  const agent = await make(PATH, JOB)
  const generate = await make('/api/ai/generate', { prompt: 'x', async: true })
  const status = async (method: string, path: string, key = authorization) =>
    (await app.request(path, { method, headers: { authorization: key } })).status
  expect(await status('GET', `${PATH}/${agent}`)).toBe(200)
  for (const path of [`${PATH}/${agent}`, `${PATH}/${agent}/events`])
    expect(await status('GET', path, stranger.authorization)).toBe(404)
  expect(await status('DELETE', `${PATH}/${agent}`, stranger.authorization)).toBe(404)
  expect(await status('GET', `/api/ai/generate/${agent}`)).toBe(404)
  expect(await status('GET', `${PATH}/${generate}`)).toBe(404)
  expect(await status('GET', `${PATH}/${generate}/events`)).toBe(404)
  expect(await status('DELETE', `${PATH}/${generate}`)).toBe(404)
})

test('GET /api/ai/agent/{job_id} answers another key as for an unknown id', async () => {
  await using app = service()
  const { authorization } = app.makeKey({ ...ABLE, generate: true })
  const stranger = app.makeKey(ABLE)
  for (const [path, body] of [
    [PATH, JOB],
    ['/api/ai/generate', { prompt: 'x', async: true }],
  ] as const) {
    const made = await app.request(path, jsonInit('POST', body, { authorization }))
    const id = String(await pickFrom(made, 'job_id'))
    // Another random part of the same form.
    const unknown = id.slice(0, 4) + [...id.slice(4)].reverse().join('')
    const ask = async (method: string, job: string, rest = '') => {
      const headers = { authorization: stranger.authorization }
      const response = await app.request(`${path}/${job}${rest}`, { method, headers })
      const told = Object.fromEntries(response.headers)
      return { status: response.status, told, text: await response.text() }
    }
    for (const [method, rest] of [
      ['GET', ''],
      ['DELETE', ''],
      ['GET', '/events'],
    ] as const) {
      const [theirs, nobodys] = [await ask(method, id, rest), await ask(method, unknown, rest)]
      expect(theirs).toEqual(nobodys)
      expect([theirs.status, theirs.text.includes(id)]).toEqual([404, false])
    }
    const own = await app.request(`${path}/${id}`, { headers: { authorization } })
    expect(own.status).toBe(200)
  }
})

test('POST /api/ai/agent/{job_id}/again runs the same input once more, with the rights of now', async () => {
  const engine = fakeEngine('local', saying('A title'))
  await using app = service(engine)
  const { authorization, id: keyId } = app.makeKey(ABLE)
  const stranger = app.makeKey(ABLE)
  const post = (path: string, key = authorization, idempotency?: string) =>
    app.request(path, {
      method: 'POST',
      headers: {
        authorization: key,
        ...(idempotency === undefined ? {} : { 'idempotency-key': idempotency }),
      },
    })
  const ended = async (location: string) => {
    const headers = { authorization }
    await (await app.request(`${location}/events`, { headers })).text()
    return (await app.request(location, { headers })).json()
  }
  const first = await app.request(
    PATH,
    jsonInit('POST', { ...JOB, input: 'One input' }, { authorization }),
  )
  const location = first.headers.get('location') ?? ''
  await ended(location)
  const again = await post(`${location}/again`)
  expect(again.status).toBe(202)
  const second = again.headers.get('location') ?? ''
  expect(second).not.toBe(location)
  expect(await ended(second)).toMatchObject({ status: 'succeeded', result: { result: 'A title' } })
  expect(engine.turns.map(({ messages }) => JSON.stringify(messages))).toEqual([
    expect.stringContaining('One input'),
    expect.stringContaining('One input'),
  ])
  expect(await creditsOf(app)).toBe(4)

  // The same request sent again makes no further job.
  const [one, other] = [
    await post(`${location}/again`, authorization, 'a'),
    await post(`${location}/again`, authorization, 'a'),
  ]
  expect(await pickFrom(one, 'job_id')).toBe(await pickFrom(other, 'job_id'))
  expect((await post(`${second}/again`, authorization, 'a')).status).toBe(409)

  expect((await post(`${location}/again`, stranger.authorization)).status).toBe(404)
  expect((await post(`${PATH}/agt_aaaaaaaaaaaaaaaaaaaaaa/again`)).status).toBe(404)
  await app.asOwner('PUT', `/admin/api-access/${keyId}`, { agent_tasks: ['summarize'] })
  expect((await post(`${location}/again`)).status).toBe(403)
})

test('DELETE /api/ai/agent/{job_id} aborts the model call, and nothing is charged', async () => {
  const started = Promise.withResolvers<AbortSignal>()
  const engine = fakeEngine('local', (turn, signal) => {
    started.resolve(signal)
    return hanging()(turn, signal)
  })
  await using app = service(engine)
  const id = await pickFrom(await app.asOwner('POST', PATH, JOB), 'job_id')
  const source = await started.promise
  const ended = await app.asOwner('DELETE', `${PATH}/${id}`)
  expect(await ended.json()).toMatchObject({ job_id: id, status: 'cancelled', result: null })
  expect(source.aborted).toBe(true)
  expect(await creditsOf(app)).toBe(0)
  expect(app.services.admissions.of('model').state().admitted).toBe(0)
})

test('a client that disconnects cancels its task, and nothing is charged', async () => {
  const started = Promise.withResolvers<AbortSignal>()
  const stopped = Promise.withResolvers<void>()
  const engine = fakeEngine('local', async function* hang(turn, signal) {
    started.resolve(signal)
    try {
      yield* hanging()(turn, signal)
    } finally {
      stopped.resolve()
    }
  })
  await using app = service(engine)
  const client = new AbortController()
  const { authorization } = app.makeKey(ABLE)
  const init = jsonInit('POST', { task: 'title', input: 'x' }, { authorization })
  const answer = app.request(PATH, { ...init, signal: client.signal })
  await started.promise
  client.abort()
  await stopped.promise
  expect((await answer).status).toBe(499)
  expect(await creditsOf(app)).toBe(0)
})

test('Idempotency-Key: the same body is the same job, another body or another path is a conflict', async () => {
  await using app = service()
  const { authorization } = app.makeKey(ABLE)
  const headers = { authorization, 'idempotency-key': 'once' }
  const both = { ...JOB, prompt: 'x' }
  const ask = (path: string, body: object, over = headers) =>
    app.request(path, jsonInit('POST', body, over))
  const first = await (await ask(PATH, both)).json()
  const again = await ask(PATH, both)
  expect(again.status).toBe(202)
  expect(await pickFrom(again, 'job_id')).toBe(pick(first, 'job_id'))
  expect((await ask(PATH, { ...both, input: 'y' })).status).toBe(409)
  expect((await ask('/api/ai/generate', both)).status).toBe(409)
  const wrong = { authorization, 'idempotency-key': 'x'.repeat(129) }
  expect((await ask(PATH, JOB, wrong)).status).toBe(422)
  await (await app.request(`${PATH}/${pick(first, 'job_id')}/events`, { headers })).text()
  expect(await creditsOf(app)).toBe(2)
})

/** Before, the path answered 404, as if the job had never been. */
test('Idempotency-Key: once its job has expired the same body is 410 job_expired and another one 409, for a day', async () => {
  let now = Date.UTC(2026, 7, 1)
  const engine = fakeEngine('local', saying('A title'))
  await using app = createTestApp({ engines: [engine], now: () => now })
  const { authorization } = app.makeKey(ABLE)
  for (const [path, body, changed] of [
    [PATH, JOB, { ...JOB, input: 'y' }],
    ['/api/ai/generate', { prompt: 'x', async: true }, { prompt: 'y', async: true }],
  ] as const) {
    const ask = (one: object) =>
      app.request(path, jsonInit('POST', one, { authorization, 'idempotency-key': path }))
    const code = async (one: object) => {
      const response = await ask(one)
      return [response.status, await pickFrom(response, 'code')]
    }
    const made = await ask(body)
    const job = `${path}/${await pickFrom(made, 'job_id')}`
    await (await app.request(`${job}/events`, { headers: { authorization } })).text()
    now += JOB_RETENTION_MS
    // Swept or not.
    for (const sweep of [() => {}, () => app.services.jobs.sweep()]) {
      sweep()
      expect(await code(body)).toEqual([410, 'job_expired'])
      expect(await code(changed)).toEqual([409, 'conflict'])
    }
    now += IDEMPOTENCY_MS - JOB_RETENTION_MS
    expect((await ask(body)).status).toBe(202)
  }
})

test('Idempotency-Key: the same agent job asked for twice at once is one job', async () => {
  await using app = service(fakeEngine('local', hanging()))
  const { authorization } = app.makeKey(ABLE)
  const ask = () =>
    app.request(PATH, jsonInit('POST', JOB, { authorization, 'idempotency-key': 'k' }))
  const ids = await Promise.all(
    [ask(), ask()].map(async (answer) => pickFrom(await answer, 'job_id')),
  )
  expect(ids[0]).toStartWith('agt_')
  expect(ids[1]).toBe(ids[0])
  expect(app.services.admissions.of('model').state().admitted).toBe(1)
})

test('a queued agent job runs after a restart, with the current version of its skill', async () => {
  using folder = tempFolder()
  const env = { DATA_DIR: folder.path }
  const before = createTestApp({ env, engines: [fakeEngine('local', hanging())] })
  await before.asOwner('POST', PATH, JOB)
  const id = await pickFrom(await before.asOwner('POST', PATH, JOB), 'job_id')
  const content = '---\nname: title\ndescription: Mine.\n---\nCall it something.'
  expect((await before.asOwner('PUT', '/api/skills/title', { content })).status).toBe(200)
  await before[Symbol.asyncDispose]()
  const engine = fakeEngine('local', saying('Something'))
  await using after = createTestApp({ env, engines: [engine] })
  const events = await (await after.asOwner('GET', `${PATH}/${id}/events`)).text()
  expect(events).toContain('"status":"succeeded"')
  expect(engine.turns[1]?.messages[0]?.content).toStartWith('Call it something.')
  expect(await creditsOf(after)).toBe(4)
})

test('a job whose skill was deleted while it was queued fails with the reason', async () => {
  const release = Promise.withResolvers<void>()
  const engine = fakeEngine('local', async function* wait(turn, signal) {
    await release.promise
    yield* saying('Done')(turn, signal)
  })
  await using app = service(engine)
  const content = '---\nname: mine\ndescription: Mine.\n---\nDo it.'
  await app.asOwner('PUT', '/api/skills/mine', { content })
  await app.asOwner('POST', PATH, JOB)
  const id = await pickFrom(await app.asOwner('POST', PATH, { ...JOB, task: 'mine' }), 'job_id')
  await app.asOwner('DELETE', '/api/skills/mine')
  release.resolve()
  await (await app.asOwner('GET', `${PATH}/${id}/events`)).text()
  expect(await (await app.asOwner('GET', `${PATH}/${id}`)).json()).toMatchObject({
    status: 'failed',
    error: { code: 'not_found' },
  })
})
