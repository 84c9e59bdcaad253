import {
  and,
  count,
  desc,
  eq,
  getTableColumns,
  gt,
  gte,
  inArray,
  isNull,
  lt,
  ne,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import { tryParseJson } from '../../platform/json.ts'
import { once } from '../../platform/once.ts'
import { idempotencyKeys, jobPieces, jobs } from './table.ts'

export type StoredJobRow = typeof jobs.$inferSelect
/** A job without its input, which may be large and which only recovery and another run need. */
export type JobRow = Omit<StoredJobRow, 'caller' | 'input' | 'files'>
/** A job in a list, without its result, which may be large as well. */
export type ListedJobRow = Omit<JobRow, 'result'> & {
  /** Name of who has asked; null in a row of another version. */
  actor: string | null
}
/** Which jobs of an owner are listed; all without. */
export interface JobFilter {
  status?: JobRow['status'] | 'unfinished' | undefined
  /** Only jobs with this label. */
  label?: string | undefined
  /** Only jobs of these kinds. */
  kinds?: readonly string[] | undefined
  /** Ids of jobs whose row says \`running\` and that wait for a later stage: they are queued. */
  waiting?: readonly string[] | undefined
}
export type NewJobRow = typeof jobs.$inferInsert & { seq: number }
export type IdempotencyRow = typeof idempotencyKeys.$inferSelect

/** How a job ended. */
export type JobEnd = Pick<
  JobRow,
  'result' | 'errorCode' | 'errorDetail' | 'errorReason' | 'finishedAt' | 'expiresAt'
> & {
  status: 'succeeded' | 'failed' | 'cancelled'
}

const UNFINISHED = ['queued', 'running'] as const

/** Name of who has asked. */
const ACTOR = sql<string | null>`json_extract(${jobs.caller}, '$.actor')`

const { caller: _, input: __, files: ___, ...COLUMNS } = getTableColumns(jobs)
const { result: ____, ...LISTED_COLUMNS } = COLUMNS

/** The status of a row, with what is only known in memory. */
function statusWith(waiting: readonly string[]): SQL<JobRow['status']> {
  if (waiting.length === 0) return sql`${jobs.status}`
  const ids = sql`(SELECT value FROM json_each(${JSON.stringify(waiting)}))`
  return sql`CASE WHEN ${jobs.status} = 'running' AND ${jobs.id} IN ${ids} THEN 'queued' ELSE ${jobs.status} END`
}

function hasStatus({ status, waiting = [] }: JobFilter): SQL | undefined {
  if (status === undefined) return undefined
  if (status === 'unfinished') return inArray(jobs.status, UNFINISHED)
  return eq(statusWith(waiting), status)
}

/** Rows of `jobs` and `idempotency_keys`. */
export class JobStore {
  readonly #db: Db
  readonly #byId
  readonly #insert

  constructor(db: Db) {
    this.#db = db
    this.#byId = once(() =>
      db.orm
        .select(COLUMNS)
        .from(jobs)
        .where(eq(jobs.id, sql.placeholder('id')))
        .prepare(),
    )
    this.#insert = db.sqlite.transaction((row: NewJobRow, key: IdempotencyRow | undefined) => {
      db.orm.insert(jobs).values(row).run()
      if (key === undefined) return
      // An expired row of the same key may exist until the next sweep.
      const target = [idempotencyKeys.owner, idempotencyKeys.key]
      db.orm.insert(idempotencyKeys).values(key).onConflictDoUpdate({ target, set: key }).run()
    }).immediate
  }

  /** The highest order ever assigned, also when its row was deleted. */
  highestSeq(): number {
    const row = this.#db.sqlite
      .query<{ seq: number }, []>("SELECT seq FROM sqlite_sequence WHERE name = 'jobs'")
      .get()
    return row?.seq ?? 0
  }

  byId(id: string): JobRow | undefined {
    return this.#byId().get({ id })
  }

  /** The input of a job; undefined when there is no such job. */
  inputOf(id: string): unknown {
    return this.#db.orm.select({ input: jobs.input }).from(jobs).where(eq(jobs.id, id)).get()?.input
  }

  /** Jobs that have not ended, the oldest first. */
  unfinished(): StoredJobRow[] {
    return this.#db.orm
      .select()
      .from(jobs)
      .where(inArray(jobs.status, UNFINISHED))
      .orderBy(jobs.seq)
      .all()
  }

  /**
   * How many jobs an owner has that have not expired, by status.
   *
   * @param waiting As in {@link JobFilter}
   */
  countsOf(
    owner: string,
    now: number,
    waiting: readonly string[],
  ): { status: JobRow['status']; count: number }[] {
    const status = statusWith(waiting)
    return this.#db.orm
      .select({ status, count: count() })
      .from(jobs)
      .where(and(eq(jobs.owner, owner), or(isNull(jobs.expiresAt), gt(jobs.expiresAt, now))))
      .groupBy(status)
      .all()
  }

  /**
   * An owner's jobs that have not expired, the newest first.
   *
   * @param before `seq` of the last one of the page before
   */
  page(
    owner: string,
    now: number,
    limit: number,
    before: number | undefined,
    filter: JobFilter = {},
  ): ListedJobRow[] {
    return this.#db.orm
      .select({ ...LISTED_COLUMNS, actor: ACTOR })
      .from(jobs)
      .where(
        and(
          eq(jobs.owner, owner),
          hasStatus(filter),
          filter.label === undefined ? undefined : eq(jobs.label, filter.label),
          filter.kinds === undefined ? undefined : inArray(jobs.kind, [...filter.kinds]),
          or(isNull(jobs.expiresAt), gt(jobs.expiresAt, now)),
          before === undefined ? undefined : lt(jobs.seq, before),
        ),
      )
      .orderBy(desc(jobs.seq))
      .limit(limit)
      .all()
  }

  /**
   * The jobs of everybody that have not expired, the newest first.
   *
   * @param before `seq` of the last one of the page before
   */
  pageOfAll(kind: string, now: number, limit: number, before: number | undefined): ListedJobRow[] {
    return this.#db.orm
      .select({ ...LISTED_COLUMNS, actor: ACTOR })
      .from(jobs)
      .where(
        and(
          eq(jobs.kind, kind),
          or(isNull(jobs.expiresAt), gt(jobs.expiresAt, now)),
          before === undefined ? undefined : lt(jobs.seq, before),
        ),
      )
      .orderBy(desc(jobs.seq))
      .limit(limit)
      .all()
  }

  /**
   * Inserts a job, the row of its `Idempotency-Key` and what accepts it in one transaction: a crash
   * keeps all of it or nothing. When `accept` throws, what it has written stays, the job is not inserted, and the error is thrown.
   */
  insert(row: NewJobRow, key: IdempotencyRow | undefined, accept: () => void = () => {}): void {
    const refused = this.#db.transaction(() => {
      try {
        accept()
      } catch (error) {
        return { error }
      }
      this.#insert(row, key)
      return undefined
    })
    if (refused !== undefined) throw refused.error
  }

  idempotency(owner: string, key: string): IdempotencyRow | undefined {
    return this.#db.orm
      .select()
      .from(idempotencyKeys)
      .where(and(eq(idempotencyKeys.owner, owner), eq(idempotencyKeys.key, key)))
      .get()
  }

  /**
   * @param interruptions Crashes that have caught earlier attempts; known better than the row may
   * say
   */
  started(id: string, at: number, interruptions: number): void {
    this.#db.orm
      .update(jobs)
      .set({ status: 'running', startedAt: at, interruptions })
      .where(and(eq(jobs.id, id), inArray(jobs.status, UNFINISHED)))
      .run()
  }

  /** Queues a job again that ran during a crash, and counts the interruption. */
  interrupted(id: string): void {
    this.#queueAgain(id, sql`${jobs.interruptions} + 1`)
  }

  /** Queues a job again that a stop of the service has cancelled. No interruption is counted. */
  returned(id: string): void {
    this.#queueAgain(id, jobs.interruptions)
  }

  progressed(id: string, progress: NonNullable<JobRow['progress']>): void {
    this.#db.orm.update(jobs).set({ progress }).where(eq(jobs.id, id)).run()
  }

  /** Finished pieces of a job, in order; undefined for one whose JSON cannot be read. */
  pieces(id: string): unknown[] {
    return this.#db.orm
      .select({ piece: sql<string>`${jobPieces.piece}` })
      .from(jobPieces)
      .where(eq(jobPieces.jobId, id))
      .orderBy(jobPieces.index)
      .all()
      .map(({ piece }) => tryParseJson(piece).value)
  }

  /** Adds nothing to a job that was deleted while it ran. */
  addPiece(jobId: string, index: number, piece: unknown): void {
    if (this.byId(jobId) === undefined) return
    const target = [jobPieces.jobId, jobPieces.index]
    this.#db.orm
      .insert(jobPieces)
      .values({ jobId, index, piece })
      .onConflictDoUpdate({ target, set: { piece } })
      .run()
  }

  /** Deletes the pieces of a job from an index on. */
  dropPieces(jobId: string, from: number): void {
    this.#db.orm
      .delete(jobPieces)
      .where(and(eq(jobPieces.jobId, jobId), gte(jobPieces.index, from)))
      .run()
  }

  /** Names of all spooled files that belong to a job which has not ended. */
  files(): string[] {
    return this.#db.orm
      .select({ files: jobs.files })
      .from(jobs)
      .where(and(ne(jobs.files, []), inArray(jobs.status, UNFINISHED)))
      .all()
      .flatMap(({ files }) => files)
  }

  /** @returns Whether this call ended the job; false when it had ended before */
  ended(id: string, end: JobEnd): boolean {
    const changed = this.#db.orm
      .update(jobs)
      .set(end)
      .where(and(eq(jobs.id, id), inArray(jobs.status, UNFINISHED)))
      .returning({ id: jobs.id })
      .all()
    return changed.length === 1
  }

  /**
   * Deletes expired jobs with their pieces, and idempotency keys from before the given time.
   *
   * @returns Names of the spooled files that belonged to the deleted rows
   */
  sweep(now: number, idempotencyBefore: number): string[] {
    return this.#db.orm.transaction((tx) => {
      const deleted = tx
        .delete(jobs)
        .where(lt(jobs.expiresAt, now + 1))
        .returning({ id: jobs.id, files: jobs.files })
        .all()
      for (const { id } of deleted) tx.delete(jobPieces).where(eq(jobPieces.jobId, id)).run()
      tx.delete(idempotencyKeys).where(lt(idempotencyKeys.createdAt, idempotencyBefore)).run()
      return deleted.flatMap(({ files }) => files)
    })
  }

  /**
   * Deletes all jobs of an owner, finished or not, with their pieces and idempotency keys. Call it
   * inside a transaction.
   */
  deleteOwned(owner: string): { id: string; files: readonly string[] }[] {
    const { orm } = this.#db
    const deleted = orm
      .delete(jobs)
      .where(eq(jobs.owner, owner))
      .returning({ id: jobs.id, files: jobs.files })
      .all()
    for (const { id } of deleted) this.dropPieces(id, 0)
    orm.delete(idempotencyKeys).where(eq(idempotencyKeys.owner, owner)).run()
    return deleted
  }

  #queueAgain(id: string, interruptions: SQL | typeof jobs.interruptions): void {
    this.#db.orm
      .update(jobs)
      .set({ status: 'queued', startedAt: null, interruptions })
      .where(and(eq(jobs.id, id), eq(jobs.status, 'running')))
      .run()
  }
}
