import type { SQLQueryBindings } from 'bun:sqlite'
import { eq } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import { EventLoopYielder } from '../../platform/event-loop-yielder.ts'
import { once } from '../../platform/once.ts'
import { SliceSize } from '../../platform/subprocess.ts'
import type { Caller } from '../caller.ts'
import type { ModelCallEntry } from '../usage-entry.ts'
import { type modelCalls, rollupMarks, type usage } from './table.ts'
import type { CsvPage, CsvQuery } from './usage-csv.ts'
import { type GroupSums, type UsageGroup, WAIT_CLASS, type WaitCount } from './usage-groups.ts'
import { type AccountCount, type GroupQuery, type Range, UsageReader } from './usage-reader.ts'
import { UsageReads } from './usage-reads.ts'
import { type DeletedRows, type OldRows, UsageRowDeleter } from './usage-row-deleter.ts'

const DAY_MS = 86_400_000
/**
 * Rows of each source that are summed at a time. Each may update four rows anywhere in large
 * tables.
 */
const SLICE = { min: 100, max: 2000 }

const OWNER_COLUMNS = 'owner_id, actor, key_id, project, product'
const WORK_COLUMNS = 'surface, action, engine, account, model, outcome'
/** The summed columns of both tables of sums. */
export const SUM_COLUMNS = [
  'calls',
  'credits',
  'model_calls',
  'queue_ms',
  'total_ms',
  'characters_in',
  'characters_out',
]
/** The day is formatted once for each group and not for each row. */
const OWNER_VALUES = `date(at / ${DAY_MS} * 86400, 'unixepoch'), owner_id, actor, coalesce(key_id, ''), coalesce(project, ''), coalesce(product, '')`

/** The sums of each source's rows after its mark. Parameters: the mark, the new mark. */
const SOURCES = {
  model_calls: `SELECT ${OWNER_VALUES}, surface, '', engine, account, model, outcome,
    0, 0, count(*), sum(queue_ms), sum(total_ms), sum(characters_in), sum(characters_out)
    FROM model_calls WHERE id > ? AND id <= ?
    GROUP BY at / ${DAY_MS}, key_id, owner_id, actor, project, product, surface, engine, account, model, outcome`,
  usage: `SELECT ${OWNER_VALUES}, surface, action, '', '', '', outcome, count(*), sum(credits), 0, 0, 0, 0, 0
    FROM usage WHERE id > ? AND id <= ?
    GROUP BY at / ${DAY_MS}, key_id, owner_id, actor, project, product, surface, action, outcome`,
} as const
type Source = keyof typeof SOURCES

/** Counts the waits of model calls between two marks by day. */
const ADD_WAITS = `INSERT INTO usage_waits (day, wait_ms, calls)
  SELECT date(at / ${DAY_MS} * 86400, 'unixepoch'), ${WAIT_CLASS} AS class, count(*)
  FROM model_calls WHERE id > ? AND id <= ? GROUP BY at / ${DAY_MS}, class
  ON CONFLICT DO UPDATE SET calls = calls + excluded.calls`

/** The groups of one slice. Each is added to four rows of sums. */
const SLICE_TABLE = `CREATE TEMP TABLE IF NOT EXISTS usage_slice AS SELECT * FROM usage_sums WHERE 0`
const MONTH = 'substr(period, 1, 7)'
const ADDITIONS = [
  addition('usage_sums', 'period', `${OWNER_COLUMNS}, ${WORK_COLUMNS}`),
  addition('usage_sums', MONTH, `${OWNER_COLUMNS}, ${WORK_COLUMNS}`),
  addition('usage_totals', 'period', WORK_COLUMNS),
  addition('usage_totals', MONTH, WORK_COLUMNS),
]

/**
 * Keeps the sums by day and month up to date with the usage rows. The mark of a source is the last
 * row in the sums. It is written in the same transaction as they are, so that a crash at any time
 * counts each row once.
 */
class UsageRollup {
  readonly #addSlice: (rows: number) => boolean
  readonly #size = new SliceSize(SLICE)
  /** Rows written since the last slice. */
  #written = 0

