import { expect, test } from 'bun:test'
import { ownerOfUser } from '../../src/core/identity/actor.ts'
import { MAX_MEMBERS } from '../../src/features/knowledge/knowledge.ts'
import { AUDIT_ACTOR } from '../support/audit-actor.ts'
import { pick, pickList } from '../support/pick.ts'
import { tempFolder } from '../support/process.ts'
import { createTestApp, jsonInit, type TestApp } from '../support/service.ts'

const PATH = '/api/knowledge'

/** A signed-in person of a name of its own. */
function person({ services, request }: TestApp, name: string) {
  const { users, sessions } = services
  const email = `${name.toLowerCase()}@example.test`
  const issuer = 'https://id.example.test'
  const { id } = users.signedIn({ issuer, subject: name, email, name })
  users.change(id, { role: 'user' }, AUDIT_ACTOR)
  const headers = {
    cookie: `hearth=${sessions.start(id)}`,
    host: 'localhost',
    origin: 'http://localhost',
  }
  return Object.assign(
    async (method: string, path: string, body?: unknown) => {
      const response = await request(path, jsonInit(method, body, headers))
      const text = await response.text()
      return { status: response.status, body: text === '' ? undefined : JSON.parse(text) }
    },
    { id, email },
  )
}

/** A collection of one note. */
async function collection(call: ReturnType<typeof person>, { services }: TestApp) {
  const id = pick((await call('POST', PATH, { name: 'House' })).body, 'id')
  const note = { title: 'Diary', text: 'The quockerwodger dances.' }
  await call('POST', `${PATH}/${id}/sources`, { sources: [{ note }] })
  await services.reading.idle()
  return `${PATH}/${id}`
}

const found = async (call: ReturnType<typeof person>) =>
  pickList((await call('GET', `${PATH}/search?q=quockerwodger`)).body, 'items').length

test('a collection is shared with single members, who find it until the share ends', async () => {
  await using service = createTestApp()
  const [ann, bob, cid] = ['Ann', 'Bob', 'Cid'].map((name) => person(service, name))
  if (ann === undefined || bob === undefined || cid === undefined) throw new Error('unreachable')
  const path = await collection(ann, service)
  const made = await ann('POST', `${path}/members`, { member: 'bob' })
  expect(made.status).toBe(201)
  expect(made.body).toMatchObject({ items: [{ name: 'Bob' }] })
  // A second time it is the same share.
  expect((await ann('POST', `${path}/members`, { member: bob.email })).body).toEqual(made.body)
  expect((await ann('GET', path)).body).toMatchObject({ shared: false, members: 1 })

  expect([await found(bob), await found(cid)]).toEqual([1, 0])
  expect((await bob('GET', path)).body).toMatchObject({ own: false, members: 0 })
  expect(pickList((await bob('GET', PATH)).body, 'items')).toHaveLength(1)
  const passages = pickList((await bob('GET', `${PATH}/search?q=quockerwodger`)).body, 'items')
  const passage = `${path}/passages/${pick(passages[0], 'number')}`
  expect([(await bob('GET', passage)).status, (await cid('GET', passage)).status]).toEqual([
    200, 404,
  ])
  // Who reads changes nothing, and does not learn who else reads; who does not finds nothing.
  const share = `${path}/members/${pick(made.body, 'items.0.id')}`
  for (const [call, status] of [
    [bob, 403],
    [cid, 404],
  ] as const) {
    expect((await call('GET', `${path}/members`)).status).toBe(status)
    expect((await call('POST', `${path}/members`, { member: 'Cid' })).status).toBe(status)
    expect((await call('POST', `${path}/members`, { member: 'nobody' })).status).toBe(status)
    expect((await call('DELETE', share)).status).toBe(status)
    expect((await call('PATCH', path, { shared: true })).status).toBe(status)
  }
  expect((await ann('DELETE', share)).status).toBe(204)
  expect((await ann('DELETE', share)).status).toBe(404)
  expect([await found(bob), (await bob('GET', path)).status]).toEqual([0, 404])
})

