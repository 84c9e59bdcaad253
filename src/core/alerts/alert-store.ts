import {
  and,
  asc,
  count,
  desc,
  eq,
  gte,
  inArray,
  isNotNull,
  isNull,
  lt,
  ne,
  notInArray,
  or,
} from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import { isAfter, type TimeCursor } from '../../db/time-cursor.ts'
import { alerts } from './table.ts'

export type AlertRow = typeof alerts.$inferSelect
/** An open alert is one that nobody has acknowledged. */
export type AlertStatus = 'open' | 'seen'
export type NewAlertRow = typeof alerts.$inferInsert

/** Rows of `alerts`. */
export class AlertStore {
  readonly #db: Db

  constructor(db: Db) {
    this.#db = db
  }

  insert(row: NewAlertRow): void {
    this.#db.orm.insert(alerts).values(row).run()
  }

  byId(id: string): AlertRow | undefined {
    return this.#db.orm.select().from(alerts).where(eq(alerts.id, id)).get()
  }

  /** The newest first, at most `limit` after the cursor. */
  page(limit: number, after: TimeCursor | undefined, status?: AlertStatus): AlertRow[] {
    return this.#db.orm
      .select()
      .from(alerts)
      .where(and(isAfter(alerts.at, alerts.id, after), hasStatus(status)))
      .orderBy(desc(alerts.at), desc(alerts.id))
      .limit(limit)
      .all()
  }

  /** How many there are, on all pages. */
  count(status?: AlertStatus): number {
    const row = this.#db.orm.select({ alerts: count() }).from(alerts).where(hasStatus(status)).get()
    return row?.alerts ?? 0
  }

  /** Alerts that a channel has not delivered and nobody has acknowledged, the oldest first. */
  undelivered(from: number): AlertRow[] {
    return this.#db.orm
      .select()
      .from(alerts)
      .where(and(gte(alerts.at, from), ne(alerts.undelivered, ''), isNull(alerts.acknowledgedAt)))
      .orderBy(asc(alerts.at), asc(alerts.id))
      .all()
  }

  /** Alerts about these users and devices that nobody has acknowledged, the oldest first. */
  openAbout(ids: readonly string[]): AlertRow[] {
    return this.#db.orm
      .select()
      .from(alerts)
      .where(and(inArray(alerts.about, [...ids]), isNull(alerts.acknowledgedAt)))
      .orderBy(asc(alerts.at), asc(alerts.id))
      .all()
  }

  /** Records that a channel has delivered an alert. */
  delivered(id: string, channel: string): void {
    const names = this.byId(id)?.undelivered.split(' ') ?? []
    this.#db.orm
      .update(alerts)
      .set({ undelivered: names.filter((name) => name !== channel).join(' ') })
      .where(eq(alerts.id, id))
      .run()
  }

  /** Deletes alerts from before a time, and those that are not among the newest `keep`. */
  prune(before: number, keep: number): void {
    const newest = this.#db.orm
      .select({ id: alerts.id })
      .from(alerts)
      .orderBy(desc(alerts.at), desc(alerts.id))
      .limit(keep)
    this.#db.orm
      .delete(alerts)
      .where(or(lt(alerts.at, before), notInArray(alerts.id, newest)))
      .run()
  }

  /** Acknowledges an alert. An acknowledged one is not changed. */
  acknowledge(id: string, at: number, by: string): void {
    this.#db.orm
      .update(alerts)
      .set({ acknowledgedAt: at, acknowledgedBy: by })
      .where(and(eq(alerts.id, id), isNull(alerts.acknowledgedAt)))
      .run()
  }
}

function hasStatus(status: AlertStatus | undefined) {
  if (status === undefined) return undefined
  return (status === 'seen' ? isNotNull : isNull)(alerts.acknowledgedAt)
}
