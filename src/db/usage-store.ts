import type { SQLQueryBindings } from 'bun:sqlite'
import { and, asc, between, gt, gte, lt, lte, sql } from 'drizzle-orm'
import type { Db } from './open.ts'
import { modelCalls, usage, usageDays } from './schema/usage.ts'
import { UsageRollup } from './usage-rollup.ts'

/** The day sums are brought up to date after so many rows, and before each look at them. */
const ROLLUP_ROWS = 2000
const CLOCK_SLACK_MS = 3_600_000

export type UsageRow = typeof usage.$inferInsert
export type ModelCallRow = typeof modelCalls.$inferInsert
export type StoredUsageRow = typeof usage.$inferSelect
export type StoredModelCallRow = typeof modelCalls.$inferSelect

/** What usage can be added up by. */
export const USAGE_GROUPS = [
  'day',
  'actor',
  'key_id',
  'project',
  'product',
  'surface',
  'action',
  'engine',
  'account',
  'model',
  'outcome',
] as const
export type UsageGroup = (typeof USAGE_GROUPS)[number]

export interface UsageSums {
  calls: number
  credits: number
  model_calls: number
  queue_ms: number
  total_ms: number
  characters_in: number
  characters_out: number
}

const COLUMNS = {
  day: usageDays.day,
  actor: usageDays.actor,
  key_id: usageDays.keyId,
  project: usageDays.project,
  product: usageDays.product,
  surface: usageDays.surface,
  action: usageDays.action,
  engine: usageDays.engine,
  account: usageDays.account,
  model: usageDays.model,
  outcome: usageDays.outcome,
} as const

const SUMS = {
  calls: total('calls'),
  credits: total('credits'),
  model_calls: total('model_calls'),
  queue_ms: total('queue_ms'),
  total_ms: total('total_ms'),
  characters_in: total('characters_in'),
  characters_out: total('characters_out'),
}

// Raw prepared statements: these run once for each answer, and the mapping layer costs more than the write.
const INSERT_CALL = `INSERT INTO model_calls (at, actor, key_id, project, product, surface, engine, account, model,
  outcome, queue_ms, first_text_ms, total_ms, characters_in, characters_out, request_id)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`
const INSERT_USAGE = `INSERT INTO usage (at, actor, key_id, project, product, action, units, credits, request_id)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`
/** Rows of `usage` and `model_calls`. Call the two writers inside a transaction. */
export class UsageStore {
  readonly #db: Db
  readonly #insertCall
  readonly #insertUsage
  readonly #rollup: UsageRollup
  #rows = 0

  constructor(db: Db) {
    this.#db = db
    this.#insertCall = db.sqlite.prepare<unknown, SQLQueryBindings[]>(INSERT_CALL)
    this.#insertUsage = db.sqlite.prepare<unknown, SQLQueryBindings[]>(INSERT_USAGE)
    this.#rollup = new UsageRollup(db)
    this.#rollup.run()
  }

  insertModelCall(row: ModelCallRow): void {
    const { at, actor, keyId = null, project = null, product = null } = row
    const { surface, engine, account, model, outcome, queueMs, totalMs } = row
    const { charactersIn, charactersOut, firstTextMs = null, requestId } = row
    // biome-ignore format: one row, one line a group
    this.#insertCall.run(at, actor, keyId, project, product, surface, engine, account, model,
      outcome, queueMs, firstTextMs, totalMs, charactersIn, charactersOut, requestId)
    this.#count()
  }

  insertUsage(row: UsageRow): void {
    const { at, actor, keyId = null, project = null, product = null } = row
    const { action, units, credits, requestId } = row
    this.#insertUsage.run(at, actor, keyId, project, product, action, units, credits, requestId)
    this.#count()
  }

  /** Adds up the days from `from` to `to` (`YYYY-MM-DD`, both included). */
  sums(from: string, to: string): UsageSums {
    this.#rollup.run()
    const row = this.#db.orm
      .select(SUMS)
      .from(usageDays)
      .where(between(usageDays.day, from, to))
      .get()
    if (row === undefined) throw new Error('An aggregate without groups always has a row')
    return row
  }

  /** The same, one row for each combination of the groups. */
  groups(
    from: string,
    to: string,
    by: readonly UsageGroup[],
  ): (UsageSums & Partial<Record<UsageGroup, string>>)[] {
    this.#rollup.run()
    const columns = by.map((name) => [name, COLUMNS[name]] as const)
    return this.#db.orm
      .select({ ...Object.fromEntries(columns), ...SUMS })
      .from(usageDays)
      .where(between(usageDays.day, from, to))
      .groupBy(...columns.map(([, column]) => column))
      .orderBy(...columns.map(([, column]) => asc(column)))
      .all()
  }

  /** The next `limit` calls of models in a range of time, in the order of their ids. */
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

  /** The next `limit` billable calls, likewise. */
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

  /** Ids grow with time, so a range of time is found by halving; an hour more, for a clock that was set back. */
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

  #count(): void {
    this.#rows += 1
    if (this.#rows % ROLLUP_ROWS === 0) this.#rollup.run()
  }
}

function total(column: string) {
  return sql<number>`coalesce(sum(${sql.identifier(column)}), 0)`.as(column)
}