test('nobody finds anything of a person who is suspended or waits, until the account is back', async () => {
  await using service = createTestApp()
  const [ann, bob, cid] = ['Ann', 'Bob', 'Cid'].map((name) => person(service, name))
  if (ann === undefined || bob === undefined || cid === undefined) throw new Error('unreachable')
  const path = await collection(ann, service)
  const everybody = await collection(ann, service)
  await ann('POST', `${path}/members`, { member: 'Bob' })
  await ann('PATCH', everybody, { shared: true })
  const passages = pickList((await bob('GET', `${PATH}/search?q=quockerwodger`)).body, 'items')
  const url = `${path}/passages/${passages.map((one) => pick(one, 'number')).sort()[0]}`
  const seen = async (call: typeof bob) => [
    await found(call),
    pickList((await call('GET', PATH)).body, 'items').length,
    (await call('GET', url)).status,
    (await call('GET', path)).status,
  ]
  expect([await seen(bob), await seen(cid)]).toEqual([
    [2, 2, 200, 200],
    [1, 1, 404, 404],
  ])
  const { users } = service.services
  for (const change of [{ status: 'suspended' }, { status: 'active', role: 'pending' }] as const) {
    users.change(ann.id, change, AUDIT_ACTOR)
    expect([await seen(bob), await seen(cid)]).toEqual([
      [0, 0, 404, 404],
      [0, 0, 404, 404],
    ])
  }
  users.change(ann.id, { role: 'user' }, AUDIT_ACTOR)
  expect((await seen(bob))[0]).toBe(2)
  // What the owner of the service shares stays.
  const made = await service.asOwner('POST', PATH, { name: 'All', shared: true })
  expect((await bob('GET', `${PATH}/${pick(await made.json(), 'id')}`)).status).toBe(200)
})

test('the audit says with whom a collection is shared, and until when', async () => {
  await using service = createTestApp()
  const [ann, bob] = [person(service, 'Ann'), person(service, 'Bob')]
  const path = await collection(ann, service)
  const id = path.slice(PATH.length + 1)
  const made = await ann('POST', `${path}/members`, { member: 'Bob' })
  await ann('POST', `${path}/members`, { member: 'Bob' })
  await ann('DELETE', `${path}/members/${pick(made.body, 'items.0.id')}`)
  for (const shared of [true, true, false]) await ann('PATCH', path, { shared })
  await ann('PATCH', path, { name: 'Home' })
  await ann('POST', PATH, { name: 'All', shared: true })
  const { items } = service.services.audit.list(9, undefined, { area: 'knowledge' })
  const reader = bob.email
  expect(items.map(({ action, before, after }) => [action, before ?? after]).reverse()).toEqual([
    ['knowledge.share', { with: reader }],
    ['knowledge.unshare', { with: reader }],
    ['knowledge.share', { with: 'everybody' }],
    ['knowledge.unshare', { with: 'everybody' }],
    ['knowledge.share', { with: 'everybody' }],
  ])
  expect(items.at(-1)).toMatchObject({ subject: id, actor: ann.email })
})

test('whose a collection is, others are told by name, and never by the e-mail address', async () => {
  await using service = createTestApp()
  const [ann, bob] = [person(service, 'Ann'), person(service, 'Bob')]
  const path = await collection(ann, service)
  await ann('PATCH', path, { shared: true })
  const told = async () =>
    JSON.stringify([(await bob('GET', PATH)).body, (await bob('GET', path)).body])
  expect(await told()).toContain('"owner_name":"Ann"')
  service.services.db.sqlite.run('UPDATE users SET name = NULL WHERE id = ?', [ann.id])
  expect(await told()).toContain('"owner_name":null')
  expect(await told()).not.toContain(ann.email)
})

test('a collection of a backup comes back with those of its members who are still there', async () => {
  using folder = tempFolder()
  await using service = createTestApp({ env: { DATA_DIR: folder.path } })
  const [ann, bob, cid] = ['Ann', 'Bob', 'Cid'].map((name) => person(service, name))
  if (ann === undefined || bob === undefined || cid === undefined) throw new Error('unreachable')
  const path = await collection(ann, service)
  for (const member of ['Bob', 'Cid']) await ann('POST', `${path}/members`, { member })
  const name = pick(await (await service.asOwner('POST', '/admin/backups')).json(), 'name')
  await ann('DELETE', path)
  service.services.users.change(cid.id, { status: 'deleted' }, AUDIT_ACTOR)
  const id = path.slice(PATH.length + 1)
  const contents = `/admin/backups/${name}/contents/knowledge/${id}/restore`
  expect((await service.asOwner('POST', contents)).status).toBe(200)
  const { body } = await ann('GET', `${path}/members`)
  expect(pickList(body, 'items').map((one) => pick(one, 'name'))).toEqual(['Bob'])
  await service.services.reading.idle()
  expect(await found(bob)).toBe(1)
})

