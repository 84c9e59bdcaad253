import { expect, test } from 'bun:test'
import {
  SHARED_LINK_LIMIT,
  UNKNOWN_LINK_LIMIT,
} from '../../src/features/conversations/share-routes.ts'
import { MAX_LINK_DAYS, MAX_SHARES } from '../../src/features/conversations/shares.ts'
import { AUDIT_ACTOR } from '../support/audit-actor.ts'
import { fakeEngine, saying } from '../support/engines.ts'
import { pick, pickFrom, pickList } from '../support/pick.ts'
import { createTestApp, jsonInit } from '../support/service.ts'
import { steppedEngine } from '../support/stepped-engine.ts'
import { makeUser } from '../support/users.ts'

const DAY_MS = 24 * 60 * 60_000

/** A service in which Ann has a conversation with a file, two branches, thoughts and a tool's result. */
function serviceWithTalk({ links = false, engine = fakeEngine('local', saying('x')) } = {}) {
  const clock = { now: Date.now() }
  const service = createTestApp({
    engines: [engine],
    now: () => clock.now,
    env: links ? { SHARE_LINKS: 'on' } : {},
  })
  const { services } = service
  const [ann, bea, cem] = [
    makeUser(services, { email: 'ann@example.test' }),
    makeUser(services, { email: 'bea@example.test', name: 'Bea' }),
    makeUser(services, { email: 'cem@example.test', name: 'Cem' }),
  ]
  const owner = `user:${ann.id}`
  const times = { createdAt: clock.now, updatedAt: clock.now }
  services.stores.conversations.insert({
    ...{ id: 'cnv_tax', owner, title: 'Tax', isTitled: true, pinnedAt: null, folderId: null },
    ...times,
  })
  const message = (id: string, parentId: string | null, role: 'user' | 'assistant', text: string) =>
    services.stores.messages.insert(
      {
        ...{ id, parentId, role, content: text, conversationId: 'cnv_tax', status: 'complete' },
        ...{ model: null, answeredBy: role === 'user' ? null : 'local/small', note: null },
        ...{ errorCode: null, errorDetail: null, createdAt: 1, finishedAt: 1 },
        ...{ thoughts: role === 'user' ? null : 'secret thought', thoughtMs: 5 },
      },
      role === 'user' ? ['form.txt'] : [],
    )
  message('msg_q', null, 'user', 'How do I fill it in?')
  message('msg_old', 'msg_q', 'assistant', 'Badly')
  message('msg_new', 'msg_q', 'assistant', 'Carefully')
  services.stores.messageSteps.put({
    ...{ messageId: 'msg_new', position: 0, atOffset: 0 },
    step: {
      calls: [{ tool: 'x', label: 'l', text: 'secret result', ms: 1, ok: true, addresses: [] }],
    },
  })
  services.stores.messageAttachments.insert([
    {
      ...{ id: 'att_form', conversationId: 'cnv_tax', messageId: 'msg_q', position: 0 },
      ...{ contentId: 'atc_form', name: 'form.txt', mediaType: 'text/plain', bytes: 4 },
      ...{ kind: 'text', characters: 4, pages: null, note: null, pictures: 0, createdAt: 1 },
    },
  ])
  const send = (user: typeof ann, method: string, path: string, body?: object) =>
    service.request(
      path,
      body === undefined ? { method, headers: user.headers } : jsonInit(method, body, user.headers),
    )
  const share = (body: object, from = ann) =>
    send(from, 'POST', '/api/conversations/cnv_tax/shares', body)
  return {
    ...service,
    ...{ ann, bea, cem, send, share },
    wait: (ms: number) => {
      clock.now += ms
    },
    store: () =>
      services.storage.attachments.put('cnv_tax/atc_form/file', new Blob(['form']).stream()),
    mine: async (user: typeof ann) =>
      pickList(await (await send(user, 'GET', '/api/shared-conversations')).json(), 'items'),
    byToken: (token: string, path = '') =>
      service.request(`/api/shared-link${path}`, { headers: { 'x-share-token': token } }),
  }
}

