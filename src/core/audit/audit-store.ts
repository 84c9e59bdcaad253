import { and, asc, desc, eq, inArray, lt, sql } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import { audit } from './table.ts'

export type AuditRow = typeof audit.$inferSelect

/** What a list of entries is limited to. */
export interface AuditFilter {
  /** First word of the action, before its dot. */
  area?: string
  /** Part of the actor's name; the case of ASCII letters does not matter. */
  actor?: string
  subject?: string
}

/** Rows of `audit`. */
export class AuditStore {
  readonly #db: Db

  constructor(db: Db) {
    this.#db = db
  }

  insert(row: Omit<AuditRow, 'id'>): void {
    this.#db.orm.insert(audit).values(row).run()
  }

  /** Deletes the oldest entries, at most `limit`. @param before UTC milliseconds @returns How many */
  deleteBefore(before: number, limit: number): number {
    const { orm } = this.#db
    const oldest = orm
      .select({ id: audit.id })
      .from(audit)
      .where(lt(audit.at, before))
      .orderBy(asc(audit.at))
      .limit(limit)
    return orm.delete(audit).where(inArray(audit.id, oldest)).returning({ id: audit.id }).all()
      .length
  }

  byId(id: number): AuditRow | undefined {
    return this.#db.orm.select().from(audit).where(eq(audit.id, id)).get()
  }

  /** The newest first, at most `limit` before the id: the bytes of what was and is, without it. */
  page(
    limit: number,
    before: number | undefined,
    { area, actor, subject }: AuditFilter = {},
  ): { id: number; bytes: number }[] {
    const bytes = sql<number>`coalesce(octet_length(${audit.before}), 0) + coalesce(octet_length(${audit.after}), 0)`
    return this.#db.orm
      .select({ id: audit.id, bytes })
      .from(audit)
      .where(
        and(
          before === undefined ? undefined : lt(audit.id, before),
          area === undefined
            ? undefined
            : sql`substr(${audit.action}, 1, ${area.length + 1}) = ${`${area}.`}`,
          actor === undefined ? undefined : sql`instr(lower(${audit.actor}), lower(${actor})) > 0`,
          subject === undefined ? undefined : eq(audit.subject, subject),
        ),
      )
      .orderBy(desc(audit.id))
      .limit(limit)
      .all()
  }
}
