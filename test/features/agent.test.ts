import { expect, test } from 'bun:test'
import { EngineFailure } from '../../src/engines/contract/failure.ts'
import { failing, fakeEngine, hanging, saying } from '../support/engines.ts'
import { pick, pickFrom, pickList } from '../support/pick.ts'
import { createTestApp, jsonInit, type TestApp } from '../support/service.ts'

const PATH = '/api/ai/agent'

/** An engine that says one answer after the other. */
function answering(...answers: string[]) {
  return fakeEngine('local', async function* say() {
    yield [
      { type: 'text', text: answers.shift() ?? '' },
      { type: 'finish', reason: 'stop' },
    ]
  })
}

async function creditsOf(service: TestApp): Promise<unknown> {
  return pickFrom(await service.asOwner('GET', '/admin/usage'), 'totals.credits')
}

test('POST /api/ai/agent does a task and records 2 credits and one call of a model', async () => {
  const engine = answering(' A short text. ')
  await using service = createTestApp({ engines: [engine] })
  const response = await service.asOwner('POST', PATH, {
    task: 'summarize',
    input: 'A long text.',
    options: { length: 'short' },
    engine: 'local',
  })
  expect(response.status).toBe(200)
  expect(await response.json()).toEqual({
    status: 'succeeded',
    task: 'summarize',
    result: 'A short text.',
    text: ' A short text. ',
    engine: 'local',
    model: 'small',
  })
  const [system, user] = engine.turns[0]?.messages ?? []
  expect(system).toMatchObject({ role: 'system' })
  expect(user?.content).toMatch(/\[BEGIN \S+ input\]\nA long text\.\n\[END \S+ input\]/)
  const usage = await service.asOwner('GET', '/admin/usage?group_by=action,surface')
  const report = await usage.json()
  expect(pick(report, 'totals')).toMatchObject({ calls: 1, credits: 2, model_calls: 1 })
  expect(pickList(report, 'items')).toContainEqual(
    expect.objectContaining({ action: 'agent', credits: 2 }),
  )
  expect(pickList(report, 'items')).toContainEqual(
    expect.objectContaining({ surface: 'agent', model_calls: 1 }),
  )
})

test('options.brand gives a task the tone, the language and the words of a brand', async () => {
  const engine = answering('Kurz.', 'Kurz.')
  await using service = createTestApp({ engines: [engine] })
  const glossary = [{ term: 'skates', use: 'Rocket Skates' }]
  const brand = { name: 'Acme', language: 'de', tone: 'Short sentences', glossary }
  await service.asOwner('PUT', '/api/brands/acme', brand)
  const body = (options: object) => ({ task: 'summarize', input: 'A long text.', options })
  const given = await service.asOwner('POST', PATH, body({ brand: 'acme', length: 'short' }))
  expect(given.status).toBe(200)
  const [system, user] = engine.turns[0]?.messages ?? []
  expect(system?.content).toContain('The part brand says whose text you write')
  expect(user?.content).toContain(
    '{"name":"Acme","language":"de","tone":"Short sentences","glossary":{"skates":"Rocket Skates"}}',
  )
  expect(user?.content).toContain('{"length":"short"}')
  await service.asOwner('POST', PATH, body({}))
  expect(JSON.stringify(engine.turns[1]?.messages)).not.toContain('brand')
  const unknown = await service.asOwner('POST', PATH, body({ brand: 'acne' }))
  expect([unknown.status, await pickFrom(unknown, 'detail')]).toEqual([
    422,
    'There is no brand "acne"',
  ])
  // The tasks that write nothing of their own take none.
  const labels = { task: 'classify', input: 'x', options: { labels: ['a', 'b'], brand: 'acme' } }
  expect((await service.asOwner('POST', PATH, labels)).status).toBe(422)
  expect(engine.turns).toHaveLength(2)
})

test('POST /api/ai/agent without a key is 401, and a code or canvas credential is none', async () => {
  await using service = createTestApp()
  const body = { task: 'title', input: 'x' }
  expect((await service.request(PATH, jsonInit('POST', body))).status).toBe(401)
  const headers = { authorization: 'Bearer hcd_device' }
  expect((await service.request(PATH, jsonInit('POST', body, headers))).status).toBe(401)
  expect((await service.request(`${PATH}/tasks`)).status).toBe(401)
})

