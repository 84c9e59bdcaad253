import type { SQLQueryBindings } from 'bun:sqlite'
import { and, asc, gt, gte, lt, lte } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import { modelCalls, usage } from './table.ts'
import type { GroupSums, UsageGroup, WaitCount } from './usage-groups.ts'
import { type AccountCount, type GroupQuery, type Range, UsageReader } from './usage-reader.ts'
import { UsageRollup } from './usage-rollup.ts'
import { type DeletedRows, type OldRows, UsageRowDeleter } from './usage-row-deleter.ts'

const CLOCK_SLACK_MS = 3_600_000

export type UsageRow = typeof usage.$inferInsert
export type ModelCallRow = typeof modelCalls.$inferInsert
export type StoredUsageRow = typeof usage.$inferSelect
export type StoredModelCallRow = typeof modelCalls.$inferSelect

// Raw prepared statements, because these run for each answer and the mapping of drizzle costs more
// than the write.
const INSERT_CALL = `INSERT INTO model_calls (at, owner_id, actor, key_id, project, product, surface, engine, account,
  model, outcome, queue_ms, first_text_ms, total_ms, characters_in, characters_out, request_id)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`
const INSERT_USAGE = `INSERT INTO usage (at, owner_id, actor, key_id, project, product, surface, action, outcome,
  units, credits, request_id)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`

/** Rows of `usage` and `model_calls`, and their sums. Call both inserts inside a transaction. */
export class UsageStore {
  readonly #db: Db
  readonly #insertCall
  readonly #insertUsage
  readonly #rollup: UsageRollup
  readonly #reader: UsageReader
  readonly #deleter: UsageRowDeleter

  constructor(db: Db) {
    this.#db = db
    this.#insertCall = db.sqlite.prepare<unknown, SQLQueryBindings[]>(INSERT_CALL)
    this.#insertUsage = db.sqlite.prepare<unknown, SQLQueryBindings[]>(INSERT_USAGE)
    this.#rollup = new UsageRollup(db)
    this.#reader = new UsageReader(db)
    this.#deleter = new UsageRowDeleter(db)
  }

  insertModelCall(row: ModelCallRow): void {
    const { at, ownerId = '', actor, keyId = null, project = null, product = null } = row
    const { surface, engine, account, model, outcome, queueMs, totalMs } = row
    const { charactersIn, charactersOut, firstTextMs = null, requestId } = row
    // biome-ignore format: one row, one line a group
    this.#insertCall.run(at, ownerId, actor, keyId, project, product, surface, engine, account,
      model, outcome, queueMs, firstTextMs, totalMs, charactersIn, charactersOut, requestId)
    this.#rollup.count()
  }

  insertUsage(row: UsageRow): void {
    const { at, ownerId = '', actor, keyId = null, project = null, product = null } = row
    const { surface = '', action, outcome = '', units, credits, requestId } = row
    // biome-ignore format: one row, one line a group
    this.#insertUsage.run(at, ownerId, actor, keyId, project, product, surface, action, outcome,
      units, credits, requestId)
    this.#rollup.count()
  }

  /** The sums of a range by group. Yields to the event loop between slices. */
  async groups(query: GroupQuery): Promise<GroupSums[]> {
    await this.#rollup.catchUp()
    return this.#reader.groups(query)
  }

  /** What one owner has used, by group. */
  async ofOwner(owner: string, range: Range, groups: readonly UsageGroup[]): Promise<GroupSums[]> {
    await this.#rollup.catchUp()
    return this.#reader.ofOwner(owner, range, groups)
  }

  /** How long the model calls of each day waited. @param range Some months at most */
  async waits(range: Range): Promise<(WaitCount & { day: string })[]> {
    await this.#rollup.catchUp()
    return this.#reader.waits(range)
  }

  /** Model calls of a few days by account. Read at once, because `usage_totals` is small. */
  accountCounts(from: string, to: string): AccountCount[] {
    // The sums are rarely more than one slice behind; further rows are left to the next read.
    this.#rollup.step()
    return this.#reader.accountCounts(from, to)
  }

  /** Sums rows that are not yet summed, as many as take some milliseconds. @returns Whether more are left */
  sumRows(): boolean {
    return this.#rollup.step()
  }

  /** Deletes old rows that are in the sums. */
  deleteOld(rows: OldRows): DeletedRows {
    return this.#deleter.delete(rows)
  }

  /** The first moment, in UTC milliseconds, from which all rows are there; 0 before any deletion. */
  rowsFrom(): number {
    return this.#deleter.rowsFrom()
  }

  /** The next `limit` model calls in a range of time, ordered by id. */
  modelCallsAfter(id: number, from: number, before: number, limit: number): StoredModelCallRow[] {
    const [first, last] = this.#ids('model_calls', from, before)
    const page = and(gt(modelCalls.id, Math.max(id, first - 1)), lte(modelCalls.id, last))
    return this.#db.orm
      .select()
      .from(modelCalls)
      .where(and(page, gte(modelCalls.at, from), lt(modelCalls.at, before)))
      .orderBy(asc(modelCalls.id))
      .limit(limit)
      .all()
  }

  /** The next `limit` rows of `usage` in a range of time, ordered by id. */
  usageAfter(id: number, from: number, before: number, limit: number): StoredUsageRow[] {
    const [first, last] = this.#ids('usage', from, before)
    const page = and(gt(usage.id, Math.max(id, first - 1)), lte(usage.id, last))
    return this.#db.orm
      .select()
      .from(usage)
      .where(and(page, gte(usage.at, from), lt(usage.at, before)))
      .orderBy(asc(usage.id))
      .limit(limit)
      .all()
  }

  /**
   * Finds a range of time by binary search, because ids grow with time. The range is an hour wider
   * on both sides, in case the clock was set back.
   */
  #ids(table: 'model_calls' | 'usage', from: number, before: number): [number, number] {
    const find = this.#db.sqlite.query<{ at: number }, [number]>(
      `SELECT at FROM ${table} WHERE id >= ? ORDER BY id LIMIT 1`,
    )
    const top = this.#db.sqlite
      .query<{ id: number }, []>(`SELECT coalesce(max(id), 0) AS id FROM ${table}`)
      .get()
    const firstFrom = (at: number) => {
      let [low, high] = [1, (top?.id ?? 0) + 1]
      while (low < high) {
        const middle = Math.floor((low + high) / 2)
        if ((find.get(middle)?.at ?? Number.POSITIVE_INFINITY) < at) low = middle + 1
        else high = middle
      }
      return low
    }
    return [firstFrom(from - CLOCK_SLACK_MS), firstFrom(before + CLOCK_SLACK_MS)]
  }
}
