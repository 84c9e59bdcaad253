import { expect, test } from 'bun:test'
import { EngineFailure } from '../../src/engines/contract/failure.ts'
import { failing, fakeEngine, saying } from '../support/engines.ts'
import { pickFrom } from '../support/pick.ts'
import { createTestApp, jsonInit } from '../support/service.ts'

const PATH = '/api/ai/generate'

test('POST /api/ai/generate answers with text, engine and model', async () => {
  const engine = fakeEngine('local', saying('Hello'))
  await using service = createTestApp({ engines: [engine] })
  const response = await service.asOwner('POST', PATH, {
    prompt: 'hi',
    system: 'Be brief',
    engine: 'local',
    model: 'large',
  })
  expect(response.status).toBe(200)
  expect(await response.json()).toEqual({
    status: 'succeeded',
    text: 'Hello',
    engine: 'local',
    model: 'large',
  })
  expect(engine.turns[0]?.messages).toEqual([
    { role: 'system', content: 'Be brief' },
    { role: 'user', content: 'hi' },
  ])
})

test('no engine able to answer is an outcome with 200, not an error', async () => {
  await using service = createTestApp({
    engines: [fakeEngine('local', failing(new EngineFailure('transient', 'down')))],
  })
  const response = await service.asOwner('POST', PATH, { prompt: 'hi' })
  expect(response.status).toBe(200)
  expect(await response.json()).toEqual({
    status: 'failed',
    subscription_only: true,
    code: 'no_engine',
    detail: 'No engine could answer: local failed (local: down)',
  })
})

test('a job that no engine could answer has no_engine in its record', async () => {
  await using service = createTestApp({
    engines: [fakeEngine('local', failing(new EngineFailure('transient', 'down')))],
  })
  const id = await pickFrom(
    await service.asOwner('POST', PATH, { prompt: 'hi', async: true }),
    'job_id',
  )
  const events = await (await service.asOwner('GET', `${PATH}/${id}/events`)).text()
  expect(events).toContain('"status":"failed"')
  const job = await (await service.asOwner('GET', `${PATH}/${id}`)).json()
  expect(job).toMatchObject({
    status: 'failed',
    subscription_only: true,
    error: { code: 'no_engine' },
    result: null,
    position: null,
  })
})

test('POST /api/ai/generate refuses invalid fields', async () => {
  await using service = createTestApp({ engines: [fakeEngine('local', saying('Hello'))] })
  const status = async (body: object) => (await service.asOwner('POST', PATH, body)).status
  expect(await status({})).toBe(422)
  expect(await status({ prompt: '' })).toBe(422)
  expect(await status({ prompt: 'hi', async: 'yes' })).toBe(422)
  expect(await status({ prompt: 'x'.repeat(100_001) })).toBe(422)
  expect(await status({ prompt: 'hi', engine: 'nobody' })).toBe(404)
  expect(service.services.admissions.of('model').state().admitted).toBe(0)
})

test('POST /api/ai/generate with async answers 202 with position and Location', async () => {
  await using service = createTestApp({ engines: [fakeEngine('local', saying('Hello'))] })
  const { authorization } = service.makeKey({ generate: true, agent_engines: ['local'] })
  const response = await service.request(
    PATH,
    jsonInit('POST', { prompt: 'hi', async: true }, { authorization }),
  )
  expect(response.status).toBe(202)
  const location = response.headers.get('location') ?? ''
  expect(location).toMatch(/^\/api\/ai\/generate\/gen_[A-Za-z0-9_-]{22}$/)
  await (await service.request(`${location}/events`, { headers: { authorization } })).text()
  const job = await (await service.request(location, { headers: { authorization } })).json()
  expect(job).toMatchObject({
    status: 'succeeded',
    result: { status: 'succeeded', text: 'Hello', engine: 'local', model: 'small' },
    error: null,
  })
  const stranger = service.makeKey({ generate: true, agent_engines: ['local'] })
  for (const method of ['GET', 'DELETE']) {
    expect(
      (
        await service.request(location, {
          method,
          headers: { authorization: stranger.authorization },
        })
      ).status,
    ).toBe(404)
  }
  expect(
    (
      await service.request(`${location}/events`, {
        headers: { authorization: stranger.authorization },
      })
    ).status,
  ).toBe(404)
})
