import { expect, test } from 'bun:test'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Actor, callerOf } from '../../src/core/identity/actor.ts'
import { AppError } from '../../src/platform/errors.ts'
import { AUDIT_ACTOR } from '../support/audit-actor.ts'
import { tempFolder } from '../support/process.ts'
import { createTestApp, type TestApp } from '../support/service.ts'
import { makeUser } from '../support/users.ts'

/** What a caller hears when it asks for a profile; `granted` where nothing is wrong. */
function answer({ services }: TestApp, actor: Actor | undefined, profile: string): string {
  if (actor === undefined) throw new Error('The key is not known')
  try {
    services.requireWorkerProfile(callerOf(actor, 'r1'), profile)
    return 'granted'
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return `${error.code}: ${error.message}`
  }
}

test('a key may use the profiles of its own, a person those that were granted, and admins all', async () => {
  await using app = createTestApp()
  const { services } = app
  const key = (workers: string[] | '*' | undefined) =>
    services.keys.identify(
      app.makeKey(workers === undefined ? {} : { worker_profiles: workers }).key,
    )
  const user = (workers: string[]): Actor => {
    const { id } = makeUser(services)
    const extras = { workerProfiles: workers, storageBytes: null }
    services.users.change(id, { extras }, AUDIT_ACTOR)
    return { kind: 'user', id, label: 'Ann', role: 'user' }
  }
  const admin: Actor = { kind: 'user', id: makeUser(services).id, label: 'Bo', role: 'admin' }
  const { id: userId } = makeUser(services)
  const device: Actor = { kind: 'device', surface: 'canvas', id: 'd', userId, label: 'Pad' }
  const denied = (whose: string, profile: string, may: string) =>
    `capability_denied: ${whose} the worker profile \`${profile}\`: ${may} may be used`
  const asks: [Actor | undefined, string, string][] = [
    [{ kind: 'primary' }, 'research', 'granted'],
    [admin, 'read_docs', 'granted'],
    [key(undefined), 'read_docs', denied('This key lacks', 'read_docs', 'no worker profile')],
    [key(['read_docs']), 'read_docs', 'granted'],
    [key(['read_docs']), 'research', denied('This key lacks', 'research', 'only read_docs')],
    [key('*'), 'research', 'granted'],
    [user([]), 'read_docs', denied('You have not been granted', 'read_docs', 'no worker profile')],
    [user(['research']), 'research', 'granted'],
    [user(['*']), 'read_docs', 'granted'],
    [device, 'read_docs', denied('You have not been granted', 'read_docs', 'no worker profile')],
    [
      { kind: 'local', address: '192.168.1.2' },
      'research',
      denied('You have not been granted', 'research', 'no worker profile'),
    ],
    // Of profiles that are not granted, a caller does not learn whether they exist.
    [key(['read_docs']), 'cook', denied('This key lacks', 'cook', 'only read_docs')],
    [
      { kind: 'primary' },
      'read_doc',
      'invalid: There is no worker profile `read_doc`: did you mean `read_docs`?',
    ],
    [key('*'), 'cook', 'invalid: There is no worker profile `cook`: there are read_docs, research'],
  ]
  for (const [actor, profile, said] of asks) expect(answer(app, actor, profile)).toBe(said)
})

test('a change of a grant acts on the next request', async () => {
  await using app = createTestApp()
  const { key, id } = app.makeKey({ worker_profiles: ['research'] })
  const actor = app.services.keys.identify(key)
  expect(answer(app, actor, 'research')).toBe('granted')
  await app.asOwner('PUT', `/admin/api-access/${id}`, { worker_profiles: [] })
  expect(answer(app, actor, 'research')).toStartWith('capability_denied')
})

test('a profile of the owner can be granted as soon as it is there, and stays granted when it is gone', async () => {
  using folder = tempFolder()
  await using app = createTestApp({ env: { DATA_DIR: folder.path } })
  const { id } = makeUser(app.services)
  const patch = async (...worker_profiles: string[]) => {
    const extras = { worker_profiles, storage_bytes: null }
    const response = await app.asOwner('PATCH', `/admin/users/${id}`, { extras })
    return { status: response.status, body: await response.json() }
  }
  expect(await patch('invoices')).toMatchObject({
    status: 422,
    body: {
      detail:
        'There is no worker profile `invoices`: there are read_docs, research, and `*` for all.',
    },
  })
  const own = join(folder.path, 'worker-profiles', 'invoices')
  mkdirSync(own, { recursive: true })
  const file = join(own, 'PROFILE.md')
  writeFileSync(file, '---\nname: invoices\ndescription: Adds\ntools: [run]\n---\nAdd them up.')
  expect(await patch('invoices')).toMatchObject({
    status: 200,
    body: { extras: { worker_profiles: ['invoices'] } },
  })
  writeFileSync(file, 'broken')
  const actor: Actor = { kind: 'user', id, label: 'Ann', role: 'user' }
  expect(answer(app, actor, 'invoices')).toBe(
    'invalid: There is no worker profile `invoices`: there is none that you may use',
  )
  expect((await patch('invoices', 'read_docs')).status).toBe(200)
  expect(await patch('read_docs', '*')).toMatchObject({
    body: { extras: { worker_profiles: ['*'] } },
  })
})

test('GET /admin/usage and the own summary show the price of a worker as it is set', async () => {
  await using app = createTestApp({ file: '[workers]\ncredits = 25\n' })
  for (const path of ['/admin/usage', '/api/dashboard/summary'])
    expect(await (await app.asOwner('GET', path)).json()).toMatchObject({
      credit_costs: { worker: 25, agent: 2 },
    })
})
