import { and, asc, eq, gt, inArray, isNull, notInArray, sql } from 'drizzle-orm'
import { sessions, users } from '../../core/identity/table.ts'
import type { Db } from '../../db/open.ts'
import { once } from '../../platform/once.ts'
import { notificationChoices, pushSubscriptions } from './table.ts'

export type PushSubscriptionRow = typeof pushSubscriptions.$inferSelect
export type NotificationChoices = typeof notificationChoices.$inferSelect

/** Who is notified. */
export type Recipient = { userId: string } | 'admins'

/** Rows of `push_subscriptions` and `notification_choices`. */
export class NotificationStore {
  readonly #db: Db
  readonly #way
  readonly #browsers
  readonly #openSession

  constructor(db: Db) {
    this.#db = db
    const { sqlite } = db
    this.#way = once(() =>
      sqlite.prepare<object, [string]>(
        'SELECT 1 FROM notification_choices WHERE user_id = ? AND (ntfy_topic IS NOT NULL OR by_mail)',
      ),
    )
    this.#browsers = once(() =>
      sqlite.prepare<{ sessionId: string }, [string]>(
        'SELECT session_id AS sessionId FROM push_subscriptions WHERE user_id = ?',
      ),
    )
    this.#openSession = once(() =>
      sqlite.prepare<object, [string, number]>(
        'SELECT 1 FROM sessions WHERE id = ? AND revoked_at IS NULL AND expires_at > ?',
      ),
    )
  }

  /**
   * Whether somebody has chosen some way, or a browser in a session that goes on. Reads of one table
   * each, as every page asks it, and a join of them takes several times as long.
   */
  isNotified(userId: string, now: number): boolean {
    if (this.#way().get(userId) !== null) return true
    return this.#browsers()
      .all(userId)
      .some(({ sessionId }) => this.#openSession().get(sessionId, now) !== null)
  }

  choices(userId: string): NotificationChoices {
    const row = this.#db.orm
      .select()
      .from(notificationChoices)
      .where(eq(notificationChoices.userId, userId))
      .get()
    return row ?? noChoices(userId)
  }

  choose(row: NotificationChoices): void {
    this.#db.orm
      .insert(notificationChoices)
      .values(row)
      .onConflictDoUpdate({ target: notificationChoices.userId, set: row })
      .run()
  }

  /** People with access, and what they have chosen. */
  people(to: Recipient): { email: string | null; choices: NotificationChoices }[] {
    return this.#db.orm
      .select({ id: users.id, email: users.email, choices: notificationChoices })
      .from(users)
      .leftJoin(notificationChoices, eq(notificationChoices.userId, users.id))
      .where(hasAccess(to))
      .all()
      .map(({ id, email, choices }) => ({ email, choices: choices ?? noChoices(id) }))
  }

  /** Those that may be notified now: of people with access, in sessions that go on. */
  subscriptions(to: Recipient, now: number): PushSubscriptionRow[] {
    const rows = this.#db.orm
      .select({ subscription: pushSubscriptions })
      .from(pushSubscriptions)
      .innerJoin(
        sessions,
        and(
          eq(sessions.id, pushSubscriptions.sessionId),
          eq(sessions.userId, pushSubscriptions.userId),
          isOpen(now),
        ),
      )
      .innerJoin(users, and(eq(users.id, pushSubscriptions.userId), hasAccess(to)))
      .orderBy(asc(pushSubscriptions.createdAt), asc(pushSubscriptions.id))
      .all()
    return rows.map(({ subscription }) => subscription)
  }

  byEndpoint(endpoint: string): PushSubscriptionRow | undefined {
    return this.#db.orm
      .select()
      .from(pushSubscriptions)
      .where(eq(pushSubscriptions.endpoint, endpoint))
      .get()
  }

  /** Adds a browser in place of the row that it had, and of the oldest ones beyond a bound. */
  put(row: PushSubscriptionRow, most: number): void {
    this.#db.transaction(() => {
      const { endpoint, userId } = row
      this.#db.orm.delete(pushSubscriptions).where(eq(pushSubscriptions.endpoint, endpoint)).run()
      this.#db.orm.insert(pushSubscriptions).values(row).run()
      const newest = this.#db.orm
        .select({ id: pushSubscriptions.id })
        .from(pushSubscriptions)
        .where(eq(pushSubscriptions.userId, userId))
        .orderBy(sql`${pushSubscriptions.createdAt} DESC`, sql`rowid DESC`)
        .limit(most)
      this.#db.orm
        .delete(pushSubscriptions)
        .where(and(eq(pushSubscriptions.userId, userId), notInArray(pushSubscriptions.id, newest)))
        .run()
    })
  }

  /** @returns Whether the user had it */
  remove(userId: string, id: string): boolean {
    const removed = this.#db.orm
      .delete(pushSubscriptions)
      .where(and(eq(pushSubscriptions.userId, userId), eq(pushSubscriptions.id, id)))
      .returning({ id: pushSubscriptions.id })
      .all()
    return removed.length > 0
  }

  /** The push service knows the browser no more. */
  drop(id: string): void {
    this.#db.orm.delete(pushSubscriptions).where(eq(pushSubscriptions.id, id)).run()
  }

  delivered(id: string, at: number): void {
    this.#db.orm
      .update(pushSubscriptions)
      .set({ lastOkAt: at, failures: 0 })
      .where(eq(pushSubscriptions.id, id))
      .run()
  }

  /** Counts a refusal; so many in a row end the subscription. */
  refused(id: string, most: number): void {
    this.#db.orm
      .update(pushSubscriptions)
      .set({ failures: sql`${pushSubscriptions.failures} + 1` })
      .where(eq(pushSubscriptions.id, id))
      .run()
    this.#db.orm
      .delete(pushSubscriptions)
      .where(and(eq(pushSubscriptions.id, id), sql`${pushSubscriptions.failures} >= ${most}`))
      .run()
  }

  /** Deletes those whose session has ended. */
  sweep(now: number): void {
    const open = this.#db.orm.select({ id: sessions.id }).from(sessions).where(isOpen(now))
    this.#db.orm
      .delete(pushSubscriptions)
      .where(notInArray(pushSubscriptions.sessionId, open))
      .run()
  }

  /** @returns How many browsers of the user there were */
  deleteOwned(userId: string): number {
    this.#db.orm.delete(notificationChoices).where(eq(notificationChoices.userId, userId)).run()
    return this.#db.orm
      .delete(pushSubscriptions)
      .where(eq(pushSubscriptions.userId, userId))
      .returning({ id: pushSubscriptions.id })
      .all().length
  }
}

function noChoices(userId: string): NotificationChoices {
  return { userId, mutedKinds: '', withWords: false, ntfyTopic: null, byMail: false }
}

function hasAccess(to: Recipient) {
  return to === 'admins'
    ? and(eq(users.status, 'active'), eq(users.role, 'admin'))
    : and(
        eq(users.id, to.userId),
        eq(users.status, 'active'),
        inArray(users.role, ['user', 'admin']),
      )
}

function isOpen(now: number) {
  return and(isNull(sessions.revokedAt), gt(sessions.expiresAt, now))
}