test('a key runs and sees only the tasks of its profile, on the engines of its profile', async () => {
  await using service = createTestApp({
    engines: [fakeEngine('local', saying('x')), fakeEngine('other', saying('y'))],
  })
  const { authorization } = service.makeKey({
    agent_tasks: ['title', 'nobody'],
    agent_engines: ['local'],
  })
  const ask = (body: object) =>
    service.request(PATH, jsonInit('POST', { input: 'text', ...body }, { authorization }))
  expect((await ask({ task: 'title' })).status).toBe(200)
  const denied = await ask({ task: 'rewrite' })
  expect(denied.status).toBe(403)
  expect(await denied.json()).toEqual({
    detail: 'This key may not run the agent task rewrite',
    code: 'capability_denied',
  })
  expect((await ask({ task: 'unknown' })).status).toBe(403)
  expect((await ask({ task: 'nobody' })).status).toBe(404)
  const engine = await ask({ task: 'title', engine: 'other' })
  expect(engine.status).toBe(403)
  expect(await pickFrom(engine, 'code')).toBe('capability_denied')
  const tasks = await service.request(`${PATH}/tasks`, { headers: { authorization } })
  expect(await tasks.json()).toEqual({
    items: [expect.objectContaining({ name: 'title', input_schema: expect.anything() })],
    next_cursor: null,
  })
  const none = service.makeKey({ generate: true, agent_engines: ['local'] })
  const tasksOf = { headers: { authorization: none.authorization } }
  expect(await pickFrom(await service.request(`${PATH}/tasks`, tasksOf), 'items')).toEqual([])
  const idle = service.makeKey({ agent_tasks: ['title'], agent_engines: [] })
  const init = jsonInit('POST', { task: 'title', input: 'x' }, idle)
  expect((await service.request(PATH, init)).status).toBe(403)
  expect(await creditsOf(service)).toBe(2)
})

test('a task with a result schema returns a value, after one repair request', async () => {
  const engine = answering(
    '{"label":"pork","reason":"None"}',
    '{"label":"spam","reason":"It sells."}',
  )
  await using service = createTestApp({ engines: [engine] })
  const response = await service.asOwner('POST', PATH, {
    task: 'classify',
    input: 'Buy now',
    options: { labels: ['spam', 'mail'] },
  })
  expect(await pickFrom(response, 'result')).toEqual({ label: 'spam', reason: 'It sells.' })
  expect(engine.turns).toHaveLength(2)
  expect(pick(engine.turns[0]?.options, 'response_format.type')).toBe('json_schema')
  expect(JSON.stringify(engine.turns[1]?.messages)).toContain('does not match the JSON schema')
  expect(await creditsOf(service)).toBe(2)
})

test('a result that never matches its schema, or was truncated, is a failure without a charge', async () => {
  const cut = fakeEngine('cut', async function* say() {
    yield [
      { type: 'text', text: 'Half a' },
      { type: 'finish', reason: 'length' },
    ]
  })
  await using service = createTestApp({ engines: [answering('[1]', 'no'), cut] })
  const chapters = await service.asOwner('POST', PATH, {
    task: 'chapters',
    input: '00:00 Hello',
    engine: 'local',
  })
  expect(chapters.status).toBe(502)
  expect(await pickFrom(chapters, 'detail')).toBe(
    'The answer does not match the result schema of the task: it is not JSON',
  )
  const body = { task: 'translate', input: 'Hello', options: { target: 'de' }, engine: 'cut' }
  expect((await service.asOwner('POST', PATH, body)).status).toBe(502)
  expect(await creditsOf(service)).toBe(0)
})

test('each shipped task returns a result of its schema', async () => {
  const chapters = [{ start_seconds: 0, title: 'Hello' }]
  const found = { found: true, answer: 'Blue', quotes: ['The sky is blue.'] }
  const schema = { type: 'object', properties: { sum: { type: 'number' } }, required: ['sum'] }
  const cases: [object, string, unknown][] = [
    [{ task: 'rewrite', input: 'x', options: { goal: 'shorter' } }, 'Short', 'Short'],
    [{ task: 'translate', input: 'x', options: { target: 'German' } }, 'Hallo', 'Hallo'],
    [{ task: 'title', input: 'x', options: { max_characters: 10 } }, 'A title', 'A title'],
    [{ task: 'chapters', input: 'x' }, JSON.stringify({ result: chapters }), chapters],
    [{ task: 'extract', input: 'x', options: { schema } }, '{"sum":1.5}', { sum: 1.5 }],
    [
      { task: 'answer_from_text', input: { text: 'The sky is blue.', question: 'Which colour?' } },
      JSON.stringify(found),
      found,
    ],
  ]
  const engine = answering(...cases.map(([, answer]) => answer))
  await using service = createTestApp({ engines: [engine] })
  for (const [body, , result] of cases) {
    const response = await service.asOwner('POST', PATH, body)
    expect(await pickFrom(response, 'result')).toEqual(result)
  }
})

