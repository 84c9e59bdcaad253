import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import type { ReasonFacts } from '../../platform/errors.ts'

/** The progress of a job. */
interface StoredProgress {
  done: number
  total?: number | undefined
  unit: string
  note?: string | undefined
  secondsLeft: number | undefined
}

/** Job records. `seq` is the order in the queue and only grows. */
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
    /** What lists show of the input: the name of the agent task, or of the profile of a worker. */
    label: text('label'),
    /** How the first text of the input begins. */
    excerpt: text('excerpt'),
    result: text('result', { mode: 'json' }),
    errorCode: text('error_code'),
    errorDetail: text('error_detail'),
    errorReason: text('error_reason', { mode: 'json' }).$type<ReasonFacts>(),
    /** The latest report of progress. */
    progress: text('progress', { mode: 'json' }).$type<StoredProgress>(),
    /** Names of the spooled files that belong to the input. */
    files: text('files', { mode: 'json' }).$type<readonly string[]>().notNull().default([]),
    interruptions: integer('interruptions').notNull().default(0),
    createdAt: integer('created_at').notNull(),
    startedAt: integer('started_at'),
    finishedAt: integer('finished_at'),
    expiresAt: integer('expires_at'),
  },
  (table) => [
    uniqueIndex('jobs_id').on(table.id),
    index('jobs_status').on(table.status, table.seq),
    index('jobs_owner').on(table.owner, table.seq),
    index('jobs_expires').on(table.expiresAt),
  ],
)

/** Finished pieces of jobs that resume after their last piece when the service has crashed. */
export const jobPieces = sqliteTable(
  'job_pieces',
  {
    jobId: text('job_id').notNull(),
    /** Counts from 0. */
    index: integer('index').notNull(),
    piece: text('piece', { mode: 'json' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.jobId, table.index] })],
)

/** The job of each `Idempotency-Key`, for 24 hours. A row may outlive its job. */
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
