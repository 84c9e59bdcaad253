import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** Credits a month that somebody should not need more than. Nothing is refused by them. */
export const budgets = sqliteTable('budgets', {
  /** `Caller.owner`: a user, or a key of the service. */
  ownerId: text('owner_id').primaryKey(),
  credits: integer('credits').notNull(),
  /** The month, as `YYYY-MM`, of the last alert. */
  alertedMonth: text('alerted_month').notNull().default(''),
  /** The percentage that it was about. */
  alertedPercent: integer('alerted_percent').notNull().default(0),
})

/** When, and for whom. */
const caller = {
  at: integer('at').notNull(),
  /** `Caller.owner`, because two owners may have the same label. */
  ownerId: text('owner_id').notNull().default(''),
  actor: text('actor').notNull(),
  keyId: text('key_id'),
  project: text('project'),
  product: text('product'),
}

/**
 * One row per billable call and per failed task. Only the oldest are deleted, and never the last, so
 * ids grow with time.
 */
export const usage = sqliteTable('usage', {
  id: integer('id').primaryKey(),
  ...caller,
  surface: text('surface').notNull().default(''),
  /** Empty for work without a price, such as a chat that no engine could answer. */
  action: text('action').notNull(),
  /** `succeeded`, or the error code of failed work, which costs 0 credits. */
  outcome: text('outcome').notNull().default('succeeded'),
  units: integer('units').notNull(),
  credits: integer('credits').notNull(),
  requestId: text('request_id').notNull(),
})

/**
 * One row per model call, including failed and cancelled ones. It is written for every answer, and
 * an index or an autoincrement would each cost as much as the row.
 */
export const modelCalls = sqliteTable('model_calls', {
  id: integer('id').primaryKey(),
  ...caller,
  surface: text('surface').notNull(),
  engine: text('engine').notNull(),
  account: text('account').notNull(),
  model: text('model').notNull(),
  outcome: text('outcome').notNull(),
  queueMs: integer('queue_ms').notNull(),
  firstTextMs: integer('first_text_ms'),
  totalMs: integer('total_ms').notNull(),
  charactersIn: integer('characters_in').notNull(),
  charactersOut: integer('characters_out').notNull(),
  requestId: text('request_id').notNull(),
})

/** The last id of each source that is included in `usage_sums` and `usage_totals`. */
export const rollupMarks = sqliteTable('rollup_marks', {
  source: text('source').primaryKey(),
  upTo: integer('up_to').notNull(),
})

/** A day as `YYYY-MM-DD` or a month as `YYYY-MM`, UTC. */
const period = () => text('period').notNull()
const work = {
  surface: text('surface').notNull(),
  action: text('action').notNull(),
  engine: text('engine').notNull(),
  account: text('account').notNull(),
  model: text('model').notNull(),
  outcome: text('outcome').notNull(),
}
const sums = {
  /** Rows of `usage`, including failed work: a report tells them apart by the outcome. */
  calls: integer('calls').notNull(),
  credits: integer('credits').notNull(),
  modelCalls: integer('model_calls').notNull(),
  queueMs: integer('queue_ms').notNull(),
  totalMs: integer('total_ms').notNull(),
  charactersIn: integer('characters_in').notNull(),
  charactersOut: integer('characters_out').notNull(),
}

/**
 * Sums of both kinds of usage by day and by month for each owner. The key begins with period and
 * owner, so that a read can take a range of owners. The migration makes the table WITHOUT ROWID,
 * which keeps the rows in the order of the key; drizzle has no option for it.
 */
export const usageSums = sqliteTable(
  'usage_sums',
  {
    period: period(),
    ownerId: text('owner_id').notNull(),
    actor: text('actor').notNull(),
    keyId: text('key_id').notNull(),
    project: text('project').notNull(),
    product: text('product').notNull(),
    ...work,
    ...sums,
  },
  (table) => [
    primaryKey({
      columns: [
        table.period,
        table.ownerId,
        table.actor,
        table.keyId,
        table.project,
        table.product,
        table.surface,
        table.action,
        table.engine,
        table.account,
        table.model,
        table.outcome,
      ],
    }),
  ],
)

/**
 * The same sums for all owners together, a few hundred rows a period at most. Also WITHOUT ROWID.
 */
export const usageTotals = sqliteTable(
  'usage_totals',
  { period: period(), ...work, ...sums },
  (table) => [
    primaryKey({
      columns: [
        table.period,
        table.surface,
        table.action,
        table.engine,
        table.account,
        table.model,
        table.outcome,
      ],
    }),
  ],
)

/**
 * How many model calls of a day waited how long, so that a median costs a few rows a day. `waitMs`
 * is the lower bound of a class of waits. Also WITHOUT ROWID.
 */
export const usageWaits = sqliteTable(
  'usage_waits',
  {
    day: text('day').notNull(),
    waitMs: integer('wait_ms').notNull(),
    calls: integer('calls').notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.waitMs] })],
)
