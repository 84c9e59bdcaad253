import { expect, test } from 'bun:test'
import { createECDH } from 'node:crypto'
import { MAX_MAILS_PER_HOUR } from '../../src/features/notifications/notice-sender.ts'
import {
  MAX_BROWSERS,
  MAX_WORDS_CHARACTERS,
} from '../../src/features/notifications/notifications.ts'
import {
  MAX_ENDPOINT_CHARACTERS,
  MAX_FAILURES,
  MAX_PENDING,
  MAX_PENDING_OF_HOST,
  MAX_PENDING_OF_USER,
} from '../../src/features/notifications/push-sender.ts'
import { MAX_NOTIFICATION_BODY_BYTES, TEST_LIMIT } from '../../src/features/notifications/routes.ts'
import { encryptPush } from '../../src/features/notifications/web-push.ts'
import { failing, fakeEngine, saying } from '../support/engines.ts'
import { mailServer } from '../support/mail-server.ts'
import { pick } from '../support/pick.ts'
import {
  decryptPush,
  PushReceiver,
  startPushService,
  vapidClaims,
} from '../support/push-service.ts'
import { receiver } from '../support/receiver.ts'
import { createTestApp, jsonInit, type TestApp, type TestOptions } from '../support/service.ts'
import { makeUser, type UserOptions } from '../support/users.ts'

const PATH = '/api/me/notifications'

/** A person with a browser, as its page speaks to the service. */
function personOf(app: TestApp, options: UserOptions = {}) {
  const user = makeUser(app.services, options)
  const send = (method: string, path: string, body?: unknown) =>
    app.request(path, jsonInit(method, body, user.headers))
  return {
    ...user,
    send,
    async subscribe(receiver = new PushReceiver()) {
      const answer = await send('POST', `${PATH}/browsers`, receiver.subscription)
      expect(answer.status).toBe(201)
      return { receiver, id: pick(await answer.json(), 'id') }
    },
    async ask(text = 'Hello') {
      const conversation = await (await send('POST', '/api/conversations', {})).json()
      const id = pick(conversation, 'id')
      await send('POST', `/api/conversations/${id}/messages`, { content: text })
      return `/app/c/${id}`
    },
    choices: async (): Promise<unknown> => (await send('GET', PATH)).json(),
  }
}

/** The service with a push service; time moves as the test says. */
async function withPush(options: TestOptions = {}) {
  const push = await startPushService()
  let at = Date.parse('2026-11-01T12:00:00Z')
  const app = createTestApp({
    safeFetch: push.safeFetch,
    engines: [fakeEngine('local', saying('The first words of the answer'))],
    limits: { pushRetryMs: [1] },
    now: () => at,
    ...options,
  })
  return {
    app,
    push,
    now: () => at,
    wait: (ms: number) => {
      at += ms
    },
    async [Symbol.asyncDispose]() {
      await app[Symbol.asyncDispose]()
      await push[Symbol.asyncDispose]()
    },
  }
}

