import { and, desc, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Db } from './open.ts'
import { devices, refreshTokens } from './schema/devices.ts'
import { users } from './schema/users.ts'
import { isAfter, type TimeCursor } from './time-cursor.ts'
import { USER_COLUMNS, type UserRow } from './user-store.ts'

export type DeviceRow = typeof devices.$inferSelect
export type DeviceWithUser = { device: DeviceRow; user: UserRow }

/** Rows of `devices`. */
export class DeviceStore {
  readonly #db: Db
  readonly #byHash
  readonly #byId

  constructor(db: Db) {
    this.#db = db
    this.#byHash = selectDevices(db)
      .where(eq(devices.hash, sql.placeholder('hash')))
      .prepare()
    this.#byId = selectDevices(db)
      .where(eq(devices.id, sql.placeholder('id')))
      .prepare()
  }

  byHash(hash: string): DeviceWithUser | undefined {
    return this.#byHash.get({ hash })
  }

  byId(id: string): DeviceWithUser | undefined {
    return this.#byId.get({ id })
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
