import { expect, test } from 'bun:test'
import { TextGeneration } from '../../../src/core/engines/answer.ts'
import { requirementsOf } from '../../../src/core/engines/conversation.ts'
import { EngineLanes } from '../../../src/core/engines/engine-lanes.ts'
import { callerOf } from '../../../src/core/identity/actor.ts'
import type { UsageEntry } from '../../../src/core/usage-entry.ts'
import { EngineFailure } from '../../../src/engines/contract/failure.ts'
import type { Engine } from '../../../src/engines/contract/text.ts'
import { AppError } from '../../../src/platform/errors.ts'
import { failing, fakeEngine, hanging, saying } from '../../support/engines.ts'
import { pick, pickFrom, pickList } from '../../support/pick.ts'
import { createTestApp } from '../../support/service.ts'
import { testContext } from '../../support/tasks.ts'

const ASK = { model: 'auto', messages: [{ role: 'user', content: 'hi' }] }

async function outcomes(test: ReturnType<typeof createTestApp>) {
  const report = await (await test.asOwner('GET', '/admin/usage?group_by=engine,outcome')).json()
  return pickList(report, 'items').map(
    (item) => `${pick(item, 'engine')} ${pick(item, 'outcome')} ${pick(item, 'model_calls')}`,
  )
}

test('TextGeneration tries the next engine after a failure, and records both calls', async () => {
  const first = fakeEngine('first', failing(new EngineFailure('transient', 'down')))
  const second = fakeEngine('second', saying('Hello'))
  await using service = createTestApp({ engines: [first, second] })
  const response = await service.asOwner('POST', '/v1/chat/completions', ASK)
  expect(response.status).toBe(200)
  const body = await response.json()
  expect(pick(body, 'model')).toBe('second/small')
  expect(pick(body, 'choices.0.message.content')).toBe('Hello')
  expect(await outcomes(service)).toEqual(['first transient 1', 'second succeeded 1'])
})

test('TextGeneration discards the partial answer of a failed engine when nothing was streamed', async () => {
  const first = fakeEngine('first', failing(new EngineFailure('transient', 'cut'), 'Half an'))
  const second = fakeEngine('second', saying('Whole'))
  await using service = createTestApp({ engines: [first, second] })
  const body = await (await service.asOwner('POST', '/v1/chat/completions', ASK)).json()
  expect(pick(body, 'choices.0.message.content')).toBe('Whole')
})

test('TextGeneration does not continue a streamed answer with another engine after text was sent', async () => {
  const first = fakeEngine('first', failing(new EngineFailure('transient', 'cut'), 'Half an'))
  const second = fakeEngine('second', saying('Whole'))
  await using service = createTestApp({ engines: [first, second] })
  const text = await (
    await service.asOwner('POST', '/v1/chat/completions', { ...ASK, stream: true })
  ).text()
  expect(text).toContain('Half an')
  expect(text).not.toContain('Whole')
  expect(text).toContain('"code":"engine_failed"')
  expect(text.endsWith('data: [DONE]\n\n')).toBe(true)
  expect(second.turns).toEqual([])
})

test('TextGeneration treats an empty answer as a failure', async () => {
  await using service = createTestApp({ engines: [fakeEngine('first', saying())] })
  const response = await service.asOwner('POST', '/v1/chat/completions', ASK)
  expect(response.status).toBe(503)
  expect(response.headers.get('retry-after')).toBe('20')
  expect(await pickFrom(response, 'code')).toBe('no_engine')
  // The call of the model, and the work itself, which no engine could do.
  expect(await outcomes(service)).toEqual([' no_engine 0', 'first empty 1'])
})

test('TextGeneration does not try other engines when the request itself is refused', async () => {
  const first = fakeEngine(
    'first',
    failing(new EngineFailure('request', 'The prompt is too long for the model')),
  )
  const second = fakeEngine('second', saying('Hello'))
  await using service = createTestApp({ engines: [first, second] })
  const response = await service.asOwner('POST', '/v1/chat/completions', ASK)
  expect(response.status).toBe(400)
  expect(await response.json()).toMatchObject({
    code: 'engine_refused',
    detail: 'The engine first refused the request (first: The prompt is too long for the model)',
  })
  expect(second.turns).toEqual([])
})

test('TextGeneration skips all accounts of an engine that cannot take the request', async () => {
  const refusal = new EngineFailure('request', 'The tool takes 128 KiB', {
    retryableElsewhere: true,
  })
  const accounts = [{ id: 'a' }, { id: 'b' }]
  const first = fakeEngine('first', failing(refusal), { accounts })
  const second = fakeEngine('second', saying('Hello'))
  await using service = createTestApp({ engines: [first, second] })
  const body = await (await service.asOwner('POST', '/v1/chat/completions', ASK)).json()
  expect(pick(body, 'model')).toBe('second/small')
  expect(first.turns).toHaveLength(1)
  expect(await outcomes(service)).toEqual(['first request 1', 'second succeeded 1'])
})

