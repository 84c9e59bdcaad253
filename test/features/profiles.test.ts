import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { KeyStore } from '../../src/core/identity/key-store.ts'
import { PROFILES_SINCE } from '../../src/core/identity/profile.ts'
import { openDatabase } from '../../src/db/open.ts'
import type { ProfileBody } from '../../src/features/shared/profile-view.ts'
import { sha256 } from '../../src/platform/ids.ts'
import { AUDIT_ACTOR } from '../support/audit-actor.ts'
import { PIXEL } from '../support/documents/images.ts'
import { fakeEngine, saying } from '../support/engines.ts'
import { tempFolder } from '../support/process.ts'
import { createTestApp, jsonInit, type TestApp } from '../support/service.ts'

const PICTURE = {
  type: 'image_url',
  image_url: { url: PIXEL },
} as const

/** What a key may want to do. */
const REQUESTS = {
  chat: ['POST', '/v1/chat/completions', chat('auto', 'hi')],
  'chat by engine_a': ['POST', '/v1/chat/completions', chat('engine_a', 'hi')],
  'chat by engine_b': ['POST', '/v1/chat/completions', chat('engine_b', 'hi')],
  'chat on a picture': [
    'POST',
    '/v1/chat/completions',
    chat('auto', [{ type: 'text', text: 'What is this?' }, PICTURE]),
  ],
  generate: ['POST', '/api/ai/generate', { prompt: 'hi' }],
  'generate by engine_b': ['POST', '/api/ai/generate', { prompt: 'hi', engine: 'engine_b' }],
  summarize: ['POST', '/api/ai/agent', { task: 'summarize', input: 'A text.' }],
  rewrite: ['POST', '/api/ai/agent', { task: 'rewrite', input: 'A text.' }],
  skills: ['GET', '/api/skills', undefined],
  image: ['POST', '/api/ai/image', { prompt: 'a cat' }],
  admin: ['GET', '/admin/queue', undefined],
} as const
type Request = keyof typeof REQUESTS

const WITHHELD = { image: 503, admin: 403 } as const
const NOTHING: Record<Request, number> = {
  chat: 403,
  'chat by engine_a': 403,
  'chat by engine_b': 403,
  'chat on a picture': 403,
  generate: 403,
  'generate by engine_b': 403,
  summarize: 403,
  rewrite: 403,
  skills: 403,
  ...WITHHELD,
}
const EVERYTHING: Record<Request, number> = {
  chat: 200,
  'chat by engine_a': 200,
  'chat by engine_b': 200,
  'chat on a picture': 200,
  generate: 200,
  'generate by engine_b': 200,
  summarize: 200,
  rewrite: 200,
  skills: 200,
  ...WITHHELD,
}

function chat(model: string, content: unknown) {
  return { model, messages: [{ role: 'user', content }] }
}

function start(env: Record<string, string> = {}) {
  const engines = ['engine_a', 'engine_b'].map((id) => fakeEngine(id, saying('A short text.')))
  return createTestApp({ engines, env })
}

async function statuses(service: TestApp, authorization: string) {
  const found: Record<string, number> = {}
  for (const [name, [method, path, body]] of Object.entries(REQUESTS)) {
    const response = await service.request(path, jsonInit(method, body, { authorization }))
    found[name] = response.status
    await response.text()
  }
  return found
}

test('each ability of a profile opens what it names and nothing else; no engine denies all', async () => {
  await using service = start()
  const may = (profile: Partial<ProfileBody>) =>
    statuses(service, service.makeKey(profile).authorization)
  const all = ['engine_a', 'engine_b']
  expect(await may({})).toEqual(NOTHING)
  // 7: an empty list of engines denies all.
  expect(await may({ generate: true, agent_tasks: ['summarize'] })).toEqual(NOTHING)
  expect(await may({ agent_engines: all })).toEqual(NOTHING)
  expect(await may({ generate: true, agent_engines: ['engine_a'] })).toEqual({
    ...NOTHING,
    chat: 200,
    'chat by engine_a': 200,
    'chat on a picture': 200,
    generate: 200,
  })
  expect(await may({ agent_tasks: ['summarize'], agent_engines: all })).toEqual({
    ...NOTHING,
    summarize: 200,
  })
  expect(await may({ media: true })).toEqual({ ...NOTHING, skills: 200 })
  expect(await may({ worker_profiles: ['research', 'read_docs'] })).toEqual(NOTHING)
})

test('a key from before profiles has full access, a new key none', async () => {
  using folder = tempFolder()
  const rows = { label: 'old', hash: sha256('old'), prefix: 'o', lastFour: 'last' }
  const db = openDatabase(join(folder.path, 'hearth.sqlite'))
  new KeyStore(db).insert({ id: 'key_old', ...rows, createdAt: PROFILES_SINCE - 1 }, undefined)
  db[Symbol.dispose]()
  await using service = start({ DATA_DIR: folder.path })
  const fresh = service.services.keys.create({ label: 'fresh' }, AUDIT_ACTOR)
  expect(await statuses(service, `Bearer ${fresh.key}`)).toEqual(NOTHING)
  expect(await statuses(service, 'Bearer old')).toEqual(EVERYTHING)
})

test('a change of a profile acts on the very next request', async () => {
  await using service = start()
  const { id, authorization } = service.makeKey({})
  const chatStatus = async () =>
    (
      await service.request(
        '/v1/chat/completions',
        jsonInit('POST', chat('auto', 'hi'), { authorization }),
      )
    ).status
  const put = async (profile: Partial<ProfileBody>) => {
    const none = { agent_tasks: [], media: false, worker_profiles: [], image_models: [] }
    const body = { generate: false, agent_engines: [], ...none, ...profile }
    expect((await service.asOwner('PUT', `/admin/api-access/${id}`, body)).status).toBe(200)
  }
  expect(await chatStatus()).toBe(403)
  await put({ generate: true, agent_engines: ['engine_a'] })
  expect(await chatStatus()).toBe(200)
  await service.asOwner('PATCH', `/admin/api-keys/${id}`, { label: 'renamed' })
  expect(await chatStatus()).toBe(200)
  await put({ generate: true })
  expect(await chatStatus()).toBe(403)
})
