import { and, lt, lte, sql } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import { once } from '../../platform/once.ts'
import { workerAttempts } from './table.ts'

/** Attempts of a day. */
export interface AttemptCount {
  own: number
  all: number
}

/** Attempts of an owner in a day. */
export interface OwnerAttempts {
  owner: string
  count: number
}

/**
 * What counts for a day: what is charged to it, and what is charged to a later one while the clock
 * is behind that.
 */
const COUNTS_FOR =
  '(day = ?1 OR earlier_day = ?1 OR (day > ?1 AND (earlier_day IS NULL OR earlier_day > ?1)))'

/** Rows of `worker_attempts`. Days are `YYYY-MM-DD`. */
export class WorkerAttemptStore {
  readonly #db: Db
  readonly #count
  readonly #ofOwners
  readonly #later
  readonly #carry
  readonly #insert

  constructor(db: Db) {
    this.#db = db
    const { sqlite } = db
    this.#count = once(() =>
      sqlite.prepare<AttemptCount, [string, string]>(
        `SELECT count(*) AS "all", count(*) FILTER (WHERE owner = ?2) AS own
       FROM worker_attempts WHERE ${COUNTS_FOR}`,
      ),
    )
    this.#ofOwners = once(() =>
      sqlite.prepare<OwnerAttempts, [string, number]>(
        `SELECT owner, count(*) AS count FROM worker_attempts WHERE ${COUNTS_FOR}
       GROUP BY owner ORDER BY count(*) DESC, owner LIMIT ?2`,
      ),
    )
    this.#later = once(() =>
      sqlite.prepare<AttemptCount & { day: string }, [string, string]>(
        `SELECT day, count(*) AS "all", count(*) FILTER (WHERE owner = ?2) AS own
       FROM worker_attempts WHERE day > ?1 GROUP BY day ORDER BY day`,
      ),
    )
    this.#carry = once(() =>
      sqlite.prepare<unknown, [string]>(
        `UPDATE worker_attempts SET earlier_day = ?1
       WHERE day > ?1 AND (earlier_day IS NULL OR earlier_day > ?1)`,
      ),
    )
    this.#insert = once(() =>
      sqlite.prepare<unknown, [string, number, string]>(
        `INSERT INTO worker_attempts (owner, at, day, earlier_day)
       SELECT ?1, ?2, coalesce(later, ?3), iif(later IS NULL, NULL, ?3)
       FROM (SELECT max(day) AS later FROM worker_attempts WHERE earlier_day = ?3)`,
      ),
    )
  }

  count(day: string, owner: string): AttemptCount {
    return this.#count().get(day, owner) ?? { own: 0, all: 0 }
  }

  /** Those with the most attempts first. */
  ofOwners(day: string, limit: number): OwnerAttempts[] {
    return this.#ofOwners().all(day, limit)
  }

  /** What is charged to each day after this one, in order. */
  laterDays(day: string, owner: string): (AttemptCount & { day: string })[] {
    return this.#later().all(day, owner)
  }

  /** Fixes that what is charged to later days counts for this one as well, and for none between. */
  carryLaterDays(day: string): void {
    this.#carry().run(day)
  }

  /**
   * Charges an attempt to a day, and to the latest that counts for it: a clock that is set right
   * again finds it there.
   */
  insert(owner: string, at: number, day: string): void {
    this.#insert().run(owner, at, day)
  }

  isEmpty(): boolean {
    return (
      this.#db.orm.select({ id: workerAttempts.id }).from(workerAttempts).limit(1).get() ===
      undefined
    )
  }

  /** Deletes what was charged to days before this one, but the newest rows. */
  prune(before: string, kept: number): void {
    const { id, day } = workerAttempts
    const newest = sql`(SELECT max(${id}) FROM ${workerAttempts}) - ${kept}`
    this.#db.orm
      .delete(workerAttempts)
      .where(and(lt(day, before), lte(id, newest)))
      .run()
  }
}