test('POST /api/ai/agent names the first wrong field', async () => {
  const engine = answering()
  await using service = createTestApp({ engines: [engine] })
  const deep = `{"task":"title","input":{"a":${'['.repeat(100)}${']'.repeat(100)}}}`
  const wrong: [unknown, string][] = [
    [{ input: 'x' }, 'task is missing'],
    [{ task: '../title', input: 'x' }, 'task must be'],
    [{ task: 'title' }, 'input is missing'],
    [{ task: 'title', input: 7 }, 'input must be a string or an object'],
    [{ task: 'title', input: '' }, '/input'],
    [{ task: 'title', input: { text: 'x' } }, '/input: must be string'],
    [{ task: 'answer_from_text', input: { text: 'x' } }, "/input: must have required property 'qu"],
    [{ task: 'title', input: 'x', options: [] }, 'options must be an object'],
    [{ task: 'title', input: 'x', options: { max_characters: 5 } }, '/options/max_characters'],
    [{ task: 'translate', input: 'x' }, "/options: must have required property 'target'"],
    [{ task: 'extract', input: 'x', options: { schema: { type: 'no' } } }, '/options/schema'],
    [{ task: 'extract', input: 'x', options: { schema: { $async: true } } }, '/options/schema'],
    [{ task: 'title', input: 'x', async: 'yes' }, 'async must be true or false'],
    [JSON.parse(deep), '/input: nested more than 64 deep'],
  ]
  for (const [body, fault] of wrong) {
    const response = await service.asOwner('POST', PATH, body)
    expect(response.status).toBe(422)
    expect(await pickFrom(response, 'detail')).toContain(fault)
  }
  expect((await service.asOwner('POST', PATH, { task: 'nobody', input: 'x' })).status).toBe(404)
  const engineless = { task: 'title', input: 'x', engine: 'nobody' }
  expect((await service.asOwner('POST', PATH, engineless)).status).toBe(404)
  expect(engine.turns).toEqual([])
  expect(service.services.admissions.of('model').state().admitted).toBe(0)
})

test('POST /api/ai/agent refuses an input above 100,000 characters over all its strings', async () => {
  const engine = fakeEngine('local', saying('{"found":false,"answer":"","quotes":[]}'))
  await using service = createTestApp({ engines: [engine] })
  const text = '𝄞'.repeat(10_000) + 'x'.repeat(90_000)
  const ask = (input: unknown, task = 'summarize') => service.asOwner('POST', PATH, { task, input })
  expect((await ask(text)).status).toBe(200)
  expect(engine.turns[0]?.messages[1]?.content).toContain(text)
  const long = await ask(`${text}x`)
  expect(long.status).toBe(422)
  expect(await long.json()).toEqual({
    detail: 'The input is too long: it has 100001 characters, the bound is 100000',
    code: 'too_long',
  })
  const halves = { text: 'x'.repeat(99_000), question: 'y'.repeat(1000) }
  expect((await ask(halves, 'answer_from_text')).status).toBe(200)
  const more = await ask({ ...halves, text: `${halves.text}x` }, 'answer_from_text')
  expect(await pickFrom(more, 'code')).toBe('too_long')
})

test('options have 20,000 characters as JSON at most', async () => {
  await using service = createTestApp({ engines: [fakeEngine('local', saying('{}'))] })
  const ask = (characters: number) => {
    const schema = { type: 'object', description: 'x'.repeat(characters) }
    return service.asOwner('POST', PATH, { task: 'extract', input: 'x', options: { schema } })
  }
  const around = JSON.stringify({ schema: { type: 'object', description: '' } }).length
  expect((await ask(20_000 - around)).status).toBe(200)
  expect(await pickFrom(await ask(20_001 - around), 'code')).toBe('too_long')
})

test('a body has 256 KiB at most, also without a declared length', async () => {
  await using service = createTestApp({ engines: [fakeEngine('local', saying('x'))] })
  const bare = JSON.stringify({ task: 'title', input: 'x', ignored: '' }).length
  const body = (bytes: number) => ({ task: 'title', input: 'x', ignored: 'x'.repeat(bytes - bare) })
  expect((await service.asOwner('POST', PATH, body(256 * 1024))).status).toBe(200)
  const over = await service.asOwner('POST', PATH, body(256 * 1024 + 1))
  expect(over.status).toBe(413)
  const { authorization } = service.makeKey({ agent_tasks: ['title'], agent_engines: ['local'] })
  let sent = 0
  const endless = new ReadableStream({
    pull(controller) {
      sent += 64 * 1024
      controller.enqueue(new Uint8Array(64 * 1024))
    },
  })
  const headers = { authorization }
  expect((await service.request(PATH, { method: 'POST', headers, body: endless })).status).toBe(413)
  expect(sent).toBeLessThan(1024 * 1024)
})

test('a third task of one key is refused at once, before its body is read', async () => {
  await using service = createTestApp({ engines: [fakeEngine('local', hanging())] })
  const { authorization } = service.makeKey({ agent_tasks: ['title'], agent_engines: ['local'] })
  const ask = (body: unknown) => service.request(PATH, jsonInit('POST', body, { authorization }))
  const job = { task: 'title', input: 'x', async: true }
  expect((await ask(job)).status).toBe(202)
  expect((await ask(job)).status).toBe(202)
  const refused = await ask('not even read')
  expect(refused.status).toBe(429)
  expect(refused.headers.get('retry-after')).toBe('5')
})

test('no engine able to answer is an outcome with 200, and costs nothing', async () => {
  const engine = fakeEngine('local', failing(new EngineFailure('transient', 'down')))
  await using service = createTestApp({ engines: [engine] })
  const response = await service.asOwner('POST', PATH, { task: 'title', input: 'x' })
  expect(response.status).toBe(200)
  expect(await response.json()).toEqual({
    status: 'failed',
    subscription_only: true,
    code: 'no_engine',
    detail: 'No engine could answer: local failed (local: down)',
  })
  expect(await creditsOf(service)).toBe(0)
})
