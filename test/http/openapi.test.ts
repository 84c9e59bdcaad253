import { afterAll, expect, test } from 'bun:test'
import { openApiOf, resolved, undocumented } from '../support/described.ts'
import { DescribedAnswers } from '../support/described-answers.ts'
import { APPROVE, POLL, startDevice } from '../support/devices.ts'
import { fakeEngine, saying } from '../support/engines.ts'
import { pick } from '../support/pick.ts'
import { createTestApp, jsonInit } from '../support/service.ts'
import { makeUser } from '../support/users.ts'

/** Its description is the same for all tests, and takes long to make. */
const service = createTestApp({ engines: [fakeEngine('local', saying('Hello'))] })
afterAll(() => service[Symbol.asyncDispose]())

test('errors match the description of their route', async () => {
  const document = await openApiOf(service)
  const routes = [
    ['get', '/auth-check', '/auth-check', 401],
    ['get', '/v1/models', '/v1/models', 401],
    ['post', '/api/canvas/token/refresh', '/api/canvas/token/refresh', 400],
    ['get', '/api/skills/{name}', '/api/skills/title', 401],
  ] as const
  for (const [method, template, path, status] of routes) {
    const response = await service.request(path, { method: method.toUpperCase() })
    expect(response.status).toBe(status)
    expect(await undocumented(document, `${method} ${template}`, response)).toEqual([])
  }
})

test('errors of OpenAI paths are described with their object, in one component', async () => {
  const document = await openApiOf(service)
  const schemaOf = (path: string) => {
    const answer = pick(Object(pick(document, 'paths'))[path], 'get.responses.401')
    return pick(resolved(document, answer), 'content.application/json.schema')
  }
  expect(schemaOf('/v1/models')).toEqual({ $ref: '#/components/schemas/OpenAiError' })
  expect(schemaOf('/auth-check')).toEqual({ $ref: '#/components/schemas/Error' })
})

test('GET /openapi.json describes path and query parameters, and none with a default is required', async () => {
  const document = await openApiOf(service)
  const paths = Object(pick(document, 'paths'))
  const limit = Object(pick(paths['/api/skills'], 'get.parameters')).find(
    (one: object) => pick(one, 'name') === 'limit',
  )
  expect(limit).toEqual({
    name: 'limit',
    in: 'query',
    required: false,
    schema: { type: 'integer', minimum: 1, maximum: 200, default: 50 },
  })
  for (const [path, operations] of Object.entries(paths)) {
    const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
    for (const operation of Object.values(Object(operations))) {
      const described = Object(pick(operation, 'parameters') ?? [])
        .filter((one: object) => pick(one, 'in') === 'path')
        .map((one: object) => pick(one, 'name'))
      expect([path, described]).toEqual([path, names])
    }
  }
})

test('GET /openapi.json is a valid description by the rules of OpenAPI', async () => {
  const document = await openApiOf(service)
  // By a name that is resolved late: the types of the package are not checked with ours.
  const path = Bun.resolveSync('@seriousme/openapi-schema-validator', import.meta.dir)
  const { Validator } = await import(path)
  const validator = new Validator()
  const { valid, errors } = await validator.validate(document)
  expect([valid, errors]).toEqual([true, undefined])
  expect(validator.version).toBe('3.1')
})

test('the answers of the service’s own routes are as described', async () => {
  const document = await openApiOf(service)
  const { authorization } = service.makeKey()
  const { headers } = makeUser(service.services)
  const answers = [
    ['get /auth-check', await service.asOwner('GET', '/auth-check')],
    ['get /auth-check', await service.request('/auth-check', { headers: { authorization } })],
    ['get /auth-check', await service.request('/auth-check', { headers })],
    ['get /health', await service.request('/health')],
    ['get /metrics', await service.asOwner('GET', '/metrics')],
    ['get /admin/engines', await service.asOwner('GET', '/admin/engines')],
    ['get /admin/usage', await service.asOwner('GET', '/admin/usage')],
    ['get /admin/usage', await service.asOwner('GET', '/admin/usage?limit=0')],
    ['get /admin/usage/usual', await service.asOwner('GET', '/admin/usage/usual')],
    ['get /admin/usage.csv', await service.asOwner('GET', '/admin/usage.csv')],
    ['post /api/ai/image', await service.asOwner('POST', '/api/ai/image', {})],
  ] as const
  for (const [route, answer] of answers)
    expect([route, await undocumented(document, route, answer)]).toEqual([route, []])
})

