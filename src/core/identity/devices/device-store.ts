import { and, desc, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { isAfter, type TimeCursor } from '../../../db/time-cursor.ts'
import { once } from '../../../platform/once.ts'
import { users } from '../table.ts'
import { USER_COLUMNS, type UserRow } from '../user-store.ts'
import { devices, refreshTokens } from './table.ts'

export type DeviceRow = typeof devices.$inferSelect
export type DeviceWithUser = { device: DeviceRow; user: UserRow }

/** Rows of `devices`. */
export class DeviceStore {
  readonly #db: Db
  readonly #byHash
  readonly #byId
  readonly #lastAfter
  readonly #deleteEnded

  constructor(db: Db) {
    this.#db = db
    this.#byHash = once(() =>
      selectDevices(db)
        .where(eq(devices.hash, sql.placeholder('hash')))
        .prepare(),
    )
    this.#byId = once(() =>
      selectDevices(db)
        .where(eq(devices.id, sql.placeholder('id')))
        .prepare(),
    )
    this.#lastAfter = once(() =>
      db.sqlite.prepare<{ id: number | null }, [number, number]>(
        'SELECT max(rowid) AS id FROM (SELECT rowid FROM devices WHERE rowid > ?1 ORDER BY rowid LIMIT ?2)',
      ),
    )
    this.#deleteEnded = once(() =>
      db.sqlite.prepare<unknown, [number, number, number]>(
        `DELETE FROM devices WHERE rowid > ?1 AND rowid <= ?2
        AND min(coalesce(revoked_at, expires_at), expires_at) < ?3
        AND NOT EXISTS (SELECT 1 FROM refresh_tokens WHERE device_id = devices.id)`,
      ),
    )
  }

  byHash(hash: string): DeviceWithUser | undefined {
    return this.#byHash().get({ hash })
  }

  byId(id: string): DeviceWithUser | undefined {
    return this.#byId().get({ id })
  }

  /**
   * The newest first, at most `limit` after the cursor.
   *
   * @param userId Whose; undefined for all
   */
  page(limit: number, after: TimeCursor | undefined, userId: string | undefined): DeviceWithUser[] {
    const own = userId === undefined ? undefined : eq(devices.userId, userId)
    return selectDevices(this.#db)
      .where(and(own, isAfter(devices.createdAt, devices.id, after)))
      .orderBy(desc(devices.createdAt), desc(devices.id))
      .limit(limit)
      .all()
  }

  idsOf(userId: string): string[] {
    const { id } = devices
    const rows = this.#db.orm.select({ id }).from(devices).where(eq(devices.userId, userId)).all()
    return rows.map((row) => row.id)
  }

  insert(row: DeviceRow): void {
    this.#db.orm.insert(devices).values(row).run()
  }

  update(id: string, change: Partial<Pick<DeviceRow, 'lastUsedAt' | 'expiresAt'>>): void {
    this.#db.orm.update(devices).set(change).where(eq(devices.id, id)).run()
  }

  /** Revokes a device permanently. Revoking it again keeps the first time. */
  revoke(id: string, at: number): void {
    this.#db.orm
      .update(devices)
      .set({ revokedAt: at })
      .where(and(eq(devices.id, id), isNull(devices.revokedAt)))
      .run()
  }

  revokeForUser(userId: string, at: number): void {
    this.#db.orm
      .update(devices)
      .set({ revokedAt: at })
      .where(and(eq(devices.userId, userId), isNull(devices.revokedAt)))
      .run()
  }

  /**
   * Deletes devices that ended before a time and have no refresh tokens left, among the next
   * `limit` ones after a row id. Spent tokens are kept for as long as they could live, and belong to
   * a device.
   *
   * @param before UTC milliseconds
   * @returns The last row id that was looked at; undefined at the end
   */
  deleteEnded(before: number, after: number, limit: number): number | undefined {
    const last = this.#lastAfter().get(after, limit)?.id ?? undefined
    if (last !== undefined) this.#deleteEnded().run(after, last, before)
    return last
  }

  /** Deletes all devices of a user, with their tokens. @returns How many */
  deleteForUser(userId: string): number {
    const { orm } = this.#db
    const own = orm.select({ id: devices.id }).from(devices).where(eq(devices.userId, userId))
    orm.delete(refreshTokens).where(inArray(refreshTokens.deviceId, own)).run()
    return orm.delete(devices).where(eq(devices.userId, userId)).returning({ id: devices.id }).all()
      .length
  }
}

function selectDevices(db: Db) {
  return db.orm
    .select({ device: devices, user: USER_COLUMNS })
    .from(devices)
    .innerJoin(users, eq(users.id, devices.userId))
}
