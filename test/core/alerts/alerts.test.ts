import { expect, test } from 'bun:test'
import type { AlertChannel } from '../../../src/core/alerts/alert-channel.ts'
import { AlertStore } from '../../../src/core/alerts/alert-store.ts'
import { Alerts } from '../../../src/core/alerts/alerts.ts'
import { Ntfy, Webhook } from '../../../src/core/alerts/create-channels.ts'
import { Delivery } from '../../../src/core/alerts/delivery.ts'
import { openDatabase } from '../../../src/db/open.ts'
import type { Log } from '../../../src/platform/log.ts'
import { testAudit } from '../../support/audit-actor.ts'
import { collect, receiver } from '../../support/receiver.ts'

const SECRET = 'signing-secret-of-the-owner'
const TOKEN = 'tk_token_of_the_owner'
const QUOTA = { kind: 'account_quota', subject: 'home is out of quota', message: 'Until 17:00' }

/** Alerts over a database in memory, without real pauses, with the log lines recorded. */
function open(
  channels: readonly AlertChannel[],
  options: { attemptMs?: number; patient?: boolean } = {},
) {
  const db = openDatabase(':memory:')
  const lines = collect<string>()
  const pauses = collect<number>()
  const keep = (fields: object, message: string) => lines.add(`${message} ${Bun.inspect(fields)}`)
  const log: Log = { debug: keep, info: keep, warn: keep, error: keep, flush() {} }
  let now = 1_790_000_000_000
  const alerts = new Alerts({
    store: new AlertStore(db),
    db,
    audit: testAudit(),
    channels,
    log,
    now: () => now++,
    wait: (ms, signal) => {
      pauses.add(ms)
      if (!options.patient) return Promise.resolve()
      return new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
    },
    ...(options.attemptMs === undefined ? {} : { attemptMs: options.attemptMs }),
  })
  return { alerts, db, lines, pauses, [Symbol.asyncDispose]: () => alerts.stop() }
}

test('raise() stores the alert without secrets, and the webhook gets it signed', async () => {
  await using hook = receiver(200)
  await using world = open([new Webhook(hook.url, SECRET)])
  world.alerts.raise({
    kind: 'account_signed_out',
    subject: 'home is signed out\nof codex',
    message: 'Said: Authorization: Bearer abcdefgh12345678 at http://u:topsecret@h/',
  })
  const [request] = await hook.received.until(1)
  const { items } = world.alerts.list(10, undefined)
  expect(items).toEqual([
    {
      id: expect.stringMatching(/^alr_[A-Za-z0-9_-]{22}$/),
      at: Date.parse('2026-09-21T14:13:20.000Z'),
      kind: 'account_signed_out',
      subject: 'home is signed out of codex',
      message: expect.stringContaining('[redacted]'),
      params: null,
      about: null,
      acknowledgedAt: null,
      acknowledgedBy: null,
    },
  ])
  const [{ id, kind, subject, message } = {}] = items
  const at = '2026-09-21T14:13:20.000Z'
  const help = `/docs/alerts#${kind}`
  expect(JSON.parse(request?.body ?? '')).toEqual({ id, at, kind, subject, message, help })
  expect(JSON.stringify(items)).not.toMatch(/abcdefgh|topsecret/)
  const signature = new Bun.CryptoHasher('sha256', SECRET).update(request?.body ?? '').digest('hex')
  expect(request?.headers.get('x-hearth-signature')).toBe(`sha256=${signature}`)
  expect(request?.headers.get('content-type')).toBe('application/json')
})

test('a webhook without a secret gets no signature', async () => {
  await using hook = receiver(200)
  await using world = open([new Webhook(hook.url, undefined)])
  world.alerts.raise(QUOTA)
  const [request] = await hook.received.until(1)
  expect(request?.headers.has('x-hearth-signature')).toBe(false)
})

test('an alert that fails twice is delivered once, with growing pauses', async () => {
  await using hook = receiver(500, 503, 200)
  const world = open([new Webhook(hook.url, SECRET)])
  world.alerts.raise(QUOTA)
  const requests = await hook.received.until(3)
  await world.alerts.stop()
  expect(requests.length).toBe(3)
  expect(new Set(requests.map(({ body }) => body)).size).toBe(1)
  expect(world.pauses.items).toEqual([1_000, 10_000])
})

test('a channel that always fails is given up, and no log line has an address or a secret', async () => {
  await using hook = receiver(500)
  await using world = open([new Webhook(hook.url, SECRET), new Ntfy(hook.url, TOKEN)])
  world.alerts.raise(QUOTA)
  const lines = await world.lines.until(10)
  expect(hook.received.items.length).toBe(10)
  expect(world.pauses.items.toSorted((a, b) => a - b)).toEqual(
    [1_000, 10_000, 60_000, 300_000].flatMap((ms) => [ms, ms]),
  )
  expect(lines.filter((line) => line.startsWith('Cannot deliver an alert: given up'))).toHaveLength(
    2,
  )
  expect(lines.join()).toContain('The receiver answered 500')
  expect(lines.join()).not.toMatch(/signing-secret|tk_token|of-the-owner|127\.0\.0\.1/)
  expect(world.alerts.list(10, undefined).items).toHaveLength(1)
})

test('an unreachable receiver is logged by its error code only', async () => {
  const closed = receiver(200)
  await closed[Symbol.asyncDispose]()
  await using world = open([new Webhook(closed.url, SECRET)])
  world.alerts.raise(QUOTA)
  const lines = (await world.lines.until(5)).join()
  expect(lines).toMatch(/refused/i)
  expect(lines).not.toMatch(/of-the-owner|127\.0\.0\.1/)
})

