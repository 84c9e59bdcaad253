import { afterAll, expect, test } from 'bun:test'
import { fakeEngine, saying } from '../support/engines.ts'
import { pick, pickFrom, pickList } from '../support/pick.ts'
import { createTestApp, jsonInit } from '../support/service.ts'

const PATH = '/api/skills'
const ADMIN = '/admin/skills'
const HAIKU = '---\nname: haiku\ndescription: Writes a haiku.\n---\nWrite a haiku on the text.'

/** For tests that see nothing of one another there. */
const service = createTestApp()
afterAll(() => service[Symbol.asyncDispose]())

test('GET /api/skills pages through the skills by name', async () => {
  const { authorization } = service.makeKey({ media: true })
  const first = await service.request(`${PATH}?limit=5`, { headers: { authorization } })
  const page = await first.json()
  expect(pickList(page, 'items').map((item) => pick(item, 'name'))).toEqual([
    'answer_from_text',
    'chapters',
    'classify',
    'extract',
    'rewrite',
  ])
  expect(pick(page, 'items.0')).toMatchObject({
    source: 'shipped',
    engines: [],
    input_schema: { required: ['text', 'question'] },
  })
  expect(pick(page, 'items.0.content')).toBeUndefined()
  const rest = await (
    await service.asOwner('GET', `${PATH}?cursor=${pick(page, 'next_cursor')}`)
  ).json()
  expect(pickList(rest, 'items').map((item) => pick(item, 'name'))).toEqual([
    'summarize',
    'title',
    'translate',
  ])
  expect(pick(rest, 'next_cursor')).toBeNull()
  expect((await service.asOwner('GET', `${PATH}?limit=201`)).status).toBe(422)
})

test('GET /api/skills/{name} shows the whole SKILL.md', async () => {
  const skill = await (await service.asOwner('GET', `${PATH}/translate`)).json()
  expect(skill).toMatchObject({ name: 'translate', result_schema: { type: 'string' } })
  expect(String(pick(skill, 'content'))).toStartWith('---\nname: translate\n')
  expect((await service.asOwner('GET', `${PATH}/nobody`)).status).toBe(404)
  expect((await service.asOwner('GET', `${PATH}/..%2F..%2Fetc`)).status).toBe(404)
})

test('/api/skills is for keys with media, changes are for the owner', async () => {
  const out = service.makeKey({ generate: true, agent_tasks: ['title'] })
  const able = service.makeKey({ media: true })
  const ask = async (method: string, path: string, authorization?: string) => {
    const headers = authorization === undefined ? {} : { authorization }
    const body = method === 'PUT' ? { content: HAIKU } : undefined
    return (await service.request(path, jsonInit(method, body, headers))).status
  }
  expect(await ask('GET', PATH)).toBe(401)
  expect(await ask('GET', PATH, out.authorization)).toBe(403)
  expect(await ask('GET', `${PATH}/title`, out.authorization)).toBe(403)
  expect(await ask('GET', `${PATH}/title`, able.authorization)).toBe(200)
  expect(await ask('PUT', `${PATH}/haiku`)).toBe(401)
  expect(await ask('PUT', `${PATH}/haiku`, able.authorization)).toBe(403)
  expect(await ask('DELETE', `${PATH}/title`, able.authorization)).toBe(403)
  expect(await ask('GET', `${PATH}/haiku`, able.authorization)).toBe(404)
})

test('PUT /api/skills/{name} acts on the next task, DELETE as well', async () => {
  const engine = fakeEngine('local', saying('Old pond'))
  await using service = createTestApp({ engines: [engine] })
  const run = () => service.asOwner('POST', '/api/ai/agent', { task: 'haiku', input: 'A frog' })
  expect((await run()).status).toBe(404)
  const made = await service.asOwner('PUT', `${PATH}/haiku`, { content: HAIKU })
  expect(made.status).toBe(201)
  expect(await made.json()).toMatchObject({ name: 'haiku', source: 'own', content: HAIKU })
  expect(await pickFrom(await run(), 'result')).toBe('Old pond')
  const content = HAIKU.replace('Write a haiku', 'Write a sonnet')
  expect((await service.asOwner('PUT', `${PATH}/haiku`, { content })).status).toBe(200)
  await run()
  expect(engine.turns[1]?.messages[0]?.content).toStartWith('Write a sonnet on the text.')
  const gone = await service.asOwner('DELETE', `${PATH}/haiku`)
  expect(gone.status).toBe(204)
  expect(await gone.text()).toBe('')
  expect((await run()).status).toBe(404)
  expect((await service.asOwner('DELETE', `${PATH}/haiku`)).status).toBe(404)
})

