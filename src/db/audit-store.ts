import { desc, lt } from 'drizzle-orm'
import type { Db } from './open.ts'
import { audit } from './schema/audit.ts'

export type AuditRow = typeof audit.$inferSelect

/** Rows of `audit`. */
export class AuditStore {
  readonly #db: Db

  constructor(db: Db) {
    this.#db = db
  }

  insert(row: Omit<AuditRow, 'id'>): void {
    this.#db.orm.insert(audit).values(row).run()
  }

  /** The newest first, at most `limit` before the id. */
  page(limit: number, before: number | undefined): AuditRow[] {
    return this.#db.orm
      .select()
      .from(audit)
      .where(before === undefined ? undefined : lt(audit.id, before))
      .orderBy(desc(audit.id))
      .limit(limit)
      .all()
  }
}
