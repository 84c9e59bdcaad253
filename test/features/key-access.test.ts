import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { KeyStore } from '../../src/core/identity/key-store.ts'
import { PROFILES_SINCE } from '../../src/core/identity/profile.ts'
import { openDatabase } from '../../src/db/open.ts'
import { sha256 } from '../../src/platform/ids.ts'
import { fakeEngine, saying } from '../support/engines.ts'
import { pick, pickFrom, pickList } from '../support/pick.ts'
import { tempFolder } from '../support/process.ts'
import { createTestApp, jsonInit, type TestApp } from '../support/service.ts'

const NOTHING = {
  generate: false,
  agent_engines: [],
  agent_tasks: [],
  media: false,
  embeddings: false,
  worker_profiles: [],
  image_models: [],
  tools: ['*'],
}

function start(ids: readonly string[], env: Record<string, string> = {}) {
  return createTestApp({ engines: ids.map((id) => fakeEngine(id, saying('x'))), env })
}

async function chatStatus(service: TestApp, key: string, model = 'auto') {
  const body = { model, messages: [{ role: 'user', content: 'hi' }] }
  const headers = { authorization: `Bearer ${key}` }
  return (await service.request('/v1/chat/completions', jsonInit('POST', body, headers))).status
}

async function make(service: TestApp, profile: object, label = 'kitchen') {
  const response = await service.asOwner('POST', '/admin/api-keys', { label, profile })
  expect(response.status).toBe(201)
  const made: unknown = await response.json()
  return { id: String(pick(made, 'id')), key: String(pick(made, 'key')), made }
}

/** The answer of a change, which the next read must agree with. */
async function put(service: TestApp, id: string, change: object) {
  const path = `/admin/api-access/${id}`
  const response = await service.asOwner('PUT', path, change)
  const answer: unknown = await response.json()
  if (response.ok) expect(await (await service.asOwner('GET', path)).json()).toEqual(answer)
  return {
    status: response.status,
    profile: pick(answer, 'profile'),
    detail: pick(answer, 'detail'),
  }
}

async function auditOf(service: TestApp, action: string) {
  const page = await (await service.asOwner('GET', '/admin/audit')).json()
  return pickList(page, 'items').filter((item) => pick(item, 'action') === action)
}

test('POST /admin/api-keys takes a part of a profile: what is absent is denied, and the key works at once', async () => {
  await using service = start(['local', 'other'])
  const given = { generate: true, agent_engines: ['local'] }
  const { key, made } = await make(service, given)
  expect(made).toMatchObject({ label: 'kitchen', profile: { ...NOTHING, ...given } })
  expect(await chatStatus(service, key)).toBe(200)
  expect(await chatStatus(service, key, 'other')).toBe(403)
  expect(await auditOf(service, 'key.create')).toMatchObject([
    { before: null, after: { label: 'kitchen', profile: { ...NOTHING, ...given } } },
  ])
  const none = await make(service, {}, 'none')
  expect(pick(none.made, 'profile')).toEqual(NOTHING)
  expect(await chatStatus(service, none.key)).toBe(403)
})

test('a wrong profile makes no key', async () => {
  await using service = start(['local'])
  for (const profile of [
    { agent_engines: ['locl'] },
    { generate: 1 },
    { engines: [] },
    'all',
    null,
  ])
    expect(
      (await service.asOwner('POST', '/admin/api-keys', { label: 'kitchen', profile })).status,
    ).toBe(422)
  expect(await pickFrom(await service.asOwner('GET', '/admin/api-keys'), 'items')).toEqual([])
})

test('PUT /admin/api-access takes a part of a profile: what is absent stays', async () => {
  await using service = start(['local', 'other'])
  const first = { ...NOTHING, generate: true, agent_engines: ['local'], agent_tasks: ['title'] }
  const { id, key } = await make(service, first)
  const second = { ...first, media: true, agent_tasks: ['title', 'rewrite'] }
  const change = { media: true, agent_tasks: ['title', 'rewrite'] }
  expect((await put(service, id, change)).profile).toEqual(second)
  expect(await chatStatus(service, key)).toBe(200)
  expect((await put(service, id, {})).profile).toEqual(second)
  expect((await put(service, id, { generate: false })).profile).toEqual({
    ...second,
    generate: false,
  })
  expect(await chatStatus(service, key)).toBe(403)
  expect(await auditOf(service, 'key.access')).toMatchObject([
    { before: second, after: { ...second, generate: false } },
    { before: first, after: second },
  ])
})