test('encryptPush gives the example of RFC 8291, which its receiver reads', async () => {
  const ecdh = createECDH('prime256v1')
  ecdh.setPrivateKey('q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94', 'base64url')
  const sender = createECDH('prime256v1')
  const d = 'yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw'
  sender.setPrivateKey(d, 'base64url')
  const point = sender.getPublicKey()
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((one) => one.toString('base64url'))
  const jwk = { kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' }
  const curve = { name: 'ECDH', namedCurve: 'P-256' }
  const keys = {
    publicKey: await crypto.subtle.importKey('jwk', jwk, curve, true, []),
    privateKey: await crypto.subtle.importKey('jwk', { ...jwk, d }, curve, true, ['deriveBits']),
  }
  const salt = new Uint8Array(Buffer.from('DGv6ra1nlYgDCS1FRnbzlw', 'base64url'))
  const auth = 'BTBZMqHH6r4Tts7J_aSIgg'
  const browser = { p256dh: ecdh.getPublicKey('base64url'), auth }
  const text = 'When I grow up, I want to be a watermelon'
  const secrets = { keys, salt }
  expect(Buffer.from(await encryptPush(text, browser, 1, secrets)).toString('base64url')).toBe(
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
  )
  const own = Buffer.from(await encryptPush(text, browser))
  const read = decryptPush(own, ecdh, Buffer.from(auth, 'base64url'))
  expect([read.content, read.paddedBytes]).toEqual([text, 256])
  const longer = decryptPush(
    Buffer.from(await encryptPush('x'.repeat(256), browser)),
    ecdh,
    Buffer.from(auth, 'base64url'),
  )
  expect(longer.paddedBytes).toBe(512)
})

test('a browser is told of an answer, encrypted, without a word of it', async () => {
  await using service = await withPush({ env: { OWNER_EMAIL: 'owner@example.test' } })
  const { app, push } = service
  const ann = personOf(app)
  const { receiver } = await ann.subscribe()
  const path = await ann.ask()
  const [message] = await push.received.until(1)
  const { payload, paddedBytes } = receiver.read(message)
  expect(payload).toEqual({ kind: 'answer', path, title: 'Your answer is ready' })
  expect(paddedBytes).toBe(256)
  expect(message?.path).toBe(new URL(receiver.endpoint).pathname)
  expect(push.asked).toEqual([{ url: receiver.endpoint, maxRedirects: 0 }])
  const headers = Object.fromEntries(message?.headers ?? [])
  expect(headers).toMatchObject({
    ttl: '3600',
    topic: 'answer',
    'content-encoding': 'aes128gcm',
    'content-type': 'application/octet-stream',
  })
  const publicKey = pick(await ann.choices(), 'public_key')
  if (message === undefined) throw new Error('Nothing was sent')
  expect(await vapidClaims(message, String(publicKey), service.now())).toEqual({
    aud: 'https://fcm.googleapis.com',
    exp: service.now() / 1000 + 12 * 3600,
    sub: 'mailto:owner@example.test',
  })

  // With words, where the person has asked for them.
  await ann.send('PATCH', PATH, { with_words: true })
  await ann.ask()
  const [, second] = await push.received.until(2)
  expect(receiver.read(second).payload).toMatchObject({ words: 'The first words of the answer' })
})

test('an answer that failed is told as such, and long words are cut', async () => {
  const long = `${'word '.repeat(100)}`
  await using service = await withPush({
    engines: [fakeEngine('local', saying(long))],
  })
  const ann = personOf(service.app)
  const { receiver } = await ann.subscribe()
  await ann.send('PATCH', PATH, { with_words: true })
  await ann.ask()
  const [message] = await service.push.received.until(1)
  const words = String(pick(receiver.read(message).payload, 'words'))
  expect([...words]).toHaveLength(MAX_WORDS_CHARACTERS)
  expect(words.endsWith('…')).toBe(true)

  await using broken = await withPush({ engines: [fakeEngine('local', failing(new Error('x')))] })
  const ben = personOf(broken.app)
  const told = await ben.subscribe()
  const path = await ben.ask()
  const [failure] = await broken.push.received.until(1)
  expect(told.receiver.read(failure).payload).toEqual({
    kind: 'answer',
    path,
    title: 'Your answer has failed',
  })
})

test('nobody is told of what they see, of what they have muted, or of what is another’s', async () => {
  await using service = await withPush()
  const { app, push } = service
  const [ann, ben] = [personOf(app), personOf(app, { email: 'ben@example.test' })]
  const { receiver } = await ann.subscribe()
  const other = await ben.subscribe()
  const job = async (person: typeof ann) => {
    const made = await person.send('POST', '/api/ai/agent', {
      task: 'title',
      input: 'x',
      async: true,
    })
    expect(made.status).toBe(202)
    const id = pick(await made.json(), 'job_id')
    await app.services.runs.durable(String(id))?.ended
  }
  // Seen on the page of all jobs.
  await ann.send('PUT', `${PATH}/seen`, { page: 'one', path: '/app/jobs' })
  await job(ann)
  await job(ben)
  const [first] = await push.received.until(1)
  expect(other.receiver.read(first).payload).toMatchObject({ kind: 'job', path: '/app/jobs' })
  // The page says nothing more.
  service.wait(46_000)
  await job(ann)
  const [, second] = await push.received.until(2)
  expect(receiver.read(second).payload).toMatchObject({ kind: 'job', path: '/app/jobs' })
  await ann.send('PUT', `${PATH}/seen`, { page: 'one', path: '/app/jobs' })
  await ann.send('PUT', `${PATH}/seen`, { page: 'one', path: '' })
  await job(ann)
  await push.received.until(3)
  const changed = await ann.send('PATCH', PATH, { kinds: ['answer'] })
  const kinds = pick(await changed.json(), 'kinds')
  expect(kinds).toEqual([
    { kind: 'answer', is_on: true },
    { kind: 'job', is_on: false },
    { kind: 'transcript', is_on: false },
    { kind: 'worker', is_on: false },
  ])
  await job(ann)
  await ann.ask()
  const messages = await push.received.until(4)
  expect(pick(receiver.read(messages[3]).payload, 'kind')).toBe('answer')
})

test('admins are told of alerts, for ten minutes of who waits, and members are not', async () => {
  await using service = await withPush()
  const { app, push } = service
  const admin = personOf(app, { role: 'admin' })
  const member = personOf(app, { email: 'ben@example.test' })
  personOf(app, { role: 'admin', email: 'dora@example.test' })
  const { receiver } = await admin.subscribe()
  await member.subscribe()
  makeUser(app.services, { role: 'pending', email: 'carl@example.test' })
  const [first] = await push.received.until(1)
  expect(receiver.read(first).payload).toMatchObject({ kind: 'approval', path: '/admin/people' })
  expect(first?.headers.get('ttl')).toBe('600')
  for (const kind of ['account_signed_out', 'budget', 'backup_failed'])
    app.services.alerts.raise({ kind, subject: 'x', message: 'x' })
  const messages = await push.received.until(3)
  expect(messages.map((one) => pick(receiver.read(one).payload, 'kind')).sort()).toEqual([
    'account',
    'approval',
    'backup',
  ])
  // Who is an admin no more is told nothing more.
  admin.change({ role: 'user' })
  app.services.alerts.raise({ kind: 'backup_failed', subject: 'x', message: 'x' })
  await app.services.notifications.idle()
  expect(push.received.items).toHaveLength(3)
})

test('a browser is forgotten with 404, 410, ten refusals, and the end of its session', async () => {
  await using service = await withPush({ limits: { pushRetryMs: [] } })
  const { app, push } = service
  const ann = personOf(app)
  const count = async () => pick(await ann.choices(), 'browsers')
  const told = async (status: number) => {
    push.answers.push(status)
    const { length } = push.received.items
    await ann.ask()
    await push.received.until(length + 1)
    // What follows the answer of the push service is stored before the next message is sent.
    await app.services.notifications.idle()
  }
  for (const status of [404, 410]) {
    await ann.subscribe()
    expect(await count()).toBe(1)
    await told(status)
    expect(await count()).toBe(0)
  }
  await ann.subscribe()
  for (let failure = 1; failure < MAX_FAILURES; failure += 1) await told(400)
  expect(await count()).toBe(1)
  // One that is taken begins the count anew; a redirect says nothing, and is not followed.
  for (const status of [201, 301, 400]) await told(status)
  expect(await count()).toBe(1)
  for (let failure = 1; failure < MAX_FAILURES; failure += 1) await told(500)
  expect(await count()).toBe(0)

  const { notifications } = app.services
  const isNotified = () => notifications.isNotified(ann.id)
  expect(isNotified()).toBe(false)
  const { id } = await ann.subscribe()
  expect(pick(await ann.choices(), 'this_browser')).toBe(id)
  expect(isNotified()).toBe(true)
  app.services.sessions.end(ann.token)
  expect(isNotified()).toBe(false)
  const again = app.services.sessions.start(ann.id)
  const headers = { ...ann.headers, cookie: `hearth=${again}` }
  const after = await (await app.request(PATH, { headers })).json()
  expect([pick(after, 'browsers'), pick(after, 'this_browser')]).toEqual([0, null])
  app.services.notifications.sweep()
  expect((await app.request(`${PATH}/browsers/${id}`, { method: 'DELETE', headers })).status).toBe(
    404,
  )
})

test('a push service that is busy is asked again, and a test message goes once to one browser', async () => {
  await using service = await withPush()
  const { app, push } = service
  const ann = personOf(app)
  const { receiver, id } = await ann.subscribe()
  push.answers.push(503)
  const path = await ann.ask()
  for (const message of await push.received.until(2))
    expect(receiver.read(message).payload).toMatchObject({ kind: 'answer', path })
  await app.services.notifications.idle()

  await ann.subscribe()
  push.answers.push(503)
  const test = () => ann.send('POST', `${PATH}/browsers/${id}/test`)
  expect((await test()).status).toBe(204)
  await app.services.notifications.idle()
  const [message, ...others] = push.received.items.slice(2)
  expect(receiver.read(message).payload).toMatchObject({ kind: 'test', path: '/app/me' })
  expect(others).toEqual([])
  expect(pick(await ann.choices(), 'browsers')).toBe(2)

  for (let count = 2; count <= TEST_LIMIT.perMinute; count += 1)
    expect((await test()).status).toBe(204)
  const refused = await test()
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60'])
  // Another person may test theirs.
  const ben = personOf(app, { email: 'ben@example.test' })
  const other = await ben.subscribe()
  expect((await ben.send('POST', `${PATH}/browsers/${other.id}/test`)).status).toBe(204)
})

test('neither a person nor a push service that does not answer holds the notifications of others', async () => {
  const answered = Promise.withResolvers<void>()
  const asked = { fcm: 0, apple: 0 }
  await using app = createTestApp({
    safeFetch: {
      fetch: async (url) => {
        if (!url.includes('fcm')) asked.apple += 1
        else {
          asked.fcm += 1
          await answered.promise
        }
        const body = new Blob().stream()
        return { url, status: 201, headers: new Headers(), mediaType: 'text/plain', body }
      },
    },
  })
  const people = Array.from({ length: MAX_PENDING / MAX_PENDING_OF_USER }, (_, index) =>
    personOf(app, { email: `p${index}@example.test` }),
  )
  const [ann, ben] = [personOf(app), personOf(app, { email: 'ben@example.test' })]
  const { notifications } = app.services
  const notify = ({ id }: { id: string }) =>
    notifications.notify({ userId: id }, { kind: 'job', path: '/app/jobs' })
  const until = async (isSo: () => boolean) => {
    while (!isSo()) await Bun.sleep(1)
  }
  await ann.subscribe()
  for (let count = 0; count <= MAX_PENDING_OF_USER; count += 1) notify(ann)
  await until(() => asked.fcm >= MAX_PENDING_OF_USER)
  for (const person of people) {
    await person.subscribe()
    for (let count = 0; count < MAX_PENDING_OF_USER; count += 1) notify(person)
  }
  await until(() => asked.fcm >= MAX_PENDING_OF_HOST)
  const { keys } = new PushReceiver().subscription
  await ben.send('POST', `${PATH}/browsers`, { endpoint: 'https://web.push.apple.com/1', keys })
  notify(ben)
  await until(() => asked.apple === 1)
  answered.resolve()
  await notifications.idle()
  expect(asked).toEqual({ fcm: MAX_PENDING_OF_HOST, apple: 1 })
})

test('POST /api/me/notifications/browsers takes addresses of push services only', async () => {
  await using app = createTestApp({
    file: '[notifications]\npush_hosts = ["push.example.org", "*.push.example.net"]',
  })
  const ann = personOf(app)
  const status = async (endpoint: string, keys = new PushReceiver().subscription.keys) =>
    (await ann.send('POST', `${PATH}/browsers`, { endpoint, keys })).status
  for (const endpoint of [
    'https://android.googleapis.com/gcm/send/1',
    'https://updates.push.services.mozilla.com/wpush/v2/1',
    'https://web.push.apple.com/1',
    'https://db5p.notify.windows.com/w/?token=1',
    'https://push.example.org/1',
    'https://a.b.push.example.net/1',
    'https://fcm.googleapis.com:443/1',
  ])
    expect([endpoint, await status(endpoint)]).toEqual([endpoint, 201])
  for (const endpoint of [
    'http://fcm.googleapis.com/1',
    'https://fcm.googleapis.com:8443/1',
    'https://user@fcm.googleapis.com/1',
    'https://:password@fcm.googleapis.com/1',
    'https://fcm.googleapis.com.example.org/1',
    'https://example.org/fcm.googleapis.com',
    'https://push.apple.com/1',
    'https://evilpush.apple.com/1',
    'https://127.0.0.1/1',
    'https://[::1]/1',
    'fcm.googleapis.com',
  ])
    expect([endpoint, await status(endpoint)]).toEqual([endpoint, 422])
  const start = 'https://fcm.googleapis.com/'
  const filled = start + 'x'.repeat(MAX_ENDPOINT_CHARACTERS - start.length)
  expect(await status(filled)).toBe(201)
  expect(await status(`${filled}x`)).toBe(422)
  const { keys } = new PushReceiver().subscription
  // A point that is not on the curve.
  const p256dh = Buffer.concat([Buffer.from([4]), Buffer.alloc(64, 7)]).toString('base64url')
  expect(await status(`${start}1`, { ...keys, p256dh })).toBe(422)
  const body = (bytes: number) => {
    const text = JSON.stringify({ kinds: [], with_words: false })
    return text.padEnd(bytes, ' ')
  }
  for (const [bytes, expected] of [
    [MAX_NOTIFICATION_BODY_BYTES, 200],
    [MAX_NOTIFICATION_BODY_BYTES + 1, 413],
  ] as const) {
    const headers = { ...ann.headers, 'content-type': 'application/json' }
    const answer = await app.request(PATH, { method: 'PATCH', headers, body: body(bytes) })
    expect(answer.status).toBe(expected)
  }
})

test('a person has twenty browsers, and no way to those of another', async () => {
  await using app = createTestApp()
  const [ann, ben] = [personOf(app), personOf(app, { email: 'ben@example.test' })]
  const first = await ann.subscribe()
  for (let number = 1; number < MAX_BROWSERS; number += 1) await ann.subscribe()
  const has = async (id: unknown) =>
    (await ann.send('POST', `${PATH}/browsers/${id}/test`)).status === 204
  expect(pick(await ann.choices(), 'browsers')).toBe(MAX_BROWSERS)
  expect(await has(first.id)).toBe(true)
  const last = await ann.subscribe()
  expect(pick(await ann.choices(), 'browsers')).toBe(MAX_BROWSERS)
  expect(await has(first.id)).toBe(false)

  for (const [method, path] of [
    ['DELETE', `${PATH}/browsers/${last.id}`],
    ['POST', `${PATH}/browsers/${last.id}/test`],
  ] as const)
    expect((await ben.send(method, path)).status).toBe(404)
  // The same browser, with another person now; and one who knows the address only.
  const { subscription } = last.receiver
  const stolen = { ...new PushReceiver().subscription, endpoint: subscription.endpoint }
  expect((await ben.send('POST', `${PATH}/browsers`, stolen)).status).toBe(409)
  await ben.subscribe(last.receiver)
  expect(pick(await ann.choices(), 'browsers')).toBe(MAX_BROWSERS - 1)
  // Who is no browser cannot be told.
  const answer = await app.asOwner('POST', `${PATH}/browsers`, new PushReceiver().subscription)
  expect(answer.status).toBe(409)
})

test('where the owner allows it, people are told by ntfy and by mail as well', async () => {
  await using ntfy = receiver(200)
  await using alerts = receiver(200)
  await using mail = await mailServer()
  const server = new URL(ntfy.url).origin
  await using service = await withPush({
    env: { BASE_URL: 'https://hearth.example.test' },
    file: `[notifications]\nntfy = "${server}/"\nntfy_token = "tk_1"\nntfy_prefix = "home-"\nmail = true
[alerts]\nntfy = "${new URL(alerts.url).origin}/home-alerts"\n[alerts.smtp]\nurl = "smtp://127.0.0.1:${mail.port}"\nfrom = "hearth@example.test"\nto = ["owner@example.test"]`,
  })
  const ann = personOf(service.app)
  expect(await ann.choices()).toMatchObject({
    ntfy: { server, prefix: 'home-', topic: null },
    mail: { address: 'ann@example.test', is_on: false },
  })
  const { notifications } = service.app.services
  const change = async (body: object) => {
    const { status } = await ann.send('PATCH', PATH, body)
    return { status, isNotified: notifications.isNotified(ann.id) }
  }
  const topic = 'home-'.padEnd(64, 'x')
  const long = `${topic}x`
  for (const topic of ['', 'a/b', '../x', 'a b', 'other', 'Home-x', long, 'home-alerts'])
    expect([topic, (await change({ ntfy_topic: topic })).status]).toEqual([topic, 422])
  expect(await change({ by_mail: true })).toEqual({ status: 200, isNotified: true })
  expect(await change({ by_mail: false })).toEqual({ status: 200, isNotified: false })
  expect(await change({ ntfy_topic: topic })).toEqual({ status: 200, isNotified: true })
  expect((await change({ by_mail: true })).status).toBe(200)
  const path = await ann.ask()
  const [posted] = await ntfy.received.until(1)
  expect(posted).toMatchObject({ path: `/${topic}`, body: 'Your answer is ready' })
  expect(Object.fromEntries(posted?.headers ?? [])).toMatchObject({
    title: 'Your answer is ready',
    click: `https://hearth.example.test${path}`,
    authorization: 'Bearer tk_1',
  })
  // The owner has had one of who waits for approval.
  const sent = (await mail.until(2)).find(({ to }) => to[0] === 'ann@example.test')
  expect(sent?.text).toContain('Subject: Hearth: Your answer is ready')
  expect(sent?.text).toContain(`https://hearth.example.test${path}`)

  // What is seen is not told here either; who has muted a kind is not told of it.
  await ann.send('PUT', `${PATH}/seen`, { page: 'one', path })
  service.app.services.notifications.notify({ userId: ann.id }, { kind: 'answer', path })
  await change({ kinds: [] })
  await ann.ask()
  await service.app.services.notifications.idle()
  expect([ntfy.received.items.length, mail.mails.length]).toEqual([1, 2])
  // Within an hour no address gets more.
  await change({ kinds: ['job'], ntfy_topic: null })
  const tell = () =>
    service.app.services.notifications.notify(
      { userId: ann.id },
      { kind: 'job', path: '/app/jobs' },
    )
  for (let count = 1; count < MAX_MAILS_PER_HOUR; count += 1) tell()
  await mail.until(MAX_MAILS_PER_HOUR + 1)
  await service.app.services.notifications.idle()
  tell()
  service.wait(3_600_001)
  tell()
  await mail.until(MAX_MAILS_PER_HOUR + 2)
  await service.app.services.notifications.idle()
  expect(mail.mails).toHaveLength(MAX_MAILS_PER_HOUR + 2)
})

test('without the owner’s leave there is neither ntfy nor mail', async () => {
  await using app = createTestApp()
  const ann = personOf(app)
  expect(await ann.choices()).toMatchObject({ ntfy: null, mail: null })
  for (const body of [{ ntfy_topic: 'x' }, { by_mail: true }])
    expect((await ann.send('PATCH', PATH, body)).status).toBe(409)
  expect((await ann.send('PATCH', PATH, { ntfy_topic: null, by_mail: false })).status).toBe(200)
})
