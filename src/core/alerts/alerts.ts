import type { Transactor } from '../../db/open.ts'
import { mapParams, type TextParams } from '../../platform/coded-text.ts'
import { AppError } from '../../platform/errors.ts'
import { randomId } from '../../platform/ids.ts'
import type { Log } from '../../platform/log.ts'
import { redact } from '../../platform/redact.ts'
import type { Audit, AuditActor } from '../audit/audit.ts'
import { type CountedPage, timePage } from '../list-page.ts'
import type { Alert } from './alert-channel.ts'
import type { AlertRow, AlertStatus, AlertStore } from './alert-store.ts'
import { Delivery, type DeliveryOptions } from './delivery.ts'

const MAX_SUBJECT_CHARACTERS = 200
const MAX_MESSAGE_CHARACTERS = 10_000
/** How long and how many alerts are kept, acknowledged or not. @limit alert-retention days */
export const RETENTION_MS = 90 * 24 * 60 * 60_000
/** @limit alert-count count */
export const MAX_KEPT = 1_000
/** How old an alert may be that a new start still sends. */
const RESEND_MS = 24 * 60 * 60_000

/** An alert as a part of the service raises it. */
export interface NewAlert extends Pick<Alert, 'kind' | 'subject' | 'message'> {
  /** What stands in the words of its kind. */
  params?: TextParams
  /** Id of the user or device that it is about, where acting on that one settles it. */
  about?: string
}

/** An alert of the list; times are UTC milliseconds. */
export type AlertRecord = Omit<AlertRow, 'undelivered'>

interface AlertsOptions extends DeliveryOptions {
  store: AlertStore
  db: Transactor
  audit: Audit
  now: () => number
}

/** The owner's alerts: kept for 90 days, the newest 1,000 at most, sent out, and acknowledged. */
export class Alerts {
  readonly #store: AlertStore
  readonly #db: Transactor
  readonly #audit: Audit
  readonly #log: Log
  readonly #now: () => number
  readonly #delivery: Delivery
  readonly #channels: string
  readonly #listeners: ((alert: Pick<Alert, 'kind'>) => void)[] = []

  constructor({ store, db, audit, now, ...delivery }: AlertsOptions) {
    this.#store = store
    this.#db = db
    this.#audit = audit
    this.#log = delivery.log
    this.#now = now
    this.#delivery = new Delivery({
      ...delivery,
      delivered: (alert, channel) => this.#noteDelivered(alert.id, channel.name),
    })
    this.#channels = delivery.channels.map(({ name }) => name).join(' ')
  }

  /**
   * Stores an alert, without secrets, and sends it in the background. Never throws and never waits,
   * so that a caller can go on with its own work.
   */
  raise({ kind, params, subject, message, about = undefined }: NewAlert): void {
    const alert = {
      id: randomId('alr_'),
      kind,
      subject: cut(redact(oneLine(subject)), MAX_SUBJECT_CHARACTERS),
      message: cut(redact(message), MAX_MESSAGE_CHARACTERS),
    }
    const at = this.#now()
    try {
      this.#store.insert({
        ...alert,
        ...(params && { params: mapParams(params, storedWords) }),
        at,
        about,
        undelivered: this.#channels,
      })
    } catch (err) {
      // The owner should know of a full disk too: the alert is sent although it is not stored.
      this.#log.error({ alert: alert.id, kind, err }, 'Cannot store an alert')
    }
    this.#delivery.send({ ...alert, at: iso(at) })
    for (const listener of this.#listeners) listener(alert)
  }

  /** Calls back with each alert that is raised; the callback must not throw. */
  onRaised(listener: (alert: Pick<Alert, 'kind'>) => void): void {
    this.#listeners.push(listener)
  }

  /**
   * Sends the alerts of the last 24 hours that earlier runs could not deliver and nobody has
   * acknowledged. Called once, before this run raises any.
   */
  resend(): void {
    for (const row of this.#store.undelivered(this.#now() - RESEND_MS))
      this.#delivery.send(alertOf(row), row.undelivered.split(' '))
  }

  /** The newest first. */
  list(limit: number, cursor: string | undefined, status?: AlertStatus): CountedPage<AlertRecord> {
    const page = timePage(limit, cursor, {
      read: (count, after) => this.#store.page(count, after, status),
      cursorOf: (row) => row,
      itemOf: recordOf,
    })
    return { ...page, total: this.#store.count(status) }
  }

  /**
   * Marks an alert as seen; a second time keeps the first.
   *
   * @throws {AppError} `not_found`
   */
  acknowledge(id: string, auditActor: AuditActor): AlertRecord {
    const before = this.#row(id)
    if (before.acknowledgedAt !== null) return recordOf(before)
    return this.#db.transaction(() => {
      this.#acknowledge(before, auditActor)
      return recordOf(this.#row(id))
    })
  }

  /**
   * Acknowledges the open alerts about users and devices that somebody has acted on. Called in the
   * transaction of that change.
   */
  settle(ids: readonly string[], auditActor: AuditActor): void {
    for (const row of this.#store.openAbout(ids)) this.#acknowledge(row, auditActor)
  }

  #acknowledge({ id, about }: AlertRow, auditActor: AuditActor): void {
    this.#store.acknowledge(id, this.#now(), auditActor.actor)
    const after = about === null ? null : { about }
    this.#audit.record(auditActor, { action: 'alert.acknowledge', subject: id, after })
  }

  /** Deletes what is older than 90 days or not among the newest 1,000. Called periodically. */
  sweep(): void {
    this.#store.prune(this.#now() - RETENTION_MS, MAX_KEPT)
  }

  #row(id: string): AlertRow {
    const row = this.#store.byId(id)
    if (row === undefined) throw new AppError('not_found', 'There is no such alert')
    return row
  }

  #noteDelivered(id: string, channel: string): void {
    try {
      this.#store.delivered(id, channel)
    } catch (err) {
      this.#log.error({ alert: id, channel, err }, 'Cannot note that an alert was delivered')
    }
  }

  /** Ends the sending; alerts raised later are only stored. */
  stop(): Promise<void> {
    return this.#delivery.stop()
  }
}

function alertOf({ id, at, kind, subject, message }: AlertRow): Alert {
  return { id, at: iso(at), kind, subject, message }
}

function recordOf({ undelivered: _, ...record }: AlertRow): AlertRecord {
  return record
}

function iso(at: number): string {
  return new Date(at).toISOString()
}

/** Of a part of an alert's text. */
function storedWords(text: string): string {
  return cut(redact(text), MAX_MESSAGE_CHARACTERS)
}

function oneLine(text: string): string {
  return text.replace(/\p{Cc}+/gu, ' ').trim()
}

function cut(text: string, characters: number): string {
  if (text.length <= characters) return text
  return `${[...text.slice(0, 2 * characters)].slice(0, characters - 1).join('')}…`
}