/** Routes that refuse everything, so that they have no answer to describe. */
const WITHHELD = [
  'post /api/ai/image',
  'post /api/canvas/images',
  'post /api/code/v1/responses/compact',
  'post /v1/responses/compact',
]
/** Answers without a body; the last as Streamable HTTP has it for messages that want no answer. */
const EMPTY = ['204', '303', '304', '202 /mcp']
test('GET /openapi.json describes the answer of every route', async () => {
  const paths = Object(pick(await openApiOf(service), 'paths'))
  const missing = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(Object(operations)).flatMap(([method, operation]) => {
      const good = Object.entries(Object(pick(operation, 'responses'))).filter(
        ([status]) => Number(status) < 400,
      )
      const bare = good.filter(
        ([status, answer]) =>
          method !== 'head' &&
          !EMPTY.includes(status) &&
          !EMPTY.includes(`${status} ${path}`) &&
          !pick(answer, 'content'),
      )
      return good.length === 0 || bare.length > 0 ? [`${method} ${path}`] : []
    }),
  )
  expect(missing.sort()).toEqual(WITHHELD)
})

test('the answers of lists and records are as described', async () => {
  const document = await openApiOf(service)
  const { id } = service.makeKey()
  const content =
    '---\nname: haiku\ndescription: Writes a haiku\n---\nWrite a haiku about {{input}}.\n'
  const person = makeUser(service.services)
  const waiting = await startDevice(service)
  const approved = await service.request(
    APPROVE,
    jsonInit('POST', { user_code: waiting.user_code, decision: 'approve' }, person.headers),
  )
  const { device_code } = waiting
  const answers = [
    ['post /code/approve', approved],
    ['post /api/code/devices/poll', await service.request(POLL, jsonInit('POST', { device_code }))],
    ['put /api/skills/{name}', await service.asOwner('PUT', '/api/skills/haiku', { content })],
    ['put /api/skills/{name}', await service.asOwner('PUT', '/api/skills/haiku', { content })],
    ['get /api/skills', await service.asOwner('GET', '/api/skills?limit=2')],
    ['get /api/skills/{name}', await service.asOwner('GET', '/api/skills/haiku')],
    ['delete /api/skills/{name}', await service.asOwner('DELETE', '/api/skills/haiku')],
    ['delete /api/skills/{name}', await service.asOwner('DELETE', '/api/skills/title')],
    ['get /admin/skills/{name}', await service.asOwner('GET', '/admin/skills/title')],
    ['get /api/ai/agent/tasks', await service.asOwner('GET', '/api/ai/agent/tasks')],
    ['get /admin/api-keys', await service.asOwner('GET', '/admin/api-keys')],
    ['get /admin/api-keys/{id}', await service.asOwner('GET', `/admin/api-keys/${id}`)],
    ['get /admin/api-access', await service.asOwner('GET', '/admin/api-access')],
    ['post /admin/api-keys', await service.asOwner('POST', '/admin/api-keys', { label: 'new' })],
    ['post /admin/api-keys', await service.asOwner('POST', '/admin/api-keys', { label: '' })],
    [
      'post /admin/api-keys/{id}/revoke',
      await service.asOwner('POST', `/admin/api-keys/${id}/revoke`),
    ],
    ['get /admin/users', await service.asOwner('GET', '/admin/users')],
    ['get /admin/devices', await service.asOwner('GET', '/admin/devices')],
    ['get /admin/alerts', await service.asOwner('GET', '/admin/alerts')],
    ['get /admin/audit', await service.asOwner('GET', '/admin/audit')],
    ['post /logout', await service.request('/logout', jsonInit('POST', {}, person.headers))],
    ['get /login', await service.request('/login')],
  ] as const
  for (const [route, answer] of answers)
    expect([route, await undocumented(document, route, answer)]).toEqual([route, []])
})

