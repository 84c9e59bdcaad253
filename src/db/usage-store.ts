import type { SQLQueryBindings } from 'bun:sqlite'
import { and, asc, between, gt, gte, lt, sql } from 'drizzle-orm'
import type { Db } from './open.ts'
import { modelCalls, usage, usageDays } from './schema.ts'

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
const ADD_TO_DAY = `INSERT INTO usage_days (day, actor, key_id, project, product, surface, action, engine, account, model,
  outcome, calls, credits, model_calls, queue_ms, total_ms, characters_in, characters_out)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
  ON CONFLICT DO UPDATE SET calls = calls + excluded.calls, credits = credits + excluded.credits,
  model_calls = model_calls + excluded.model_calls, queue_ms = queue_ms + excluded.queue_ms,
  total_ms = total_ms + excluded.total_ms, characters_in = characters_in + excluded.characters_in,
  characters_out = characters_out + excluded.characters_out`

/** Rows of `usage`, `model_calls` and their sums by day. Call the two writers inside a transaction. */
export class UsageStore {
  readonly #db: Db
  readonly #insertCall
  readonly #insertUsage
  readonly #addToDay

  constructor(db: Db) {
    this.#db = db
    this.#insertCall = db.sqlite.prepare<unknown, SQLQueryBindings[]>(INSERT_CALL)
    this.#insertUsage = db.sqlite.prepare<unknown, SQLQueryBindings[]>(INSERT_USAGE)
    this.#addToDay = db.sqlite.prepare<unknown, SQLQueryBindings[]>(ADD_TO_DAY)
  }

  insertModelCall(row: ModelCallRow): void {
    const { at, actor, keyId = null, project = null, product = null } = row
    const { surface, engine, account, model, outcome, queueMs, totalMs } = row
    const { charactersIn, charactersOut, firstTextMs = null, requestId } = row
    // biome-ignore format: one row, one line a group
    this.#insertCall.run(at, actor, keyId, project, product, surface, engine, account, model,
      outcome, queueMs, firstTextMs, totalMs, charactersIn, charactersOut, requestId)
    // biome-ignore format: the same
    this.#addToDay.run(dayOf(at), actor, keyId ?? '', project ?? '', product ?? '', surface, '', engine, account, model,
      outcome, 0, 0, 1, queueMs, totalMs, charactersIn, charactersOut)
  }

  insertUsage(row: UsageRow): void {
    const { at, actor, keyId = null, project = null, product = null } = row
    const { action, units, credits, requestId } = row
    this.#insertUsage.run(at, actor, keyId, project, product, action, units, credits, requestId)
    // biome-ignore format: one row, one line a group
    this.#addToDay.run(dayOf(at), actor, keyId ?? '', project ?? '', product ?? '', '', action, '', '', '',
      '', 1, credits, 0, 0, 0, 0, 0)
  }

  /** Adds up the days from `from` to `to` (`YYYY-MM-DD`, both included). */
  sums(from: string, to: string): UsageSums {
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
    const columns = by.map((name) => [name, COLUMNS[name]] as const)
    return this.#db.orm
      .select({ ...Object.fromEntries(columns), ...SUMS })
      .from(usageDays)
      .where(between(usageDays.day, from, to))
      .groupBy(...columns.map(([, column]) => column))
      .orderBy(...columns.map(([, column]) => asc(column)))
      .all()
  }

  /** The next `limit` calls of models from a time on, in the order of their ids. */
  modelCallsAfter(id: number, from: number, before: number, limit: number): StoredModelCallRow[] {
    return this.#db.orm
      .select()
      .from(modelCalls)
      .where(and(gt(modelCalls.id, id), gte(modelCalls.at, from), lt(modelCalls.at, before)))
      .orderBy(asc(modelCalls.id))
      .limit(limit)
      .all()
  }

  /** The next `limit` billable calls, likewise. */
  usageAfter(id: number, from: number, before: number, limit: number): StoredUsageRow[] {
    return this.#db.orm
      .select()
      .from(usage)
      .where(and(gt(usage.id, id), gte(usage.at, from), lt(usage.at, before)))
      .orderBy(asc(usage.id))
      .limit(limit)
      .all()
  }
}

function total(column: string) {
  return sql<number>`coalesce(sum(${sql.identifier(column)}), 0)`.as(column)
}

/** The UTC day of a moment, `YYYY-MM-DD`. */
function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10)
}
