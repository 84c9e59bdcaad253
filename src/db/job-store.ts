import { and, eq, getTableColumns, inArray, lt, sql } from 'drizzle-orm'
import type { Db } from './open.ts'
import { idempotencyKeys, jobs } from './schema/jobs.ts'

export type StoredJobRow = typeof jobs.$inferSelect
/** A job without what it was made of, which may be large and only a restart needs. */
export type JobRow = Omit<StoredJobRow, 'caller' | 'input'>
export type NewJobRow = typeof jobs.$inferInsert & { seq: number }
export type IdempotencyRow = typeof idempotencyKeys.$inferSelect

/** How a job ended. */
export type JobEnd = Pick<
  JobRow,
  'result' | 'errorCode' | 'errorDetail' | 'finishedAt' | 'expiresAt'
> & {
  status: 'succeeded' | 'failed' | 'cancelled'
}

/** Rows of `jobs` and `idempotency_keys`. */
export class JobStore {
  readonly #db: Db
  readonly #byId
  readonly #insert

  constructor(db: Db) {
    this.#db = db
    const { caller: _, input: __, ...columns } = getTableColumns(jobs)
    this.#byId = db.orm
      .select(columns)
      .from(jobs)
      .where(eq(jobs.id, sql.placeholder('id')))
      .prepare()
    this.#insert = db.sqlite.transaction((row: NewJobRow, key: IdempotencyRow | undefined) => {
      db.orm.insert(jobs).values(row).run()
      if (key === undefined) return
      // The same key may still stand for an older job when its time is over but it was not yet swept.
      const target = [idempotencyKeys.owner, idempotencyKeys.key]
      db.orm.insert(idempotencyKeys).values(key).onConflictDoUpdate({ target, set: key }).run()
    }).immediate
  }

  /** The highest place ever given out, also when its row is gone. */
  highestSeq(): number {
    const row = this.#db.sqlite
      .query<{ seq: number }, []>("SELECT seq FROM sqlite_sequence WHERE name = 'jobs'")
      .get()
    return row?.seq ?? 0
  }

  byId(id: string): JobRow | undefined {
    return this.#byId.get({ id })
  }

  /** Jobs that have not ended, the oldest first. */
  unfinished(): StoredJobRow[] {
    return this.#db.orm
      .select()
      .from(jobs)
      .where(inArray(jobs.status, ['queued', 'running']))
      .orderBy(jobs.seq)
      .all()
  }

  /** Writes the job, and what its `Idempotency-Key` stands for, in one transaction. */
  insert(row: NewJobRow, key: IdempotencyRow | undefined): void {
    this.#insert(row, key)
  }

  idempotency(owner: string, key: string): IdempotencyRow | undefined {
    return this.#db.orm
      .select()
      .from(idempotencyKeys)
      .where(and(eq(idempotencyKeys.owner, owner), eq(idempotencyKeys.key, key)))
      .get()
  }

  started(id: string, at: number): void {
    this.#db.orm
      .update(jobs)
      .set({ status: 'running', startedAt: at })
      .where(and(eq(jobs.id, id), eq(jobs.status, 'queued')))
      .run()
  }

  /** Back into the line after a restart caught it while running. */
  requeued(id: string): void {
    this.#db.orm
      .update(jobs)
      .set({ status: 'queued', startedAt: null, interruptions: sql`${jobs.interruptions} + 1` })
      .where(and(eq(jobs.id, id), eq(jobs.status, 'running')))
      .run()
  }

  /** @returns Whether this call ended the job; false when it had ended before */
  ended(id: string, end: JobEnd): boolean {
    const changed = this.#db.orm
      .update(jobs)
      .set(end)
      .where(and(eq(jobs.id, id), inArray(jobs.status, ['queued', 'running'])))
      .returning({ id: jobs.id })
      .all()
    return changed.length === 1
  }

  /** Deletes records past their hour and idempotency keys older than the given moment. */
  sweep(now: number, idempotencyBefore: number): void {
    this.#db.orm
      .delete(jobs)
      .where(lt(jobs.expiresAt, now + 1))
      .run()
    this.#db.orm
      .delete(idempotencyKeys)
      .where(lt(idempotencyKeys.createdAt, idempotencyBefore))
      .run()
  }
}
