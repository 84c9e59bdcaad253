import { afterAll, expect, test } from 'bun:test'
import { MAX_OWN_INSTRUCTION_CHARACTERS } from '../../src/features/assistants/saved-text-routes.ts'
import { MAX_PROMPTS } from '../../src/features/assistants/saved-texts.ts'
import {
  MAX_INSTRUCTION_CHARACTERS,
  MAX_NAME_CHARACTERS,
} from '../../src/features/assistants/schema.ts'
import { AUDIT_ACTOR } from '../support/audit-actor.ts'
import { pick, pickList } from '../support/pick.ts'
import { PRIMARY_KEY, startService } from '../support/service.ts'
import { startUpstream, streamText } from '../support/upstream.ts'
import { makeUser } from '../support/users.ts'

const upstream = startUpstream()
const service = startService({ upstream: upstream.url })
afterAll(async () => {
  await service[Symbol.asyncDispose]()
  await upstream[Symbol.asyncDispose]()
})

const PROMPT = { name: 'Explain', text: 'Explain {{topic}} to {{whom}}.' }

function client(headers: Record<string, string>) {
  const send = (method: string, path: string, body?: unknown) =>
    service.request(`/api${path}`, {
      method,
      headers: { ...headers, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  return {
    status: async (method: string, path: string, body?: unknown) =>
      (await send(method, path, body)).status,
    json: async (method: string, path: string, body?: unknown): Promise<unknown> =>
      (await send(method, path, body)).json(),
  }
}

const owner = client({ authorization: `Bearer ${PRIMARY_KEY}` })

test('a prompt is saved, changed and deleted by its owner, and a shared one by an admin', async () => {
  const [ann, bob] = [makeUser(service.services), makeUser(service.services)].map(({ headers }) =>
    client(headers),
  )
  if (ann === undefined || bob === undefined) throw new Error('There are two')
  const made = await ann.json('POST', '/prompts', PROMPT)
  expect(made).toMatchObject({ ...PROMPT, shared: false, can_change: true })
  const path = `/prompts/${pick(made, 'id')}`
  expect(await bob.status('PUT', path, PROMPT)).toBe(404)
  expect(await bob.status('DELETE', path)).toBe(404)
  expect(pickList(await bob.json('GET', '/prompts'), 'items')).toEqual([])
  expect(await ann.json('PUT', path, { ...PROMPT, name: 'Tell' })).toMatchObject({ name: 'Tell' })
  expect(await ann.status('POST', '/prompts', { ...PROMPT, shared: true })).toBe(403)
  const shared = await owner.json('POST', '/prompts', { ...PROMPT, shared: true })
  const seen = pickList(await ann.json('GET', '/prompts'), 'items')
  expect(seen.map((one) => pick(one, 'can_change'))).toEqual([false, true])
  expect(await ann.status('DELETE', `/prompts/${pick(shared, 'id')}`)).toBe(403)
  expect(await owner.status('DELETE', `/prompts/${pick(shared, 'id')}`)).toBe(204)
  expect(await ann.status('DELETE', path)).toBe(204)
  expect(await ann.status('DELETE', path)).toBe(404)
})

test('each bound of prompts and instructions holds', async () => {
  const user = makeUser(service.services)
  const ann = client(user.headers)
  const isOk = async (body: object) =>
    (await ann.status('POST', '/prompts', { ...PROMPT, ...body })) === 201
  expect(await isOk({ name: 'x'.repeat(MAX_NAME_CHARACTERS) })).toBe(true)
  expect(await isOk({ name: 'x'.repeat(MAX_NAME_CHARACTERS + 1) })).toBe(false)
  expect(await isOk({ text: 'x'.repeat(MAX_INSTRUCTION_CHARACTERS) })).toBe(true)
  expect(await isOk({ text: 'x'.repeat(MAX_INSTRUCTION_CHARACTERS + 1) })).toBe(false)
  const { savedTexts } = service.services.stores
  const [row] = savedTexts.of([`user:${user.id}`], 'prompt')
  if (row === undefined) throw new Error('It was made')
  for (let count = 2; count < MAX_PROMPTS; count += 1)
    savedTexts.put({ ...row, id: `prm_n${count}` })
  expect(await isOk({})).toBe(false)
  const set = (length: number) =>
    ann.status('PUT', '/me/instructions', { text: 'x'.repeat(length), on: true })
  expect(await set(MAX_OWN_INSTRUCTION_CHARACTERS)).toBe(200)
  expect(await set(MAX_OWN_INSTRUCTION_CHARACTERS + 1)).toBe(422)
})

test('own instructions are off at first, come before those of the assistant, and go with their person', async () => {
  const user = makeUser(service.services)
  const ann = client(user.headers)
  expect(await ann.json('GET', '/me/instructions')).toEqual({ text: '', on: false })
  const cook = { name: 'Cook', instructions: 'You are a cook.' }
  const assistant_id = pick(await ann.json('POST', '/assistants', cook), 'id')
  const systemOf = async (instructions: object) => {
    await ann.json('PUT', '/me/instructions', instructions)
    const { promise, resolve } = Promise.withResolvers<unknown>()
    upstream.script(({ body }) => {
      resolve(pick(body, 'messages.0'))
      return streamText(['Yes'])
    })
    const conversation = await ann.json('POST', '/conversations', { assistant_id })
    await ann.json('POST', `/conversations/${pick(conversation, 'id')}/messages`, { content: 'Hi' })
    return await promise
  }
  const text = 'I am Ann.'
  expect(await systemOf({ text, on: false })).toEqual({
    role: 'system',
    content: 'You are a cook.',
  })
  expect(await systemOf({ text, on: true })).toEqual({
    role: 'system',
    content: 'I am Ann.\n\nYou are a cook.',
  })
  const of = `user:${user.id}`
  const { features, stores, users } = service.services
  const data = features.personalData.find(({ kind }) => kind === 'prompts')
  const names = await Array.fromAsync(data?.entries(of) ?? [], ({ name }) => name)
  expect(names[0]).toMatch(/^prompts\/Own instructions .{6}\.json$/)
  users.change(user.id, { status: 'deleted' }, AUDIT_ACTOR)
  expect(stores.savedTexts.allOf(of)).toEqual([])
})