test('* means every engine, agent task and worker profile, also those to come, and is shown as it is', async () => {
  using folder = tempFolder()
  const env = { DATA_DIR: folder.path }
  const keys: string[] = []
  {
    await using service = start(['local'], env)
    for (const all of ['*', ['*'], ['local', '*']]) {
      const profile = { generate: true, agent_engines: all, agent_tasks: '*', worker_profiles: '*' }
      const { key, made } = await make(service, profile, JSON.stringify(all))
      expect(pick(made, 'profile')).toMatchObject({
        agent_engines: ['*'],
        agent_tasks: ['*'],
        worker_profiles: ['*'],
      })
      expect(await chatStatus(service, key, 'local')).toBe(200)
      keys.push(key)
    }
  }
  await using service = start(['local', 'later'], env)
  for (const key of keys) {
    expect(await chatStatus(service, key, 'later')).toBe(200)
    const headers = { authorization: `Bearer ${key}` }
    const tasks = await (await service.request('/api/ai/agent/tasks', { headers })).json()
    expect(pickList(tasks, 'items').length).toBeGreaterThan(5)
    const allowed = await pickFrom(
      await service.request('/auth-check', { headers }),
      'capabilities',
    )
    expect(allowed).toMatchObject({
      agent_engines: ['local', 'later'],
      agent_tasks: expect.arrayContaining(['summarize', 'title']),
      worker_profiles: ['read_docs', 'research'],
    })
  }
})

test('wrong names are refused with the nearest right one, or with all of them', async () => {
  await using service = start(['ollama', 'claude'])
  const { id } = await make(service, {})
  const said = [
    await put(service, id, { agent_engines: ['ollma'] }),
    await put(service, id, { agent_engines: ['claude', 'vllm'] }),
    await put(service, id, { agent_engines: ['Claude'], agent_tasks: ['titel'] }),
    await put(service, id, { worker_profiles: ['read_doc', 'cook'] }),
  ]
  expect(said.map(({ status }) => status)).toEqual([422, 422, 422, 422])
  expect(said.map(({ detail }) => detail)).toEqual([
    'There is no engine `ollma`: did you mean `ollama`?',
    'There is no engine `vllm`: there are ollama, claude, and `*` for all.',
    'There is no engine `Claude`: did you mean `claude`? There is no agent task `titel`: did you mean `title`?',
    'There is no worker profile `read_doc`: did you mean `read_docs`? There is no worker profile `cook`: there are read_docs, research, and `*` for all.',
  ])
  expect((await put(service, id, {})).profile).toEqual(NOTHING)
})

test('a model server that may be found later can be granted before it is', async () => {
  await using service = createTestApp({ sources: [] })
  const { id } = await make(service, { agent_engines: ['ollama', 'vllm'] })
  expect((await put(service, id, { agent_engines: ['ollma'] })).detail).toBe(
    'There is no engine `ollma`: did you mean `ollama`?',
  )
  expect((await put(service, id, { agent_engines: ['codex'] })).detail).toBe(
    'There is no engine `codex`: there is none yet, and `*` for all.',
  )
})

test('an engine that is not there now stays in a profile, and breaks no change of another field', async () => {
  using folder = tempFolder()
  const env = { DATA_DIR: folder.path }
  let id: string
  {
    await using service = start(['local', 'gone'], env)
    id = (await make(service, { agent_engines: ['gone'] })).id
  }
  await using service = start(['local'], env)
  expect((await put(service, id, { generate: true })).profile).toMatchObject({
    generate: true,
    agent_engines: ['gone'],
  })
  const both = { agent_engines: ['gone', 'local'] }
  expect((await put(service, id, both)).profile).toMatchObject(both)
  expect((await put(service, id, { agent_engines: ['local'] })).status).toBe(200)
  expect((await put(service, id, both)).status).toBe(422)
})

test('a change of a key from before profiles takes away only what it names', async () => {
  using folder = tempFolder()
  const row = { label: 'old', hash: sha256('old'), prefix: 'o', lastFour: 'last' }
  const db = openDatabase(join(folder.path, 'hearth.sqlite'))
  new KeyStore(db).insert({ id: 'key_old', ...row, createdAt: PROFILES_SINCE - 1 }, undefined)
  db[Symbol.dispose]()
  await using service = start(['local'], { DATA_DIR: folder.path })
  expect((await put(service, 'key_old', {})).profile).toBeNull()
  expect((await put(service, 'key_old', { agent_tasks: ['title'] })).profile).toEqual({
    generate: true,
    agent_engines: ['*'],
    agent_tasks: ['title'],
    media: true,
    embeddings: true,
    worker_profiles: ['*'],
    image_models: [],
    tools: ['*'],
  })
  expect(await chatStatus(service, 'old', 'local')).toBe(200)
})
