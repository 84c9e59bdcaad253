import { expect, test } from 'bun:test'
import { fakeEngine, saying } from '../../support/engines.ts'
import { pickFrom } from '../../support/pick.ts'
import { createTestApp } from '../../support/service.ts'

const PATH = '/api/ai/agent'

test('a skill’s preferred engines are asked first, and only those that the caller may use', async () => {
  await using service = createTestApp({
    engines: [fakeEngine('first', saying('1')), fakeEngine('second', saying('2'))],
  })
  const content =
    '---\nname: haiku\ndescription: x\nengines: [absent, second]\n---\nWrite a haiku on the text.'
  await service.asOwner('PUT', '/api/skills/haiku', { content })
  const body = { task: 'haiku', input: 'A frog' }
  expect(await pickFrom(await service.asOwner('POST', PATH, body), 'engine')).toBe('second')
  const pinned = await service.asOwner('POST', PATH, { ...body, engine: 'first' })
  expect(await pickFrom(pinned, 'engine')).toBe('first')
  const { authorization } = service.makeKey({ agent_tasks: ['haiku'], agent_engines: ['first'] })
  const init = { method: 'POST', headers: { authorization }, body: JSON.stringify(body) }
  expect(await pickFrom(await service.request(PATH, init), 'engine')).toBe('first')
})

test('an engine without schema support gets the schema as an instruction', async () => {
  const capabilities = { images: false, structured: false, tools: false }
  const plain = fakeEngine('plain', saying('{"sum":2}'), { capabilities })
  await using service = createTestApp({ engines: [plain] })
  const schema = { type: 'object', properties: { sum: { type: 'integer' } }, required: ['sum'] }
  const body = { task: 'extract', input: 'Total: 2', options: { schema } }
  const response = await service.asOwner('POST', PATH, body)
  expect(await pickFrom(response, 'result')).toEqual({ sum: 2 })
  expect(plain.turns[0]?.options).toEqual({})
  expect(plain.turns[0]?.messages[1]?.content).toContain(JSON.stringify(schema))
  expect(plain.turns[0]?.messages[1]?.content).not.toContain(' options]')
})

test('an engine that fits the whole prompt goes before one that fits the input only', async () => {
  const tight = fakeEngine('tight', saying('tight'), { maxCharacters: 100_000 })
  const roomy = fakeEngine('roomy', saying('roomy'), { maxCharacters: 400_000 })
  await using service = createTestApp({ engines: [tight, roomy] })
  const ask = async (characters: number) => {
    const body = { task: 'summarize', input: 'x'.repeat(characters) }
    return pickFrom(await service.asOwner('POST', PATH, body), 'engine')
  }
  expect(await ask(1000)).toBe('tight')
  expect(await ask(100_000)).toBe('roomy')
})

test('an engine that is too small is not asked, and the error has the count', async () => {
  const small = fakeEngine('small', saying('x'), { maxCharacters: 8000 })
  await using service = createTestApp({ engines: [small] })
  const body = { task: 'summarize', input: 'x'.repeat(7990) }
  const response = await service.asOwner('POST', PATH, body)
  expect(response.status).toBe(422)
  expect(await pickFrom(response, 'code')).toBe('too_long')
  expect(small.turns).toEqual([])
})
