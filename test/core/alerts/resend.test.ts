import { expect, test } from 'bun:test'
import { join } from 'node:path'
import type { Alert, AlertChannel } from '../../../src/core/alerts/alert-channel.ts'
import { AlertStore } from '../../../src/core/alerts/alert-store.ts'
import { Alerts } from '../../../src/core/alerts/alerts.ts'
import { openDatabase } from '../../../src/db/open.ts'
import { createLog } from '../../../src/platform/log.ts'
import { HOUR, NOON } from '../../support/accounts.ts'
import { AUDIT_ACTOR, testAudit } from '../../support/audit-actor.ts'
import { pick } from '../../support/pick.ts'
import { tempFolder } from '../../support/process.ts'

const QUOTA = { kind: 'account_failed', subject: 'home is out of quota', message: 'Until 17:00' }

/** A channel that accepts or refuses alerts and records them. */
class Recorder implements AlertChannel {
  readonly name: string
  readonly asked: Alert[] = []
  takes = true

  constructor(name: string) {
    this.name = name
  }

  async send(alert: Alert): Promise<void> {
    this.asked.push(alert)
    if (!this.takes) throw new Error('No')
  }

  get subjects(): string[] {
    return this.asked.map(({ subject }) => subject)
  }
}

/** One run of the service's alerts over a file; one attempt for each channel. */
function run(path: string, channels: readonly AlertChannel[], now = NOON) {
  const db = openDatabase(path)
  const alerts = new Alerts({
    store: new AlertStore(db),
    db,
    audit: testAudit(),
    channels,
    log: createLog('silent'),
    now: () => now,
    wait: (_ms, signal) =>
      new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true })),
  })
  return {
    alerts,
    async [Symbol.asyncDispose]() {
      await alerts.stop()
      db[Symbol.dispose]()
    },
  }
}

function file() {
  const folder = tempFolder()
  return { ...folder, path: join(folder.path, 'hearth.sqlite') }
}

test('a restart sends undelivered alerts again, to each channel that has not accepted them', async () => {
  using data = file()
  const [hook, topic] = [new Recorder('webhook'), new Recorder('ntfy')]
  hook.takes = false
  {
    await using first = run(data.path, [hook, topic])
    first.alerts.raise(QUOTA)
  }
  expect([hook.subjects, topic.subjects]).toEqual([[QUOTA.subject], [QUOTA.subject]])
  for (const [takes, asked] of [
    [false, 2],
    [true, 3],
    [true, 3],
  ] as const) {
    hook.takes = takes
    await using next = run(data.path, [hook, topic], NOON + HOUR)
    next.alerts.resend()
    expect([hook.asked.length, topic.asked.length]).toEqual([asked, 1])
  }
  expect(hook.asked[2]).toEqual(hook.asked[0])
})

test('a restart sends no alert that is older than 24 hours, acknowledged, or for a removed channel', async () => {
  using data = file()
  const [hook, topic] = [new Recorder('webhook'), new Recorder('ntfy')]
  hook.takes = topic.takes = false
  const raise = async (subject: string, at: number) => {
    await using once = run(data.path, [hook, topic], at)
    once.alerts.raise({ ...QUOTA, subject })
    return String(pick(once.alerts.list(1, undefined), 'items.0.id'))
  }
  await raise('too old', NOON - 24 * HOUR - 1)
  await raise('old', NOON - 24 * HOUR)
  const seen = await raise('seen', NOON - HOUR)
  await raise('new', NOON - 1)
  await using next = run(data.path, [hook])
  next.alerts.acknowledge(seen, AUDIT_ACTOR)
  const before = hook.asked.length
  next.alerts.resend()
  expect(hook.subjects.slice(before)).toEqual(['old', 'new'])
  expect(topic.asked).toHaveLength(4)
})