  constructor({ sqlite, orm }: Db) {
    sqlite.run(SLICE_TABLE)
    const statements = once(() => ({
      additions: ADDITIONS.map((statement) => sqlite.prepare(statement)),
      clear: sqlite.prepare('DELETE FROM temp.usage_slice'),
      addWaits: sqlite.prepare(ADD_WAITS),
      steps: (Object.keys(SOURCES) as Source[]).map((source) => ({
        source,
        top: sqlite.prepare<{ id: number }, []>(`SELECT coalesce(max(id), 0) AS id FROM ${source}`),
        gather: sqlite.prepare(`INSERT INTO temp.usage_slice ${SOURCES[source]}`),
      })),
    }))
    this.#addSlice = sqlite.transaction((rows: number) => {
      const { additions, clear, addWaits, steps } = statements()
      let isBehind = false
      for (const { source, top, gather } of steps) {
        const row = orm.select().from(rollupMarks).where(eq(rollupMarks.source, source)).get()
        const [mark, end] = [row?.upTo ?? 0, top.get()?.id ?? 0]
        if (end === mark) continue
        const upTo = Math.min(end, mark + rows)
        gather.run(mark, upTo)
        for (const add of additions) add.run()
        clear.run()
        if (source === 'model_calls') addWaits.run(mark, upTo)
        orm
          .insert(rollupMarks)
          .values({ source, upTo })
          .onConflictDoUpdate({ target: rollupMarks.source, set: { upTo } })
          .run()
        if (upTo < end) isBehind = true
      }
      return isBehind
    })
  }

  /**
   * Counts a written row, and sums a slice when it is full. Call it inside the row's transaction.
   */
  count(): void {
    this.#written += 1
    if (this.#written >= this.#size.rows) this.step()
  }

  /**
   * Sums the next slice; may be called inside a transaction. @returns Whether more rows are left
   */
  step(): boolean {
    const isWhole = this.#written >= this.#size.rows
    this.#written = 0
    const started = performance.now()
    const isBehind = this.#addSlice(this.#size.rows)
    this.#size.measured(performance.now() - started, isWhole || isBehind)
    return isBehind
  }

  /**
   * The same for readers that must have an answer while the disk is full: rows that cannot be summed
   * are left to the next time.
   */
  tryStep(): void {
    try {
      this.step()
    } catch {
      // Whatever writes next reports it.
    }
  }

  /** Sums all rows that are not yet summed, and yields to the event loop between slices. */
  async catchUp(): Promise<void> {
    const yielder = new EventLoopYielder()
    while (this.step()) await yielder.pause()
    await yielder.pause()
  }
}

function addition(table: string, period: string, columns: string): string {
  const sums = SUM_COLUMNS.map((name) => `sum(${name})`).join(', ')
  const added = SUM_COLUMNS.map((name) => `${name} = ${name} + excluded.${name}`).join(', ')
  return `INSERT INTO ${table} (period, ${columns}, ${SUM_COLUMNS.join(', ')})
    SELECT ${period}, ${columns}, ${sums} FROM temp.usage_slice WHERE true GROUP BY 1, ${columns}
    ON CONFLICT DO UPDATE SET ${added}`
}

export type UsageRow = typeof usage.$inferInsert
type CallColumn = (typeof modelCalls.$inferSelect)[keyof typeof modelCalls.$inferSelect]

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
  readonly #reader: () => UsageReader
  readonly #reads: UsageReads
  readonly #deleter: () => UsageRowDeleter

  constructor(db: Db) {
    this.#insertCall = once(() => db.sqlite.prepare<unknown, CallColumn[]>(INSERT_CALL))
    this.#insertUsage = once(() => db.sqlite.prepare<unknown, SQLQueryBindings[]>(INSERT_USAGE))
    this.#rollup = new UsageRollup(db)
    this.#reader = once(() => new UsageReader(db))
    this.#reads = new UsageReads(db)
    this.#deleter = once(() => new UsageRowDeleter(db))
  }

  /** @param at UTC milliseconds */
  insertModelCall(caller: Caller, call: ModelCallEntry, at: number): void {
    const { owner, actor, keyId, project, product, requestId } = caller
    const { surface, engine, account, model, outcome, queueMs, totalMs } = call
    const { charactersIn, charactersOut, firstTextMs = null } = call
    // biome-ignore format: one row, one line a group
    this.#insertCall().run(at, owner, actor, keyId, project, product, surface, engine, account,
      model, outcome, queueMs, firstTextMs, totalMs, charactersIn, charactersOut, requestId)
    this.#rollup.count()
  }

  insertUsage(row: UsageRow): void {
    const { at, ownerId = '', actor, keyId = null, project = null, product = null } = row
    const { surface = '', action, outcome = '', units, credits, requestId } = row
    // biome-ignore format: one row, one line a group
    this.#insertUsage().run(at, ownerId, actor, keyId, project, product, surface, action, outcome,
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
    return this.#reader().ofOwner(owner, range, groups)
  }

  /** How long the model calls of each day waited. @param range Some months at most */
  async waits(range: Range): Promise<(WaitCount & { day: string })[]> {
    await this.#rollup.catchUp()
    return this.#reader().waits(range)
  }

  /** Model calls of a few days by account. Read at once, because `usage_totals` is small. */
  accountCounts(from: string, to: string): AccountCount[] {
    // The sums are rarely more than one slice behind; further rows are left to the next read.
    this.#rollup.tryStep()
    return this.#reader().accountCounts(from, to)
  }

  /** Sums rows that are not yet summed, as many as take some milliseconds. @returns Whether more are left */
  sumRows(): boolean {
    return this.#rollup.step()
  }

  /** Deletes old rows that are in the sums. */
  deleteOld(rows: OldRows): DeletedRows {
    return this.#deleter().delete(rows)
  }

  /** The first moment, in UTC milliseconds, from which all rows are there; 0 before any deletion. */
  rowsFrom(): number {
    return this.#deleter().rowsFrom()
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