test('a collection that is still being deleted comes back with what its backup has', async () => {
  using folder = tempFolder()
  await using service = createTestApp({ env: { DATA_DIR: folder.path } })
  const ann = person(service, 'Ann')
  const path = await collection(ann, service)
  const name = pick(await (await service.asOwner('POST', '/admin/backups')).json(), 'name')
  const later = { title: 'Later', text: 'Not in the backup.' }
  await ann('POST', `${path}/sources`, { sources: [{ note: later }] })
  const { db, reading, stores } = service.services
  await reading.idle()
  const id = path.slice(PATH.length + 1)
  // The first of the two is marked, and nothing is erased yet.
  db.transaction(() => stores.knowledge.deleteCollection(id))
  expect(stores.knowledge.markDeleted(1)).toBe(true)
  const contents = `/admin/backups/${name}/contents/knowledge/${id}/restore`
  expect((await service.asOwner('POST', contents)).status).toBe(200)
  await reading.idle()
  const { body } = await ann('GET', `${path}/sources`)
  expect(pickList(body, 'items').map((one) => pick(one, 'title'))).toEqual(['Diary'])
  expect(await found(ann)).toBe(1)
})

test('shares with members are refused for whom there is none, and beyond their bound', async () => {
  await using service = createTestApp()
  const [ann, bob] = [person(service, 'Ann'), person(service, 'Bob')]
  const path = await collection(ann, service)
  const share = async (member: string) => (await ann('POST', `${path}/members`, { member })).status
  for (const member of ['nobody', 'Ann', 'x'.repeat(321), ''])
    expect(await share(member), member).toBe(422)
  const names = Array.from({ length: MAX_MEMBERS }, (_, index) => `M${index}`)
  for (const name of names) person(service, name)
  for (const name of names) expect(await share(name)).toBe(201)
  expect(await share('Bob')).toBe(409)
  expect(await found(bob)).toBe(0)
})

test('nobody takes the place of another by a name that is an e-mail address', async () => {
  await using service = createTestApp()
  const ann = person(service, 'Ann')
  const { users, db } = service.services
  const issuer = 'https://id.example.test'
  const name = 'bob@example.test'
  const { id } = users.signedIn({ issuer, subject: 'eve', email: 'eve@example.test', name })
  users.change(id, { role: 'user' }, AUDIT_ACTOR)
  expect(users.get(id).name).toBeNull()
  // As an earlier version has stored it.
  db.sqlite.run('UPDATE users SET name = ? WHERE id = ?', [name, id])
  const path = await collection(ann, service)
  expect((await ann('POST', `${path}/members`, { member: name })).status).toBe(422)
  person(service, 'Bob')
  const made = await ann('POST', `${path}/members`, { member: name })
  expect([made.status, made.body]).toMatchObject([201, { items: [{ name: 'Bob' }] }])
  // Controls that turn the text around are none of a name.
  const odd = { issuer, subject: 'odd', email: 'odd@example.test', name: ' A\u202enn\u0000\n' }
  expect(users.signedIn(odd).name).toBe('A nn')
})

test('what is shared with somebody goes with the account, and with the collection', async () => {
  await using service = createTestApp()
  const [ann, bob] = [person(service, 'Ann'), person(service, 'Bob')]
  const path = await collection(ann, service)
  await ann('POST', `${path}/members`, { member: 'Bob' })
  const shares = service.services.db.sqlite.query('SELECT reader FROM knowledge_shares')
  expect(shares.all()).toHaveLength(1)
  const { db, knowledge } = service.services
  db.transaction(() => void knowledge.deleteOwned(ownerOfUser(bob.id)))
  expect(shares.all()).toEqual([])
  person(service, 'Cid')
  await ann('POST', `${path}/members`, { member: 'Cid' })
  expect((await ann('DELETE', path)).status).toBe(204)
  expect(shares.all()).toEqual([])
})

test('GET /api/members tells people the names of the others, and keys nothing', async () => {
  await using service = createTestApp()
  const [ann] = ['Ann', 'Bob'].map((name) => person(service, name))
  const cid = person(service, 'Cid')
  service.services.users.change(cid.id, { status: 'suspended' }, AUDIT_ACTOR)
  expect((await ann?.('GET', '/api/members'))?.body).toEqual({ items: ['Ann', 'Bob'] })
  expect((await service.request('/api/members')).status).toBe(401)
  const { authorization } = service.makeKey({ media: true })
  expect((await service.request('/api/members', { headers: { authorization } })).status).toBe(403)
})