test('TextGeneration refuses a request that no engine can take, unless one is only unavailable', async () => {
  const refusal = new EngineFailure('request', 'The tool takes 128 KiB', {
    retryableElsewhere: true,
  })
  const first = fakeEngine('first', failing(refusal))
  const down = fakeEngine('second', failing(new EngineFailure('quota', 'used up')))
  const ask = async (engines: Engine[]) => {
    await using service = createTestApp({ engines })
    const response = await service.asOwner('POST', '/v1/chat/completions', ASK)
    const body = await response.json()
    return [response.status, pick(body, 'code'), pick(body, 'detail')]
  }
  expect(await ask([first])).toEqual([
    400,
    'engine_refused',
    'The engine first refused the request (first: The tool takes 128 KiB)',
  ])
  expect((await ask([first, down])).slice(0, 2)).toEqual([503, 'no_engine'])
})

test('TextGeneration aborts an engine after its timeout and tries the next one', async () => {
  const slow = fakeEngine('slow', hanging(), { timeoutMs: 20 })
  await using service = createTestApp({ engines: [slow, fakeEngine('second', saying('Hello'))] })
  const body = await (await service.asOwner('POST', '/v1/chat/completions', ASK)).json()
  expect(pick(body, 'model')).toBe('second/small')
  expect(await outcomes(service)).toEqual(['second succeeded 1', 'slow timeout 1'])
})

test('TextGeneration redacts secrets in the message of a failure', async () => {
  const evidence = 'Bad header Authorization: Bearer sk-abcdefghijklmnop1234'
  await using service = createTestApp({
    engines: [fakeEngine('first', failing(new EngineFailure('request', evidence)))],
  })
  const text = await (await service.asOwner('POST', '/v1/chat/completions', ASK)).text()
  expect(text).toContain('[redacted]')
  expect(text).not.toContain('sk-abcdefghijklmnop1234')
})

test('TextGeneration does not show a bug of an engine to the caller', async () => {
  await using service = createTestApp({
    engines: [fakeEngine('first', failing(new TypeError('x is undefined at /srv/secret')))],
  })
  const response = await service.asOwner('POST', '/v1/chat/completions', ASK)
  expect(response.status).toBe(503)
  expect(await response.text()).not.toContain('secret')
})

test('TextGeneration does not blame the engine for a client that does not read', async () => {
  await using service = createTestApp({
    engines: [fakeEngine('first', saying('Hello'))],
    speechEngines: [],
  })
  const { accounts, models, log } = service.services
  const textGeneration = new TextGeneration({
    accounts,
    lanes: new EngineLanes(service.services.registry),
    maxAnswerBytes: 1024 ** 2,
    log,
    now: Date.now,
  })
  const caller = callerOf({ kind: 'primary' }, 'r1')
  const turn = { messages: [{ role: 'user' as const, content: 'hi' }], options: {}, stream: true }
  const candidates = models.select(caller, 'auto', requirementsOf(turn.messages, turn.options))
  const late = new AppError('request_timeout', 'The answer was not read in time')
  const used: UsageEntry[] = []
  const context = testContext({
    caller,
    emit: () => Promise.reject(late),
    record: (entry) => used.push(entry),
  })
  const answer = textGeneration.answer(
    { turn, characters: 2, candidates, surface: 'chat' },
    context,
  )
  expect(await answer.catch((error: unknown) => error)).toBe(late)
  expect(used).toMatchObject([{ type: 'model_call', engine: 'first', outcome: 'cancelled' }])
  expect(accounts.parked()).toEqual({ first: 0 })
})

test('an answer is cut at MAX_ANSWER_BYTES, at a whole character, and every form says so', async () => {
  const engine = fakeEngine('first', async function* long() {
    for (let piece = 0; piece < 100; piece += 1) yield [{ type: 'text', text: 'é'.repeat(300) }]
  })
  await using service = createTestApp({ engines: [engine], env: { MAX_ANSWER_BYTES: '1025' } })
  const ask = async (path: string, body: object) =>
    (await service.asOwner('POST', path, body)).json()
  const whole = await ask('/v1/chat/completions', ASK)
  expect(whole).toMatchObject({
    choices: [{ message: { content: 'é'.repeat(512) }, finish_reason: 'length' }],
  })
  const streamed = await service.asOwner('POST', '/v1/chat/completions', { ...ASK, stream: true })
  const text = await streamed.text()
  expect([text.split('é').length - 1, text.includes('"finish_reason":"length"')]).toEqual([
    ...[512, true],
  ])
  expect(await ask('/api/ai/generate', { prompt: 'hi' })).toMatchObject({
    ...{ status: 'succeeded', text: 'é'.repeat(512), truncated: true },
  })
  expect(await ask('/v1/messages', { ...ASK, max_tokens: 9000 })).toMatchObject({
    stop_reason: 'max_tokens',
  })
  expect(await ask('/v1/responses', { model: 'auto', input: 'hi' })).toMatchObject({
    ...{ status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' } },
  })
  const { id } = Object(await ask('/api/conversations', {}))
  await ask(`/api/conversations/${id}/messages`, { content: 'hi' })
  const message = async () =>
    Object(await (await service.asOwner('GET', `/api/conversations/${id}`)).json()).messages[1]
  while ((await message()).status !== 'complete') await new Promise((next) => setImmediate(next))
  expect(await message()).toMatchObject({
    content: 'é'.repeat(512),
    note: 'The answer is cut: the model or this service allows no longer one.',
  })
})
