import { and, count, desc, eq, sql } from 'drizzle-orm'
import type { Db } from './open.ts'
import { users } from './schema/users.ts'
import { isAfter, type TimeCursor } from './time-cursor.ts'

export type UserRow = typeof users.$inferSelect

/** Rows of `users`. */
export class UserStore {
  readonly #db: Db
  readonly #byId

  constructor(db: Db) {
    this.#db = db
    this.#byId = db.orm
      .select()
      .from(users)
      .where(eq(users.id, sql.placeholder('id')))
      .prepare()
  }

  byId(id: string): UserRow | undefined {
    return this.#byId.get({ id })
  }

  byIdentity(issuer: string, subject: string): UserRow | undefined {
    return this.#db.orm
      .select()
      .from(users)
      .where(and(eq(users.issuer, issuer), eq(users.subject, subject)))
      .get()
  }

  /** All users with this verified address, ignoring ASCII case, including deleted ones. */
  byEmail(email: string): UserRow[] {
    return this.#db.orm
      .select()
      .from(users)
      .where(eq(sql`lower(${users.email})`, sql`lower(${email})`))
      .all()
  }

  /** The newest first, at most `limit` after the cursor. */
  page(limit: number, after: TimeCursor | undefined): UserRow[] {
    return this.#db.orm
      .select()
      .from(users)
      .where(isAfter(users.createdAt, users.id, after))
      .orderBy(desc(users.createdAt), desc(users.id))
      .limit(limit)
      .all()
  }

  /** Ids and e-mail addresses of all users, including deleted ones. */
  names(): Pick<UserRow, 'id' | 'email'>[] {
    return this.#db.orm.select({ id: users.id, email: users.email }).from(users).all()
  }

  activeAdmins(): number {
    const row = this.#db.orm
      .select({ admins: count() })
      .from(users)
      .where(and(eq(users.role, 'admin'), eq(users.status, 'active')))
      .get()
    return row?.admins ?? 0
  }

  insert(row: UserRow): void {
    this.#db.orm.insert(users).values(row).run()
  }

  update(id: string, change: Partial<Omit<UserRow, 'id'>>): void {
    this.#db.orm.update(users).set(change).where(eq(users.id, id)).run()
  }
}
