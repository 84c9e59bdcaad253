import { expect, test } from 'bun:test'
import { FORWARDED_FIELDS } from '../../src/features/chat/http/chat-completions/forwarded-fields.ts'
import { openApiOf } from '../support/described.ts'
import { fakeEngine, saying } from '../support/engines.ts'
import { pick, pickList } from '../support/pick.ts'
import { createTestApp } from '../support/service.ts'

interface Operation {
  name: string
  value: unknown
}

function operationsOf(document: unknown): Operation[] {
  return Object.entries(Object(pick(document, 'paths'))).flatMap(([path, operations]) =>
    Object.entries(Object(operations)).map(([method, value]) => ({
      name: `${method} ${path}`,
      value,
    })),
  )
}

test('the servers are the address that serves the document and the public ones', async () => {
  const servers = async (env: Record<string, string>) => {
    await using service = createTestApp({ env })
    return pickList(await openApiOf(service), 'servers').map((server) => pick(server, 'url'))
  }
  expect(await servers({})).toEqual(['/'])
  const env = { BASE_URL: 'https://hearth.test', ALT_BASE_URL: 'https://other.test' }
  expect(await servers(env)).toEqual(['/', 'https://hearth.test', 'https://other.test'])
})

test('chat describes each field that is forwarded, and none of them is required or checked', async () => {
  const bodies: unknown[] = []
  const engine = fakeEngine('local', (turn, signal) => {
    bodies.push(turn.options)
    return saying('Hello')(turn, signal)
  })
  await using service = createTestApp({ engines: [engine] })
  const body = pick(await openApiOf(service), 'components.schemas.ChatRequest')
  expect(pick(body, 'required')).toEqual(['model', 'messages'])
  const names = Object.keys(FORWARDED_FIELDS)
  for (const name of ['tools', 'temperature', 'max_completion_tokens', 'response_format', 'seed'])
    expect(names).toContain(name)
  expect(Object.keys(Object(pick(body, 'properties')))).toEqual(expect.arrayContaining(names))
  const odd = Object.fromEntries(names.map((name) => [name, 'odd']))
  const chat = { model: 'auto', messages: [{ role: 'user', content: 'hi' }], foreign: 'odd' }
  const answer = await service.asOwner('POST', '/v1/chat/completions', { ...chat, ...odd })
  expect([answer.status, bodies]).toEqual([200, [odd]])
})

test('every route is in a described group, has words, and names its credential', async () => {
  await using service = createTestApp()
  const document = await openApiOf(service)
  const groups = pickList(document, 'tags').map((tag) => pick(tag, 'name'))
  expect(groups[0]).toBe('Chat')
  for (const { name, value } of operationsOf(document)) {
    const tags = pickList(value, 'tags')
    expect([name, tags.length, tags.every((tag) => groups.includes(tag))]).toEqual([name, 1, true])
    expect([name, String(pick(value, 'summary')).length > 5]).toEqual([name, true])
    const isOpen = pickList(value, 'security').length === 0
    const words = isOpen ? 'Open to all.' : 'Needs '
    expect(String(pick(value, 'description'))).toContain(words)
  }
})

test('every JSON body and answer has an example', async () => {
  await using service = createTestApp()
  const document = await openApiOf(service)
  const bare = operationsOf(document).flatMap(({ name, value }) =>
    [pick(value, 'requestBody'), ...Object.values(Object(pick(value, 'responses')))]
      .map((part) => Object(pick(part, 'content'))['application/json'])
      .filter((media) => media !== undefined && !('example' in media) && !('examples' in media))
      .map(() => name),
  )
  expect(bare).toEqual([])
})

test('/docs/api has every route of the description, and no other', async () => {
  await using service = createTestApp()
  const document = await openApiOf(service)
  const page = await (await service.request('/docs/api')).text()
  const shown = [...page.matchAll(/<article id="(\w+)" data-method/g)].map(([, id]) => id)
  const described = operationsOf(document).map(({ value }) => pick(value, 'operationId'))
  expect(shown.toSorted()).toEqual(described.map(String).toSorted())
})

test('/docs/api writes the address of the request, escaped', async () => {
  await using service = createTestApp({ env: { BASE_URL: 'https://hearth.test' } })
  const page = async (host: string) =>
    (await service.request('/docs/api', { headers: { host } })).text()
  expect((await page('localhost:9')).includes('curl http://localhost:9/v1/')).toBe(true)
  expect((await page('hearth.test')).includes('curl https://hearth.test/v1/')).toBe(true)
  expect((await page('a<b>"')).includes('http://a<b>')).toBe(false)
})
