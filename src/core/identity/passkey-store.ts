import { and, asc, eq, ne, sql } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import { passkeys, users } from './table.ts'

export type PasskeyRow = typeof passkeys.$inferSelect

/** Rows of `passkeys`, and the handles of users. */
export class PasskeyStore {
  readonly #db: Db

  constructor(db: Db) {
    this.#db = db
  }

  byId(id: string): PasskeyRow | undefined {
    return this.#db.orm.select().from(passkeys).where(eq(passkeys.id, id)).get()
  }

  /** The first first. */
  ofUser(userId: string): PasskeyRow[] {
    return this.#db.orm
      .select()
      .from(passkeys)
      .where(eq(passkeys.userId, userId))
      .orderBy(asc(passkeys.createdAt), asc(passkeys.id))
      .all()
  }

  /** Whether there is one for a host, or with `other`, for another. */
  hasAny(rpId: string, other = false): boolean {
    const isOf = other ? ne(passkeys.rpId, rpId) : eq(passkeys.rpId, rpId)
    return (
      this.#db.orm.select({ id: passkeys.id }).from(passkeys).where(isOf).limit(1).get() !==
      undefined
    )
  }

  /** @returns Whether it was inserted; false for a credential that is known */
  insert(row: PasskeyRow): boolean {
    const inserted = this.#db.orm
      .insert(passkeys)
      .values(row)
      .onConflictDoNothing()
      .returning({ id: passkeys.id })
      .all()
    return inserted.length === 1
  }

  /** Stores a use, unless another has come between. @returns Whether it was stored */
  used(
    id: string,
    before: number,
    change: Pick<PasskeyRow, 'counter' | 'backedUp' | 'lastUsedAt'>,
  ): boolean {
    const updated = this.#db.orm
      .update(passkeys)
      .set(change)
      .where(and(eq(passkeys.id, id), eq(passkeys.counter, before)))
      .returning({ id: passkeys.id })
      .all()
    return updated.length === 1
  }

  update(id: string, change: Partial<Pick<PasskeyRow, 'name' | 'suspectAt'>>): void {
    this.#db.orm.update(passkeys).set(change).where(eq(passkeys.id, id)).run()
  }

  delete(id: string): void {
    this.#db.orm.delete(passkeys).where(eq(passkeys.id, id)).run()
  }

  deleteOf(userId: string): void {
    this.#db.orm.delete(passkeys).where(eq(passkeys.userId, userId)).run()
  }

  /** The handle of a user; undefined before its first passkey. */
  storedHandle(userId: string): string | undefined {
    const { handle } = users
    const row = this.#db.orm.select({ handle }).from(users).where(eq(users.id, userId)).get()
    return row?.handle ?? undefined
  }

  /** The handle of a user, which is kept from the first time on. */
  handleOf(userId: string, draw: () => string): string {
    const row = this.#db.orm
      .update(users)
      .set({ handle: sql`coalesce(${users.handle}, ${draw()})` })
      .where(eq(users.id, userId))
      .returning({ handle: users.handle })
      .get()
    return row?.handle ?? ''
  }
}
