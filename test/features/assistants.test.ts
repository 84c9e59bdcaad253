import { afterAll, expect, test } from 'bun:test'
import { MAX_ASSISTANTS } from '../../src/features/assistants/assistants.ts'
import {
  MAX_INSTRUCTION_CHARACTERS,
  MAX_NAME_CHARACTERS,
  MAX_PICTURE_CHARACTERS,
} from '../../src/features/assistants/schema.ts'
import { AUDIT_ACTOR } from '../support/audit-actor.ts'
import { conversationClient } from '../support/conversations.ts'
import { fixtureTool } from '../support/mcp.ts'
import { pick, pickList } from '../support/pick.ts'
import { PRIMARY_KEY, startService } from '../support/service.ts'
import { calling } from '../support/tool-calls.ts'
import {
  startUpstream,
  streamText,
  type UpstreamRequest,
  wholeAnswer,
} from '../support/upstream.ts'
import { makeUser } from '../support/users.ts'

const OWNER = `Bearer ${PRIMARY_KEY}`
const COOK = {
  name: 'Käse & Co',
  picture: '🧀',
  instructions: 'You are a cook.',
  model: 'local',
  parameters: { temperature: 0.2, max_tokens: 50 },
  tools: ['look', 'buy'],
}

const upstream = startUpstream()
const fixtures = () => ({
  name: 'fixtures',
  tools: [
    fixtureTool('look', async () => 'Seen'),
    { ...fixtureTool('buy', async () => 'Bought'), effects: 'costs' as const },
  ],
})
const service = startService({ upstream: upstream.url, more: fixtures })
afterAll(async () => {
  await service[Symbol.asyncDispose]()
  await upstream[Symbol.asyncDispose]()
})

type Headers = Record<string, string>

