import { expect, test } from 'bun:test'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fakeEngine, hanging } from '../support/engines.ts'
import { texts } from '../support/files.ts'
import { until } from '../support/gates.ts'
import { pick, pickFrom, pickList } from '../support/pick.ts'
import { tempFolder } from '../support/process.ts'
import { PushReceiver } from '../support/push-service.ts'
import { createTestApp, jsonInit } from '../support/service.ts'
import { makeUser } from '../support/users.ts'

/** Tables with rows of users, and how a row names its user. */
const OWNED = {
  conversations: 'owner',
  conversation_folders: 'owner',
  assistants: 'owner',
  saved_texts: 'owner',
  jobs: 'owner',
  idempotency_keys: 'owner',
  files: 'owner',
  uploads: 'owner',
  history: 'owner',
  knowledge_collections: 'owner',
  clips: 'owner',
  responses: 'owner',
  devices: 'user_id',
}

test('with a deleted user all goes that they had, and nothing of anybody else', async () => {
  const started = Promise.withResolvers<void>()
  const engine = fakeEngine('slow', (turn, signal) => {
    started.resolve()
    return hanging()(turn, signal)
  })
  using folder = tempFolder()
  await using service = createTestApp({ engines: [engine], env: { DATA_DIR: folder.path } })
  const { devices, refreshTokens, files, uploads, usage, keepInHistory, speech, db } =
    service.services
  const [ann, bea] = [
    makeUser(service.services, { email: 'ann@example.test' }),
    makeUser(service.services, { email: 'bea@example.test' }),
  ]
  const send = async (user: typeof ann, path: string, body: object, headers = {}) => {
    const sent = jsonInit('POST', body, { ...user.headers, ...headers })
    const response = await service.request(path, sent)
    if (!response.ok) throw new Error(`${response.status} ${await response.text()}`)
    return response.json()
  }
  for (const user of [ann, bea]) {
    const id = pick(await send(user, '/api/conversations', {}), 'id')
    await send(user, '/api/conversation-folders', { name: 'Sea' })
    await send(user, '/api/assistants', { name: 'Cook', instructions: 'Cook.' })
    await send(user, '/api/prompts', { name: 'Menu', text: 'A menu for {{day}}' })
    const attachments = [{ data: 'YQ==', filename: 'a.txt' }]
    const message = { content: `The lighthouse of ${user.id}`, attachments }
    await send(user, `/api/conversations/${id}/messages`, message)
    const job = { prompt: 'Hello', async: true }
    await send(user, '/api/ai/generate', job, { 'idempotency-key': 'once' })
    devices.createCode({ userId: user.id, name: 'laptop', address: '192.0.2.7' })
    refreshTokens.pair({ userId: user.id, name: 'app', address: '192.0.2.7' })
    // Nothing is sent to the internet.
    service.services.notifications.change(user.id, false, { kinds: [] })
    await send(user, '/api/me/notifications/browsers', new PushReceiver().subscription)
    const file = { filename: 'a.txt', bytes: 4 }
    await files.store(`user:${user.id}`, texts('text'), file)
    await uploads.create(`user:${user.id}`, { bytes: 4, metadata: undefined })
    keepInHistory({
      ...{
        owner: `user:${user.id}`,
        kind: 'transcript',
        title: 'A walk',
        text: 'To the lighthouse',
      },
      data: { segments: [], engine: 'whisper' },
    })
    const collection = await send(user, '/api/knowledge', { name: 'House' })
    const note = { title: 'Trip', text: `The lighthouse of ${user.id}` }
    await send(user, `/api/knowledge/${pick(collection, 'id')}/sources`, { sources: [{ note }] })
    const path = join(folder.path, `${user.id}.wav`)
    await Bun.write(path, 'RIFF')
    const clip = { mediaType: 'audio/wav', seconds: 1, engine: 'flite', voice: null }
    const facts = { ...clip, owner: `user:${user.id}`, extension: 'wav' }
    await speech.clips.add(facts, { path, bytes: 4 })
    const caller = {
      owner: `user:${user.id}`,
      actor: 'x',
      keyId: null,
      project: null,
      product: null,
      engines: null,
      requestId: 'r',
    }
    const response = { id: `resp_${user.id}`, caller, previousId: undefined, response: {} }
    expect(await service.services.responses.keep(response)).toBe(true)
    await usage.record(caller, [
      { type: 'credit', action: 'tts', units: 1, surface: 'speech', outcome: 'succeeded' },
    ])
  }
  await started.promise
  await service.services.reading.idle()
  const count = (sql: string, ...values: string[]) =>
    Object.values(db.sqlite.query<{ n: number }, string[]>(sql).get(...values) ?? {})[0]
  const rows = (user: typeof ann) =>
    Object.entries(OWNED).map(([table, column]) => {
      const owner = column === 'owner' ? `user:${user.id}` : user.id
      return [table, count(`SELECT count(*) AS n FROM ${table} WHERE ${column} = ?`, owner)]
    })
  const ofBea = rows(bea)
  expect(rows(ann)).toEqual(ofBea)
  expect(Object.fromEntries(ofBea)).toMatchObject({
    ...{ conversations: 1, jobs: 1, idempotency_keys: 1, files: 1, uploads: 1, devices: 2 },
    ...{ history: 1, clips: 1, responses: 1, conversation_folders: 1, knowledge_collections: 1 },
    ...{ assistants: 1, saved_texts: 1 },
  })
  const tokens = count('SELECT count(*) AS n FROM refresh_tokens')
  const found = "SELECT count(*) AS n FROM message_search WHERE message_search MATCH 'lighthouse'"
  expect(count(found)).toBe(2)
  const heard = found.replaceAll('message', 'history')
  expect(count(heard)).toBe(2)
  const noted = found.replaceAll('message', 'knowledge')
  expect(count(noted)).toBe(2)
  const attached = () => [
    count('SELECT count(*) AS n FROM message_attachments'),
    readdirSync(join(folder.path, 'attachments')).length,
  ]
  expect(attached()).toEqual([2, 2])

  const change = { status: 'deleted' }
  expect((await service.asOwner('PATCH', `/admin/users/${ann.id}`, change)).status).toBe(200)
  const ofAnn = Object.fromEntries(rows(ann))
  expect({ ...ofAnn, files: 0 }).toEqual(Object.fromEntries(ofBea.map(([table]) => [table, 0])))
  expect(rows(bea)).toEqual(ofBea)
  await until(() => Bun.deepEquals(attached(), [1, 1]))
  await service.services.conversationDeletions.idle()
  await service.services.reading.idle()
  expect([count(found), count(heard), count(noted)]).toEqual([1, 1, 1])
  expect(count('SELECT count(*) AS n FROM refresh_tokens')).toBe(Number(tokens) / 2)
  expect(files.totals(`user:${ann.id}`)).toEqual({ files: 0, bytes: 0 })
  expect(
    count(
      "SELECT count(*) AS n FROM sessions WHERE user_id = ? AND user_agent || address <> ''",
      ann.id,
    ),
  ).toBe(0)
  const kept = await service.asOwner('GET', '/admin/usage?group_by=owner_id')
  expect(pickList(await kept.json(), 'items').map((one) => pick(one, 'owner_id'))).toContain(
    `user:${ann.id}`,
  )
  const audit = await service.asOwner('GET', '/admin/audit?area=user')
  expect(await pickFrom(audit, 'items.0.before')).toEqual({
    ...{ history: 1, clips: 1, responses: 1, knowledge: 1, push_subscriptions: 1 },
    ...{ assistants: 1, 'saved texts': 1 },
    ...{ conversations: 1, jobs: 1, files: 1, uploads: 1, devices: 2 },
  })
  expect((await service.request('/app/', { headers: ann.headers })).status).toBe(403)
})