test('a hanging receiver is given up at the time limit, and its connection is closed', async () => {
  await using hook = receiver('never')
  // A short limit may end before the request arrives, and then no connection is seen to close.
  for (let attemptMs = 50; hook.received.items.length === 0; attemptMs *= 2) {
    await using world = open([new Webhook(hook.url, SECRET)], { attemptMs, patient: true })
    world.alerts.raise(QUOTA)
    expect((await world.lines.until(1)).join()).toContain(`No answer within ${attemptMs} ms`)
  }
  await hook.disconnected
})

test('a hanging channel delays no other', async () => {
  await using hook = receiver('never')
  await using topic = receiver(200)
  await using world = open([new Webhook(hook.url, SECRET), new Ntfy(topic.url, TOKEN)])
  world.alerts.raise(QUOTA)
  world.alerts.raise(QUOTA)
  expect(await topic.received.until(2)).toHaveLength(2)
})

test('a redirect is not followed, so that a token stays with its server', async () => {
  await using topic = receiver(307)
  await using world = open([new Ntfy(topic.url, TOKEN)], { patient: true })
  world.alerts.raise(QUOTA)
  expect((await world.lines.until(1)).join()).toContain('The receiver answered 307')
  expect(topic.received.items.map(({ path }) => path)).toEqual(['/path-of-the-owner'])
})

test('ntfy gets the text with title, priority, tags and token', async () => {
  await using topic = receiver(200)
  await using world = open([new Ntfy(topic.url, TOKEN)])
  world.alerts.raise({ ...QUOTA, message: 'Bis später: 17 Uhr' })
  const [request] = await topic.received.until(1)
  expect(request?.body).toBe('Bis später: 17 Uhr')
  expect(Object.fromEntries(request?.headers ?? [])).toMatchObject({
    title: 'home is out of quota',
    priority: 'high',
    tags: 'warning,account_quota',
    authorization: `Bearer ${TOKEN}`,
  })
})

test('ntfy gets a title outside ASCII encoded, and a long message cut between characters', async () => {
  await using topic = receiver(200)
  await using world = open([new Ntfy(topic.url, undefined)])
  world.alerts.raise({ kind: 'k', subject: 'Kontingent für „home“', message: 'é'.repeat(3_000) })
  const [request] = await topic.received.until(1)
  const title = /^=\?UTF-8\?B\?(.+)\?=$/.exec(request?.headers.get('title') ?? '')?.[1] ?? ''
  expect(Buffer.from(title, 'base64').toString()).toBe('Kontingent für „home“')
  expect(request?.body).toBe(`${'é'.repeat(1_998)}…`)
  expect(request?.headers.has('authorization')).toBe(false)
})

test('stop() aborts a delivery and a pause, and later alerts are only stored', async () => {
  await using hook = receiver('never')
  await using topic = receiver(500)
  const world = open([new Webhook(hook.url, SECRET), new Ntfy(topic.url, TOKEN)], { patient: true })
  world.alerts.raise(QUOTA)
  await hook.received.until(1)
  await world.pauses.until(1)
  await world.alerts.stop()
  await hook.disconnected
  const ends = world.lines.items.filter((line) => line.includes('The service is stopping'))
  expect(ends).toHaveLength(2)
  world.alerts.raise(QUOTA)
  expect(world.alerts.list(10, undefined).items).toHaveLength(2)
  expect([hook.received.items.length, topic.received.items.length]).toEqual([1, 1])
})

test('stop() does not wait for a real pause', async () => {
  await using hook = receiver(500)
  const lines = collect<string>()
  const keep = (_: object, message: string) => lines.add(message)
  const delivery = new Delivery({
    channels: [new Webhook(hook.url, SECRET)],
    log: { debug: keep, info: keep, warn: keep, error: keep, flush() {} },
  })
  delivery.send({ ...QUOTA, id: 'alr_x', at: '2026-09-21T14:13:20.000Z' })
  await lines.until(1)
  // A machine that stalls makes both late, but not the shorter pause the first.
  const waited = Bun.sleep(900).then(() => 'waited')
  expect(await Promise.race([delivery.stop().then(() => 'stopped'), waited])).toBe('stopped')
  expect(hook.received.items).toHaveLength(1)
  expect(lines.items.at(-1)).toBe('Cannot deliver an alert: given up')
})

test('an alert that cannot be stored is sent all the same', async () => {
  await using hook = receiver(200)
  await using world = open([new Webhook(hook.url, SECRET)])
  world.db[Symbol.dispose]()
  world.alerts.raise(QUOTA)
  expect(await hook.received.until(1)).toHaveLength(1)
  expect(world.lines.items.join()).toContain('Cannot store an alert')
})

test('at most 200 deliveries are pending; further alerts stay in the list', async () => {
  await using hook = receiver('never')
  await using world = open([new Webhook(hook.url, SECRET)])
  for (let i = 0; i < 201; i += 1) world.alerts.raise(QUOTA)
  expect(world.lines.items.map((line) => line.split(' {', 1)[0])).toEqual([
    'Cannot deliver an alert: too many are waiting',
  ])
  const { items, nextCursor } = world.alerts.list(200, undefined)
  expect([items.length, nextCursor === undefined]).toEqual([200, false])
})
