import { afterAll, expect, test } from 'bun:test'
import { FORWARDED_FIELDS } from '../../src/features/chat/http/chat-completions/forwarded-fields.ts'
import { openApiOf } from '../support/described.ts'
import { fakeEngine, saying } from '../support/engines.ts'
import { examplesOf, missingNames } from '../support/example-names.ts'
import { pick, pickList } from '../support/pick.ts'
import { createTestApp } from '../support/service.ts'

interface Operation {
  name: string
  value: unknown
}

/** For tests that only read the description, which takes long to make. */
const service = createTestApp()
afterAll(() => service[Symbol.asyncDispose]())
const page = async () => (await service.request('/docs/api')).text()

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
  const document = await openApiOf(service)
  const shown = [...(await page()).matchAll(/<article id="(\w+)" data-method/g)].map(([, id]) => id)
  const described = operationsOf(document).map(({ value }) => pick(value, 'operationId'))
  expect(shown.toSorted()).toEqual(described.map(String).toSorted())
})

test('what each example of /docs/api is about can be made, for test/slow/docs-examples', async () => {
  const examples = examplesOf(await page())
  expect(examples.length).toBeGreaterThan(200)
  expect(examples.map(missingNames).filter((words) => words !== undefined)).toEqual([])
  const foreign = {
    route: 'GET /api/brands/{id}/new/{thing}',
    summary: '',
    text: 'curl /$ID/$THING',
  }
  expect(missingNames(foreign)).toBe(
    'GET /api/brands/{id}/new/{thing}: say in MAKERS of test/support/example-names.ts what /api/brands/{id}/new/{thing} is about',
  )
})

test('/docs/api gives a shell no requests that only a signed-in browser can send', async () => {
  const document = await openApiOf(service)
  const rename = pick(document, 'paths./api/me/passkeys/{id}.patch')
  expect(pick(rename, 'security')).toEqual([{ session: [] }])
  const routes = examplesOf(await page()).map(({ route }) => route)
  expect(routes).not.toContain('PATCH /api/me/passkeys/{id}')
  expect(routes.filter((route) => /\/join\/|\/oauth\/authorize/.test(route))).toEqual([])
})

test('an example sends the headers without which its route refuses', async () => {
  const examples = examplesOf(await page())
  const shared = examples.find(({ route }) => route === 'GET /api/shared-link')
  expect(shared?.text).toEndWith('-H "x-share-token: $X_SHARE_TOKEN"')
})

test('/docs/api writes the address of the request, escaped', async () => {
  await using service = createTestApp({ env: { BASE_URL: 'https://hearth.test' } })
  const page = async (host: string) =>
    (await service.request('/docs/api', { headers: { host } })).text()
  expect((await page('localhost:9')).includes('curl http://localhost:9/v1/')).toBe(true)
  expect((await page('hearth.test')).includes('curl https://hearth.test/v1/')).toBe(true)
  expect((await page('a<b>"')).includes('http://a<b>')).toBe(false)
})