function client(headers: Headers) {
  const send = (method: string, path = '', body?: unknown) =>
    service.request(path.startsWith('/') ? path : `/api/assistants${path && `/${path}`}`, {
      method,
      headers: { ...headers, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  return {
    send,
    status: async (method: string, path?: string, body?: unknown) =>
      (await send(method, path, body)).status,
    async json(method: string, path?: string, body?: unknown): Promise<unknown> {
      const response = await send(method, path, body)
      if (!response.ok) throw new Error(`${response.status} ${await response.text()}`)
      return response.status === 204 ? null : response.json()
    },
  }
}

const owner = client({ authorization: OWNER })
const person = () => client(makeUser(service.services).headers)

function scripted(...answers: readonly (() => Response)[]): UpstreamRequest[] {
  const asked: UpstreamRequest[] = []
  upstream.script((ask) => {
    asked.push(ask)
    return answers[Math.min(asked.length, answers.length) - 1]?.() ?? streamText(['Yes'])
  })
  return asked
}

test('an assistant is made, changed, listed and deleted by its owner, and is nobody else’s', async () => {
  const ann = person()
  const made = await ann.json('POST', '', COOK)
  expect(made).toMatchObject({
    ...COOK,
    slug: 'kase-co',
    model_name: 'assistant/kase-co',
    shared: false,
    can_change: true,
  })
  const id = String(pick(made, 'id'))
  const second = await ann.json('POST', '', COOK)
  expect(pick(second, 'slug')).toBe('kase-co-2')
  expect(await ann.status('POST', '', { ...COOK, slug: 'kase-co' })).toBe(409)
  const changed = await ann.json('PUT', id, { name: 'Cook', instructions: '' })
  expect(changed).toMatchObject({ name: 'Cook', slug: 'kase-co', tools: [], model: null })
  const list = await ann.json('GET')
  expect(pickList(list, 'items')).toHaveLength(2)
  expect(pickList(list, 'tools').find((one) => pick(one, 'name') === 'buy')).toMatchObject({
    asks: true,
  })
  const bob = person()
  expect(await bob.status('GET', id)).toBe(404)
  expect(await bob.status('PUT', id, COOK)).toBe(404)
  expect(await bob.status('DELETE', id)).toBe(404)
  expect(pickList(await bob.json('GET'), 'items')).toEqual([])
  await ann.json('DELETE', id)
  expect(await ann.status('GET', id)).toBe(404)
})

test('only an admin makes and changes what all use, and the audit has it', async () => {
  const ann = person()
  expect(await ann.status('POST', '', { ...COOK, shared: true })).toBe(403)
  const made = await owner.json('POST', '', { ...COOK, name: 'House', shared: true })
  const id = String(pick(made, 'id'))
  expect(await ann.json('GET', id)).toMatchObject({ shared: true, can_change: false })
  expect(await ann.status('PUT', id, COOK)).toBe(403)
  expect(await ann.status('DELETE', id)).toBe(403)
  await owner.json('DELETE', id)
  const audit = await owner.json('GET', '/admin/audit?limit=2')
  expect(pickList(audit, 'items').map((one) => pick(one, 'action'))).toEqual([
    'assistant.delete',
    'assistant.put',
  ])
})

test('each bound of an assistant holds', async () => {
  const ann = person()
  const ok = async (body: object) => (await ann.status('POST', '', { ...COOK, ...body })) === 201
  expect(await ok({ name: 'x'.repeat(MAX_NAME_CHARACTERS) })).toBe(true)
  expect(await ok({ name: 'x'.repeat(MAX_NAME_CHARACTERS + 1) })).toBe(false)
  expect(await ok({ instructions: 'x'.repeat(MAX_INSTRUCTION_CHARACTERS) })).toBe(true)
  expect(await ok({ instructions: 'x'.repeat(MAX_INSTRUCTION_CHARACTERS + 1) })).toBe(false)
  const begin = 'data:image/png;base64,'
  const picture = begin + 'A'.repeat(MAX_PICTURE_CHARACTERS - begin.length)
  expect(await ok({ picture })).toBe(true)
  for (const wrong of [`${picture}A`, 'data:image/svg+xml;base64,AAAA', '<b>', 'https://x.test/'])
    expect(await ok({ picture: wrong })).toBe(false)
  expect(await ok({ model: 'assistant/other' })).toBe(false)
  const { assistants } = service.services.stores
  const row = assistants.byId(String(pick(await ann.json('POST', '', COOK), 'id')))
  if (row === undefined) throw new Error('It was made')
  for (let index = assistants.of([row.owner]).length; index < MAX_ASSISTANTS; index += 1)
    assistants.insert({ ...row, id: `ast_n${index}`, slug: `n${index}` })
  expect(await ok({})).toBe(false)
})

test('an assistant is a model of every dialect, with its instructions before the request’s', async () => {
  const user = makeUser(service.services)
  const known = { engines: ['local'], agentTasks: [], workerProfiles: [] }
  const profile = { generate: true, agentEngines: ['local'] }
  const access = { profile, known }
  const { key } = service.services.keys.create({ label: 'x', userId: user.id, access }, AUDIT_ACTOR)
  const ann = client(user.headers)
  await ann.json('POST', '', { ...COOK, name: 'Cook', tools: [] })
  const app = client({ authorization: `Bearer ${key}` })
  const list = pickList(await app.json('GET', '/v1/models'), 'data')
  expect(list.find((one) => pick(one, 'id') === 'assistant/cook')).toMatchObject({
    display_name: 'Cook',
    owned_by: 'hearth',
  })
  expect(await app.json('GET', '/v1/models/assistant/cook')).toMatchObject({ id: 'assistant/cook' })
  const model = 'assistant/cook'
  const messages = [{ role: 'user', content: 'Hi' }]
  const asked = scripted(() => wholeAnswer('Yes'))
  const system = [{ role: 'system', content: 'Be brief.' }]
  const calls: readonly [string, object][] = [
    ['/v1/chat/completions', { model, messages: [...system, ...messages], temperature: 1 }],
    ['/v1/responses', { model, input: 'Hi', instructions: 'Be brief.' }],
    ['/v1/messages', { model, messages, system: 'Be brief.', max_tokens: 9 }],
    ['/api/chat', { model: `${model}:latest`, messages: [...system, ...messages], stream: false }],
  ]
  for (const [path, body] of calls) {
    const { length } = asked
    await app.json('POST', path, body)
    expect([path, pick(asked[length]?.body, 'messages.0')]).toEqual([
      path,
      { role: 'system', content: 'You are a cook.\n\nBe brief.' },
    ])
  }
  // Parameters of a request replace those of the assistant.
  expect(asked[0]?.body).toMatchObject({ temperature: 1, max_tokens: 50 })
  expect(asked[2]?.body).toMatchObject({ temperature: 0.2, max_tokens: 9 })
  const tags = pickList(await app.json('GET', '/api/tags'), 'models')
  expect(tags.some((one) => String(pick(one, 'name')).startsWith(model))).toBe(true)
  const other = client(makeUser(service.services).headers)
  const refused = await other.send('POST', '/v1/chat/completions', { model, messages })
  expect(refused.status).toBe(404)
  expect(pick(await refused.json(), 'error.code')).toBe('model_not_found')
})

test('a conversation has an assistant: its instructions, model, tools and parameters, and lives on without it', async () => {
  const made = await owner.json('POST', '', { ...COOK, name: 'Chat cook' })
  const id = String(pick(made, 'id'))
  const chat = conversationClient(service, OWNER)
  const begun = await chat.json('POST', '', { assistant_id: id })
  expect(pick(begun, 'assistant_id')).toBe(id)
  const path = `/${pick(begun, 'id')}`
  const watch = await chat.watch(path)
  await watch.next()
  const asked = scripted(
    () => calling([{ name: 'look' }, { name: 'buy' }]),
    () => streamText(['Done']),
  )
  const sent = await chat.json('POST', `${path}/messages`, { content: 'Hi' })
  expect(pick(sent, 'answer.model')).toBe('local')
  const step = (await watch.until({ type: 'confirm' })).at(-1)
  const call = pick(step, 'step.calls.1.confirm.id')
  const message = `${path}/messages/${pick(sent, 'answer.id')}`
  await chat.json('POST', `${message}/confirm`, { call, decision: 'once' })
  const ended = { 'message.role': 'assistant', 'message.status': 'complete' }
  await watch.until(ended)
  expect(asked[0]?.body).toMatchObject({ temperature: 0.2, max_tokens: 50 })
  expect(String(pick(asked[0]?.body, 'messages.0.content'))).toContain('You are a cook.')
  expect(pickList(asked[0]?.body, 'messages').map((one) => pick(one, 'role'))).toEqual([
    'system',
    'user',
  ])
  await owner.json('DELETE', id)
  const later = scripted(() => streamText(['Without']))
  await chat.json('POST', `${path}/messages`, { content: 'And now?', model: 'local' })
  const last = (await watch.until({ ...ended, 'message.content': 'Without' })).at(-1)
  expect(String(pick(last, 'message.note'))).toContain('was deleted')
  expect(pick(later[0]?.body, 'messages.0.role')).toBe('user')
  await watch.close()
  expect((await chat.send('PATCH', path, { assistant_id: id })).status).toBe(422)
  expect(await chat.json('PATCH', path, { assistant_id: null })).toMatchObject({
    assistant_id: null,
  })
  expect((await chat.send('POST', '', { assistant_id: 'ast_x' })).status).toBe(422)
})

test('assistants go with their person, and are in the archive before', async () => {
  const user = makeUser(service.services)
  const ann = client(user.headers)
  await ann.json('POST', '', COOK)
  const of = `user:${user.id}`
  const data = service.services.features.personalData.find(({ kind }) => kind === 'assistants')
  const names = await Array.fromAsync(data?.entries(of) ?? [], ({ name }) => name)
  expect(names[0]).toMatch(/^assistants\/Käse & Co .{6}\.json$/)
  const { assistants } = service.services.stores
  expect(assistants.of([of])).toHaveLength(1)
  service.services.users.change(user.id, { status: 'deleted' }, AUDIT_ACTOR)
  expect(assistants.of([of])).toHaveLength(0)
})