async function tokenOf(made: Response): Promise<string> {
  expect(made.status).toBe(201)
  const { path } = Object(await pickFrom(made, 'link'))
  expect(path).toMatch(/^\/shared#[\w-]{32}$/)
  return String(path).slice('/shared#'.length)
}

test('a member reads the branch that was shared, without thoughts and results, and nobody else does', async () => {
  await using service = serviceWithTalk()
  const { ann, bea, cem, send, share } = service
  const made = await share({ member: 'BEA@example.test', message_id: 'msg_old' })
  expect(await made.json()).toMatchObject({ member: 'Bea', link: null })
  const [listed] = await service.mine(bea)
  expect(listed).toMatchObject({ title: 'Tax', from: 'Ann', attachments: false })
  const { sqlite } = service.services.db
  sqlite.run("UPDATE users SET name = NULL WHERE name = 'Ann'")
  // An e-mail address is not for others to know.
  expect(await service.mine(bea)).toMatchObject([{ from: null }])
  sqlite.run("UPDATE users SET name = 'Ann' WHERE name IS NULL")
  const path = `/api/shared-conversations/${pick(listed, 'id')}`
  const answer = await send(bea, 'GET', path)
  const text = await answer.text()
  expect(text).not.toContain('secret')
  expect(pickList(JSON.parse(text), 'messages')).toMatchObject([
    { role: 'user', content: 'How do I fill it in?', attachments: [{ name: 'form.txt' }] },
    { role: 'assistant', content: 'Badly', answered_by: 'local/small' },
  ])
  expect((await send(bea, 'GET', '/api/conversations/cnv_tax')).status).toBe(404)
  for (const user of [cem, ann]) {
    expect((await send(user, 'GET', path)).status).toBe(404)
    expect((await send(user, 'DELETE', path)).status).toBe(404)
  }
  expect(await service.mine(cem)).toEqual([])
  for (const method of ['GET', 'POST'])
    expect(
      (
        await send(
          bea,
          method,
          '/api/conversations/cnv_tax/shares',
          method === 'GET' ? undefined : {},
        )
      ).status,
    ).toBe(404)
  const list = await send(bea, 'GET', '/api/conversations')
  expect(await pickFrom(list, 'shared_with_me')).toBe(1)

  // Shared once more, it is the newest branch, and still one entry.
  await share({ member: 'bea@example.test' })
  expect((await send(bea, 'GET', path)).status).toBe(404)
  const [again, ...others] = await service.mine(bea)
  expect(others).toEqual([])
  const now = await send(bea, 'GET', `/api/shared-conversations/${pick(again, 'id')}`)
  expect(await pickFrom(now, 'messages.1.content')).toBe('Carefully')
  expect((await send(bea, 'DELETE', `/api/shared-conversations/${pick(again, 'id')}`)).status).toBe(
    204,
  )
  const left = await send(ann, 'GET', '/api/conversations/cnv_tax/shares')
  expect(await left.json()).toEqual({ items: [], allows_links: false })
})

test('the bytes of what is attached are shared only where that was chosen', async () => {
  await using service = serviceWithTalk({ links: true })
  await service.store()
  const { bea, share, send } = service
  const file = async (user: typeof bea, part = '') => {
    const [one] = await service.mine(user)
    const path = `/api/shared-conversations/${pick(one, 'id')}/attachments/att_form${part}`
    return send(user, 'GET', path)
  }
  await share({ member: 'bea@example.test' })
  expect((await file(bea)).status).toBe(404)
  await share({ member: 'bea@example.test', attachments: true })
  const answer = await file(bea)
  expect(answer.headers.get('content-disposition')).toContain('attachment')
  expect(await answer.text()).toBe('form')
  expect((await file(bea, '?part=picture')).status).toBe(404)
  const closed = await tokenOf(await share({}))
  const open = await tokenOf(await share({ attachments: true }))
  expect((await service.byToken(closed, '/attachments/att_form')).status).toBe(404)
  expect(await (await service.byToken(open, '/attachments/att_form')).text()).toBe('form')
})

test('links are off until the owner of the service allows them, expire, and end at once', async () => {
  await using off = serviceWithTalk()
  const refused = await off.share({})
  expect([refused.status, String(await pickFrom(refused, 'detail'))]).toEqual([
    403,
    'Share with a member instead: links are off here, and the owner of this service allows them with SHARE_LINKS=on',
  ])
  await using service = serviceWithTalk({ links: true })
  const { share, send, ann, bea } = service
  expect((await share({ expires_in_days: MAX_LINK_DAYS + 1 })).status).toBe(422)
  const token = await tokenOf(await share({ expires_in_days: MAX_LINK_DAYS }))
  const week = await tokenOf(await share({}))
  const read = await service.byToken(week)
  expect(read.headers.get('cache-control')).toContain('no-store')
  expect(await pickFrom(read, 'messages.1.content')).toBe('Carefully')
  const stored = JSON.stringify(
    service.services.db.sqlite.query('SELECT * FROM conversation_shares').all(),
  )
  expect(stored).not.toContain(token)
  const page = await service.request('/shared')
  expect(page.headers.get('x-robots-tag')).toContain('noindex')
  expect(page.headers.get('referrer-policy')).toBe('no-referrer')
  service.wait(7 * DAY_MS)
  expect((await service.byToken(week)).status).toBe(404)
  expect((await service.byToken(token)).status).toBe(200)
  const { items } = Object(
    await (await send(ann, 'GET', '/api/conversations/cnv_tax/shares')).json(),
  )
  expect(items).toMatchObject([{ member: null }])
  const path = `/api/conversations/cnv_tax/shares/${items[0].id}`
  expect((await send(bea, 'DELETE', path)).status).toBe(404)
  expect((await send(ann, 'DELETE', path)).status).toBe(204)
  expect((await service.byToken(token)).status).toBe(404)
  for (const wrong of ['', 'x', 'x'.repeat(32)])
    expect((await service.byToken(wrong)).status).toBe(404)
})

test('shares end with an account that is suspended or deleted, and with the conversation', async () => {
  await using service = serviceWithTalk({ links: true })
  const { ann, bea, share, send, services } = service
  const shareAll = async () => {
    await share({ member: 'bea@example.test' })
    return tokenOf(await share({}))
  }
  const token = await shareAll()
  services.users.change(ann.id, { status: 'suspended' }, AUDIT_ACTOR)
  expect((await service.byToken(token)).status).toBe(404)
  expect(await service.mine(bea)).toEqual([])
  services.users.change(ann.id, { status: 'active' }, AUDIT_ACTOR)
  expect((await service.byToken(token)).status).toBe(200)
  expect((await send(bea, 'GET', '/api/shared-conversations')).status).toBe(200)
  services.users.change(bea.id, { status: 'deleted' }, AUDIT_ACTOR)
  const rows = () => services.db.sqlite.query('SELECT id FROM conversation_shares').all().length
  expect(rows()).toBe(1)
  services.users.change(ann.id, { status: 'deleted' }, AUDIT_ACTOR)
  expect([rows(), (await service.byToken(token)).status]).toEqual([0, 404])
  await using other = serviceWithTalk({ links: true })
  const second = await tokenOf(await other.share({}))
  expect((await other.send(other.ann, 'DELETE', '/api/conversations/cnv_tax')).status).toBe(204)
  expect((await other.byToken(second)).status).toBe(404)
})

test('what cannot be shared is refused in words, and shares are bounded', async () => {
  const { engine, end } = steppedEngine()
  await using service = serviceWithTalk({ engine, links: true })
  const { ann, share, send } = service
  const detail = async (body: object) => {
    const answer = await share(body)
    return `${answer.status} ${await pickFrom(answer, 'detail')}`
  }
  expect(await detail({ member: 'dan@example.test' })).toBe(
    '422 Cannot use member: nobody here has this e-mail address or name',
  )
  expect(await detail({ member: 'ann@example.test' })).toBe(
    '422 Cannot use member: this is your own account',
  )
  expect(await detail({ message_id: 'msg_none' })).toBe(
    '404 There is no such message in this conversation',
  )
  await send(ann, 'POST', '/api/conversations/cnv_tax/messages', { content: 'And now?' })
  expect(await detail({})).toBe('409 Wait until the answer is finished, or stop it')
  end()
  const { key } = service.makeKey({ generate: true })
  const made = await service.request('/api/conversations', {
    ...jsonInit('POST', {}, { authorization: `Bearer ${key}` }),
  })
  const byKey = await service.request(
    `/api/conversations/${await pickFrom(made, 'id')}/shares`,
    jsonInit('POST', {}, { authorization: `Bearer ${key}` }),
  )
  expect(byKey.status).toBe(403)
  for (let count = 0; count < MAX_SHARES; count += 1)
    expect((await share({ message_id: 'msg_new' })).status).toBe(201)
  expect(await detail({ message_id: 'msg_new' })).toBe(
    `409 End a share first: this conversation has ${MAX_SHARES}`,
  )
})

test('an address may ask only so often for what is not shared, and more often for what is', async () => {
  await using service = serviceWithTalk({ links: true })
  const statuses = new Map<number, number>()
  for (let count = 0; count <= UNKNOWN_LINK_LIMIT.perMinute; count += 1) {
    const { status } = await service.byToken('x'.repeat(32))
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
  }
  expect(Object.fromEntries(statuses)).toEqual({ 404: UNKNOWN_LINK_LIMIT.perMinute, 429: 1 })
  const token = await tokenOf(await service.share({ attachments: true }))
  await service.store()
  const ask = async () => {
    const answer = await service.byToken(token, '/attachments/att_form')
    await answer.body?.cancel()
    return answer.status
  }
  const asked = UNKNOWN_LINK_LIMIT.perMinute + 1
  for (let count = asked; count < SHARED_LINK_LIMIT.perMinute; count += 1)
    expect(await ask()).toBe(200)
  expect(await ask()).toBe(429)
})
