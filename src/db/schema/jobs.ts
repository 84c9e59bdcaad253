import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'

/** Job records; `seq` is the place in the line and only grows. */
export const jobs = sqliteTable(
  'jobs',
  {
    seq: integer('seq').primaryKey({ autoIncrement: true }),
    id: text('id').notNull(),
    kind: text('kind').notNull(),
    owner: text('owner').notNull(),
    status: text('status', {
      enum: ['queued', 'running', 'succeeded', 'failed', 'cancelled'],
    }).notNull(),
    caller: text('caller', { mode: 'json' }).notNull(),
    input: text('input', { mode: 'json' }).notNull(),
    result: text('result', { mode: 'json' }),
    errorCode: text('error_code'),
    errorDetail: text('error_detail'),
    interruptions: integer('interruptions').notNull().default(0),
    createdAt: integer('created_at').notNull(),
    startedAt: integer('started_at'),
    finishedAt: integer('finished_at'),
    expiresAt: integer('expires_at'),
  },
  (table) => [
    uniqueIndex('jobs_id').on(table.id),
    index('jobs_status').on(table.status, table.seq),
    index('jobs_expires').on(table.expiresAt),
  ],
)

/** What each `Idempotency-Key` stood for, for 24 hours; outlives the job it made. */
export const idempotencyKeys = sqliteTable(
  'idempotency_keys',
  {
    owner: text('owner').notNull(),
    key: text('key').notNull(),
    bodyHash: text('body_hash').notNull(),
    jobId: text('job_id').notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.owner, table.key] }),
    index('idempotency_keys_created').on(table.createdAt),
  ],
)