test('undocumented() reports an undocumented field, status and media type', async () => {
  const document = await openApiOf(service)
  const faults = (response: Response) => undocumented(document, 'get /health', response)
  expect(await faults(Response.json({ status: 'ok' }))).toEqual([])
  expect(await faults(Response.json({ status: 'ok', more: 1 }))).toHaveLength(1)
  expect(await faults(Response.json({ status: 'ill' }))).toHaveLength(1)
  expect(await faults(Response.json({ status: 'ok' }, { status: 202 }))).toHaveLength(1)
  expect(await faults(new Response('ok'))).toHaveLength(1)
})

test('every answer of a test is compared with the description, errors included', async () => {
  const answered = async (answer: Response) => {
    const answers = new DescribedAnswers(service.app.routes)
    const request = new Request('http://localhost/health')
    await service.app.fetch(request)
    answers.check(request, answer)
    return answers.finish().then(
      () => 'as described',
      (error: Error) => error.message.split('\n')[1],
    )
  }
  expect(await answered(Response.json({ status: 'ok' }))).toBe('as described')
  expect(await answered(Response.json({ status: 'ill' }))).toStartWith('get /health 200: /status')
  const busy = Response.json({ detail: 'Later', code: 'busy' }, { status: 429 })
  expect(await answered(busy)).toBe('get /health does not say 429')
})

test('the answers of models, jobs and the queue are as described', async () => {
  const document = await openApiOf(service)
  const chat = { model: 'auto', messages: [{ role: 'user', content: 'hi' }] }
  const ask = (method: string, path: string, body?: unknown) => service.asOwner(method, path, body)
  const made = await ask('POST', '/api/ai/generate', { prompt: 'hi', async: true })
  const job = `/api/ai/generate/${pick(await made.clone().json(), 'job_id')}`
  const answers = [
    ['get /v1/models', await ask('GET', '/v1/models')],
    ['post /v1/chat/completions', await ask('POST', '/v1/chat/completions', chat)],
    [
      'post /v1/chat/completions',
      await ask('POST', '/v1/chat/completions', { ...chat, stream: true }),
    ],
    [
      'post /v1/chat/completions',
      await ask('POST', '/v1/chat/completions', { ...chat, model: 'none' }),
    ],
    ['post /v1/chat/completions', await ask('POST', '/v1/chat/completions', {})],
    ['post /api/ai/generate', made],
    ['post /api/ai/generate', await ask('POST', '/api/ai/generate', { prompt: 'hi' })],
    ['post /api/ai/generate', await ask('POST', '/api/ai/generate', { prompt: '' })],
    ['get /api/ai/generate/{id}/events', await ask('GET', `${job}/events`)],
    ['get /api/ai/generate/{id}', await ask('GET', job)],
    ['delete /api/ai/generate/{id}', await ask('DELETE', job)],
    ['get /api/ai/generate/{id}', await ask('GET', '/api/ai/generate/none')],
    ['get /admin/queue', await ask('GET', '/admin/queue')],
  ] as const
  for (const [route, answer] of answers)
    expect([route, await undocumented(document, route, answer)]).toEqual([route, []])
})

test('GET /openapi.json names the shapes that several routes share', async () => {
  const names = Object.keys(Object(pick(await openApiOf(service), 'components.schemas')))
  expect(names).toEqual(
    expect.arrayContaining(['Error', 'OpenAiError', 'GenerateJob', 'AgentJob', 'Skill', 'ApiKey']),
  )
})

test('the progress of the queue and of jobs is one shape', async () => {
  const schemas = pick(await openApiOf(service), 'components.schemas')
  const progress = { anyOf: [{ $ref: '#/components/schemas/Progress' }, { type: 'null' }] }
  expect(pick(schemas, 'QueueItem.properties.progress')).toEqual(progress)
  expect(pick(schemas, 'GenerateJob.properties.progress')).toEqual(progress)
})
