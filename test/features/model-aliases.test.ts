import { expect, test } from 'bun:test'
import { ConfigError, loadConfig } from '../../src/config/load.ts'
import { anthropicClient, openaiClient } from '../support/clients.ts'
import { fakeEngine, saying } from '../support/engines.ts'
import { pick } from '../support/pick.ts'
import { createTestApp, startService } from '../support/service.ts'

const ALIASES = `[aliases]
"claude-*" = "auto"
"claude-small*" = "local/small"
"gpt-*" = "local/large"
"best" = "house"
"house" = "local/large"
"gone" = "no-such-model"
`
const MESSAGES = [{ role: 'user' as const, content: 'Hello' }]

test('an alias is the model that it means in every dialect, and exact names go first', async () => {
  const local = fakeEngine('local', saying('Hello'), { models: ['small', 'large', 'gpt-own'] })
  await using service = startService({ engines: [local], file: ALIASES })
  const openai = openaiClient(service, { retries: 0 })
  const ask = async (model: string) => {
    const { model: answered } = await openai.chat.completions.create({ model, messages: MESSAGES })
    return answered
  }
  expect(await ask('claude-opus-4')).toBe('local/small')
  expect(await ask('claude-small-1')).toBe('local/small')
  expect(await ask('gpt-4o')).toBe('local/large')
  expect(await ask('gpt-own')).toBe('local/gpt-own')
  expect(await ask('best')).toBe('local/large')
  const { messages } = anthropicClient(service, { retries: 0 })
  const answer = await messages.create({ model: 'gpt-5', max_tokens: 9, messages: MESSAGES })
  expect(answer.model).toBe('local/large')
  const body = { model: 'gone', messages: MESSAGES }
  expect((await service.asOwner('POST', '/v1/chat/completions', body)).status).toBe(404)
})

test('GET /v1/models lists aliases without *, has one for each name, and suits both clients', async () => {
  const engines = [fakeEngine('local', saying('Hello'))]
  await using service = startService({ speechEngines: [], engines, file: ALIASES })
  const openai = await Array.fromAsync(openaiClient(service).models.list())
  const ids = ['auto', 'local', 'local/small', 'local/large', 'best', 'house']
  expect(openai.map(({ id }) => id)).toEqual(ids)
  const { models } = anthropicClient(service)
  const page = await models.list({ limit: 2, after_id: 'auto' })
  expect(page.data.map(({ id, type }) => [id, type])).toEqual(ids.map((id) => [id, 'model']))
  expect([page.has_more, page.first_id, page.last_id]).toEqual([false, 'auto', 'house'])
  expect(await models.retrieve('claude-opus-4')).toMatchObject({
    ...{ id: 'claude-opus-4', type: 'model', display_name: 'claude-opus-4' },
    created_at: expect.stringMatching(/^\d{4}-/),
  })
  expect(await openaiClient(service).models.retrieve('gpt-5')).toMatchObject({
    ...{ id: 'gpt-5', object: 'model', owned_by: 'local' },
  })
})

test('an alias opens no engine that a key may not use', async () => {
  const engines = [fakeEngine('local', saying('Hello')), fakeEngine('other', saying('Hello'))]
  await using service = createTestApp({ engines, file: ALIASES })
  const { authorization } = service.makeKey({ generate: true, agent_engines: ['other'] })
  const answer = await service.request('/v1/chat/completions', {
    method: 'POST',
    headers: { authorization },
    body: JSON.stringify({ model: 'gpt-4', messages: MESSAGES }),
  })
  expect(answer.status).toBe(403)
})

test('wrong aliases are named at the start, each in words', () => {
  const file = `[aliases]
"auto" = "local"
"x" = "y"
"y" = "x"
"star" = "gpt-*"
"two words" = "auto"
`
  const text = faultsOf(file)
  expect(text).toContain('auto is no alias')
  expect(text.match(/leads back to itself/g)).toHaveLength(2)
  expect(text).toContain('without *')
  expect(text).toContain('expected a name of 1 to 200')
  expect(faultsOf('[aliases]\n"number" = 3')).toContain('number is 3')
})

function faultsOf(file: string): string {
  try {
    loadConfig({}, () => file)
    return ''
  } catch (error) {
    if (error instanceof ConfigError) return error.issues.join('\n')
    throw error
  }
}

test('a name that is too long is refused in the form of each dialect', async () => {
  await using service = createTestApp({
    engines: [fakeEngine('local', saying('Hello'))],
    file: '[aliases]\n"a*a*a*a*a*a*b" = "auto"\n',
  })
  const ask = async (path: string, model: string, more: object = { messages: MESSAGES }) => {
    const answer = await service.asOwner('POST', path, { model, ...more })
    const body: unknown = await answer.json()
    return [answer.status, typeof pick(body, 'error'), String(pick(body, 'detail'))]
  }
  const forms: [path: string, kind: string, more?: object][] = [
    ['/v1/chat/completions', 'object'],
    ['/v1/messages', 'object'],
    ['/v1/responses', 'object', { input: 'Hello' }],
    ['/v1/completions', 'object', { prompt: 'Hello' }],
    ['/api/chat', 'string'],
    ['/api/generate', 'string', { prompt: 'Hello' }],
    ['/api/show', 'string'],
    ['/api/ai/generate', 'undefined', { prompt: 'Hello' }],
  ]
  for (const [path, kind, more] of forms) {
    const [status, error, detail] = await ask(path, 'a'.repeat(257), more)
    expect([path, status, error]).toEqual([path, 422, kind])
    expect(detail).toContain('model must be a string of 1 to 256 characters: it has 257')
    expect((await ask(path, 'a'.repeat(256), more))[0]).toBe(404)
  }
})
