import { expect, test } from 'bun:test'
import { fakeEngine, saying } from '../support/engines.ts'
import { gatedEngine, until } from '../support/gates.ts'
import { pickFrom } from '../support/pick.ts'
import { createTestApp } from '../support/service.ts'

const HELLO = { model: 'auto', messages: [{ role: 'user', content: 'hi' }], stream: false }

test('a conversation that says nothing is refused before an engine is asked', async () => {
  const local = fakeEngine('local', saying('Yes'))
  await using service = createTestApp({ engines: [local] })
  const statusOf = async (path: string, messages: object[]) =>
    (await service.asOwner('POST', path, { ...HELLO, messages })).status
  expect(await statusOf('/v1/messages', [{ role: 'user', content: [] }])).toBe(422)
  expect(await statusOf('/v1/messages/count_tokens', [{ role: 'user', content: [] }])).toBe(422)
  expect(await statusOf('/api/chat', [{ role: 'assistant', content: '' }])).toBe(422)
  expect(local.turns).toHaveLength(0)
})

test('fields named as those of every object are ignored like other unknown ones', async () => {
  const local = fakeEngine('local', saying('Yes'))
  await using service = createTestApp({ engines: [local] })
  const odd = '"constructor":1,"toString":2,"__proto__":{"seed":3}'
  const { authorization } = service.makeKey()
  const headers = { authorization, 'content-type': 'application/json' }
  const ask = (path: string, fields: object, more = odd) => {
    const body = `${JSON.stringify(fields).slice(0, -1)},${more}}`
    return service.request(path, { method: 'POST', headers, body })
  }
  const responses = await Promise.all([
    ask('/v1/chat/completions', HELLO),
    ask('/v1/responses', { model: 'auto', input: 'hi' }),
  ])
  const ollama = await ask('/api/chat', HELLO, `"options":{"seed":7,${odd}}`)
  expect([...responses, ollama].map(({ status }) => status)).toEqual([200, 200, 200])
  expect(local.turns.map(({ options }) => JSON.stringify(options))).toEqual([
    '{}',
    '{}',
    '{"seed":7}',
  ])
  expect(local.turns.map(({ options }) => Reflect.get(options, 'seed'))).toEqual([
    undefined,
    undefined,
    7,
  ])
  expect(await pickFrom(ollama, 'message.content')).toBe('Yes')
})

test('tokens are counted within the leases of a caller, because the body may be as large', async () => {
  const gates = gatedEngine()
  await using service = createTestApp({ engines: [gates.engine] })
  const ask = (path: string, content: string) =>
    service.asOwner('POST', path, { ...HELLO, messages: [{ role: 'user', content }] })
  const count = () => ask('/v1/messages/count_tokens', 'How many?')
  const { admissions } = service.services
  const admitted = () => admissions.of('model').state().admitted
  expect(await pickFrom(await count(), 'input_tokens')).toBeGreaterThan(3)
  expect(admitted()).toBe(0)
  const answers = [ask('/v1/messages', 'one'), ask('/v1/messages', 'two')]
  await until(() => admitted() === 2)
  const refused = await count()
  expect(refused.status).toBe(429)
  expect(await pickFrom(refused, 'error.type')).toBe('rate_limit_error')
  for (const content of ['one', 'two']) gates.release(content)
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 200])
})
