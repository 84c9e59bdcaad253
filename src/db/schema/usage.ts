import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** One row per billable call, and per piece of work that failed. Never deleted, so ids grow with time. */
export const usage = sqliteTable('usage', {
  id: integer('id').primaryKey(),
  at: integer('at').notNull(),
  /** As `Caller.owner`: two owners may have one label. */
  ownerId: text('owner_id').notNull().default(''),
  actor: text('actor').notNull(),
  keyId: text('key_id'),
  project: text('project'),
  product: text('product'),
  surface: text('surface').notNull().default(''),
  /** Empty where the work has no price, such as a chat that no engine could answer. */
  action: text('action').notNull(),
  /** `succeeded`, or the error code of work that is recorded with 0 credits. */
  outcome: text('outcome').notNull().default('succeeded'),
  units: integer('units').notNull(),
  credits: integer('credits').notNull(),
  requestId: text('request_id').notNull(),
})

/**
 * One row per call of a model, also of one that failed or was given up. It is written for every
 * answer: an index or an autoincrement would each cost as much as the row.
 */
export const modelCalls = sqliteTable('model_calls', {
  id: integer('id').primaryKey(),
  at: integer('at').notNull(),
  ownerId: text('owner_id').notNull().default(''),
  actor: text('actor').notNull(),
  keyId: text('key_id'),
  project: text('project'),
  product: text('product'),
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

/** Up to which id the rows of a table are in `usage_sums` and `usage_totals`. */
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
  calls: integer('calls').notNull(),
  credits: integer('credits').notNull(),
  modelCalls: integer('model_calls').notNull(),
  queueMs: integer('queue_ms').notNull(),
  totalMs: integer('total_ms').notNull(),
  charactersIn: integer('characters_in').notNull(),
  charactersOut: integer('characters_out').notNull(),
}

/**
 * Both kinds of usage added up by day and by month for each owner. The key begins with period and
 * owner, so a read takes a range of owners at a time. The migration makes it WITHOUT ROWID, which
 * keeps the rows in the order of the key; drizzle cannot say so.
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

/** The same for all owners together, a few hundred rows a period at most. WITHOUT ROWID too. */
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
