import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** One row per billable call. Never deleted, so ids grow with time. */
export const usage = sqliteTable('usage', {
  id: integer('id').primaryKey(),
  at: integer('at').notNull(),
  actor: text('actor').notNull(),
  keyId: text('key_id'),
  project: text('project'),
  product: text('product'),
  action: text('action').notNull(),
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

/** Up to which id the rows of a table are in `usage_days`. */
export const rollupMarks = sqliteTable('rollup_marks', {
  source: text('source').primaryKey(),
  upTo: integer('up_to').notNull(),
})

/** Both kinds of usage added up by day, so that a dashboard costs the same at ten million calls. */
export const usageDays = sqliteTable(
  'usage_days',
  {
    day: text('day').notNull(),
    actor: text('actor').notNull(),
    keyId: text('key_id').notNull(),
    project: text('project').notNull(),
    product: text('product').notNull(),
    surface: text('surface').notNull(),
    action: text('action').notNull(),
    engine: text('engine').notNull(),
    account: text('account').notNull(),
    model: text('model').notNull(),
    outcome: text('outcome').notNull(),
    calls: integer('calls').notNull(),
    credits: integer('credits').notNull(),
    modelCalls: integer('model_calls').notNull(),
    queueMs: integer('queue_ms').notNull(),
    totalMs: integer('total_ms').notNull(),
    charactersIn: integer('characters_in').notNull(),
    charactersOut: integer('characters_out').notNull(),
  },
  (table) => [
    primaryKey({
      columns: [
        table.day,
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