test('a shipped skill can be overridden, returns when the override is deleted, and cannot be deleted', async () => {
  const content = HAIKU.replace('haiku', 'title')
  expect((await service.asOwner('PUT', `${PATH}/title`, { content })).status).toBe(200)
  expect(await pickFrom(await service.asOwner('GET', `${PATH}/title`), 'source')).toBe('override')
  expect((await service.asOwner('DELETE', `${PATH}/title`)).status).toBe(204)
  expect(await pickFrom(await service.asOwner('GET', `${PATH}/title`), 'source')).toBe('shipped')
  const refused = await service.asOwner('DELETE', `${PATH}/title`)
  expect(refused.status).toBe(409)
  expect(await pickFrom(refused, 'code')).toBe('conflict')
})

test('/admin/skills is the owner’s alone, whatever a key’s profile', async () => {
  const able = service.makeKey({ media: true, agent_tasks: ['title'] })
  const ask = async (method: string, path: string, headers: Record<string, string> = {}) => {
    const body = method === 'PUT' ? { content: HAIKU } : undefined
    return (await service.request(path, jsonInit(method, body, headers))).status
  }
  const requests = [
    ['GET', ADMIN],
    ['GET', `${ADMIN}/title`],
    ['PUT', `${ADMIN}/haiku`],
    ['DELETE', `${ADMIN}/title`],
  ] as const
  for (const [method, path] of requests) {
    expect(await ask(method, path)).toBe(401)
    expect(await ask(method, path, { authorization: able.authorization })).toBe(403)
  }
  expect((await service.asOwner('GET', `${PATH}/haiku`)).status).toBe(404)
})

test('/admin/skills reads, makes, replaces and deletes the skills of /api/skills', async () => {
  const [page, same] = await Promise.all(
    [ADMIN, PATH].map(async (path) => (await service.asOwner('GET', `${path}?limit=5`)).json()),
  )
  expect(pickList(page, 'items')).toHaveLength(5)
  expect(page).toEqual(same)
  expect((await service.asOwner('GET', `${ADMIN}?limit=201`)).status).toBe(422)
  const put = (content: string) => service.asOwner('PUT', `${ADMIN}/haiku`, { content })
  expect((await put(HAIKU)).status).toBe(201)
  expect((await put(HAIKU)).status).toBe(200)
  expect((await put('no front matter')).status).toBe(422)
  expect((await put('x'.repeat(256 * 1024))).status).toBe(413)
  const read = await service.asOwner('GET', `${ADMIN}/haiku`)
  expect(await read.json()).toMatchObject({ name: 'haiku', source: 'own', content: HAIKU })
  expect((await service.asOwner('GET', `${PATH}/haiku`)).status).toBe(200)
  expect((await service.asOwner('DELETE', `${ADMIN}/haiku`)).status).toBe(204)
  expect((await service.asOwner('GET', `${ADMIN}/haiku`)).status).toBe(404)
  expect((await service.asOwner('DELETE', `${ADMIN}/title`)).status).toBe(409)
  const wrong = await service.asOwner('POST', `${ADMIN}/haiku`, {})
  expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'DELETE, GET, HEAD, PUT'])
})

test('PUT /api/skills/{name} names the fault of an invalid text and does not store it', async () => {
  const put = (name: string, body: unknown) => service.asOwner('PUT', `${PATH}/${name}`, body)
  const other = await put('other', { content: HAIKU })
  expect(other.status).toBe(422)
  expect(await pickFrom(other, 'detail')).toBe(
    'Cannot read the skill: it is named haiku, not other',
  )
  expect((await put('haiku', { content: 'no front matter' })).status).toBe(422)
  expect((await put('haiku', {})).status).toBe(422)
  expect((await put('haiku', { content: HAIKU, path: '/etc/passwd' })).status).toBe(422)
  expect((await put('Haiku', { content: HAIKU })).status).toBe(404)
  expect((await put('..%2Fhaiku', { content: HAIKU })).status).toBe(404)
  const padding = 32_000 - HAIKU.length
  expect((await put('haiku', { content: `${HAIKU}${'x'.repeat(padding + 1)}` })).status).toBe(422)
  expect((await service.asOwner('GET', `${PATH}/haiku`)).status).toBe(404)
  expect((await put('haiku', { content: `${HAIKU}${'x'.repeat(padding)}` })).status).toBe(201)
  expect((await put('haiku', { content: 'x'.repeat(256 * 1024) })).status).toBe(413)
})
