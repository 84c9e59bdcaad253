import { and, eq, gt, inArray, isNull, lte, or, sql } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { once } from '../../../platform/once.ts'
import { deviceRequests } from './table.ts'

export type DeviceRequestRow = typeof deviceRequests.$inferSelect

/** A user code that a user has entered on a surface. */
export interface TypedCode {
  userCodeHash: string
  surface: DeviceRequestRow['surface']
  userId: string
  /** UTC milliseconds; a code that has expired is not found. */
  now: number
}

/**
 * Rows of `device_requests`. Each UPDATE has the required state in its condition, so that only one
 * of two concurrent changes succeeds.
 */
export class DeviceRequestStore {
  readonly #db: Db
  readonly #byHash

  constructor(db: Db) {
    this.#db = db
    this.#byHash = once(() =>
      db.orm
        .select()
        .from(deviceRequests)
        .where(eq(deviceRequests.hash, sql.placeholder('hash')))
        .prepare(),
    )
  }

  /** @returns Whether it was inserted; false when another row has the user code */
  insert(row: DeviceRequestRow): boolean {
    const inserted = this.#db.orm
      .insert(deviceRequests)
      .values(row)
      .onConflictDoNothing({ target: deviceRequests.userCodeHash })
      .returning({ hash: deviceRequests.hash })
      .all()
    return inserted.length === 1
  }

  byHash(hash: string): DeviceRequestRow | undefined {
    return this.#byHash().get({ hash })
  }

  /**
   * Records a poll unless it comes too early. @returns Whether the interval since the last has
   * passed
   */
  recordPoll(hash: string, now: number): boolean {
    const due = sql`${deviceRequests.lastPollAt} + ${deviceRequests.intervalMs} <= ${now}`
    const updated = this.#db.orm
      .update(deviceRequests)
      .set({ lastPollAt: now })
      .where(and(eq(deviceRequests.hash, hash), due))
      .returning({ hash: deviceRequests.hash })
      .all()
    return updated.length === 1
  }

  setInterval(hash: string, intervalMs: number): void {
    this.#db.orm
      .update(deviceRequests)
      .set({ intervalMs })
      .where(eq(deviceRequests.hash, hash))
      .run()
  }

  /** Binds a pending code to the first user who enters it. @returns undefined for any other user */
  claim(code: TypedCode): DeviceRequestRow | undefined {
    return this.#db.orm
      .update(deviceRequests)
      .set({ userId: code.userId })
      .where(pendingCode(code))
      .returning()
      .get()
  }

  /** @returns The changed row; undefined when there is none for this user */
  decide(code: TypedCode, status: 'approved' | 'denied'): DeviceRequestRow | undefined {
    return this.#db.orm
      .update(deviceRequests)
      .set({ userId: code.userId, status })
      .where(pendingCode(code))
      .returning()
      .get()
  }

  /**
   * Uses up an approved code and creates its credentials, both or neither.
   *
   * @param make Synchronous; writes to this database only
   * @returns undefined when there is no approved code
   */
  redeem<value>(hash: string, make: () => value): { value: value } | undefined {
    return this.#db.sqlite
      .transaction(() => {
        const spent = this.#db.orm
          .update(deviceRequests)
          .set({ status: 'used' })
          .where(and(eq(deviceRequests.hash, hash), eq(deviceRequests.status, 'approved')))
          .returning({ hash: deviceRequests.hash })
          .all()
        return spent.length === 1 ? { value: make() } : undefined
      })
      .immediate()
  }

  /** Denies all codes that a user has entered or approved and that were not exchanged yet. */
  denyForUser(userId: string): void {
    this.#db.orm
      .update(deviceRequests)
      .set({ status: 'denied' })
      .where(
        and(
          eq(deviceRequests.userId, userId),
          inArray(deviceRequests.status, ['pending', 'approved']),
        ),
      )
      .run()
  }

  deleteForUser(userId: string): void {
    this.#db.orm.delete(deviceRequests).where(eq(deviceRequests.userId, userId)).run()
  }

  sweep(before: number): void {
    this.#db.orm.delete(deviceRequests).where(lte(deviceRequests.expiresAt, before)).run()
  }
}

function pendingCode({ userCodeHash, surface, userId, now }: TypedCode) {
  return and(
    eq(deviceRequests.userCodeHash, userCodeHash),
    eq(deviceRequests.surface, surface),
    eq(deviceRequests.status, 'pending'),
    gt(deviceRequests.expiresAt, now),
    or(isNull(deviceRequests.userId), eq(deviceRequests.userId, userId)),
  )
}
