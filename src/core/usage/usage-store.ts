import type { SQLQueryBindings } from 'bun:sqlite'
import type { Db } from '../../db/open.ts'
import type { Caller } from '../caller.ts'
import type { ModelCallEntry } from '../usage-entry.ts'
import type { modelCalls, usage } from './table.ts'
import type { CsvPage, CsvQuery } from './usage-csv.ts'
import type { GroupSums, UsageGroup, WaitCount } from './usage-groups.ts'
import { type AccountCount, type GroupQuery, type Range, UsageReader } from './usage-reader.ts'
import { UsageReads } from './usage-reads.ts'
import { UsageRollup } from './usage-rollup.ts'
import { type DeletedRows, type OldRows, UsageRowDeleter } from './usage-row-deleter.ts'

export type UsageRow = typeof usage.$inferInsert
type ModelCallRow = typeof modelCalls.$inferSelect

// Raw prepared statements, because these run for each answer and the mapping of drizzle costs more
// than the write.
const INSERT_CALL = `INSERT INTO model_calls (at, owner_id, actor, key_id, project, product, surface, engine, account,
  model, outcome, queue_ms, first_text_ms, total_ms, characters_in, characters_out, request_id)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`
const INSERT_USAGE = `INSERT INTO usage (at, owner_id, actor, key_id, project, product, surface, action, outcome,
  units, credits, request_id)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`

/** Rows of `usage` and `model_calls`, and their sums. Call both inserts inside a transaction. */
export class UsageStore implements Disposable {
  readonly #insertCall
  readonly #insertUsage
  readonly #rollup: UsageRollup
  readonly #reader: UsageReader
  readonly #reads: UsageReads
  readonly #deleter: UsageRowDeleter

  constructor(db: Db) {
    this.#insertCall = db.sqlite.prepare<unknown, ModelCallRow[keyof ModelCallRow][]>(INSERT_CALL)
    this.#insertUsage = db.sqlite.prepare<unknown, SQLQueryBindings[]>(INSERT_USAGE)
    this.#rollup = new UsageRollup(db)
    this.#reader = new UsageReader(db)
    this.#reads = new UsageReads(db)
    this.#deleter = new UsageRowDeleter(db)
  }

  /** @param at UTC milliseconds */
  insertModelCall(caller: Caller, call: ModelCallEntry, at: number): void {
    const { owner, actor, keyId, project, product, requestId } = caller
    const { surface, engine, account, model, outcome, queueMs, totalMs } = call
    const { charactersIn, charactersOut, firstTextMs = null } = call
    // biome-ignore format: one row, one line a group
    this.#insertCall.run(at, owner, actor, keyId, project, product, surface, engine, account,
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

  /** The sums of a range by group, read in a thread. */
  async groups(query: GroupQuery): Promise<GroupSums[]> {
    await this.#rollup.catchUp()
    return await this.#reads.groups(query)
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

  /** The next rows of a range as lines of CSV, read in a thread. */
  csvPage(query: CsvQuery): Promise<CsvPage> {
    return this.#reads.csvPage(query)
  }

  /** Ends what is being read. */
  [Symbol.dispose](): void {
    this.#reads[Symbol.dispose]()
  }
}
