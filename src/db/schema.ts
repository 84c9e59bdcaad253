import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'

/** Small facts about the installation: the hash of the Primary Key. */
export const settings = sqliteTable('settings', {
  name: text('name').primaryKey(),
  value: text('value').notNull(),
})

/** Custom API keys. Spec: Resources, API key. The key itself is never kept, only its SHA-256. */
export const apiKeys = sqliteTable(
  'api_keys',
  {
    id: text('id').primaryKey(),
    label: text('label').notNull(),
    hash: text('hash').notNull(),
    prefix: text('prefix').notNull(),
    lastFour: text('last_four').notNull(),
    project: text('project'),
    product: text('product'),
    useCount: integer('use_count').notNull().default(0),
    lastUsedAt: integer('last_used_at'),
    createdAt: integer('created_at').notNull(),
    revokedAt: integer('revoked_at'),
  },
  (table) => [
    uniqueIndex('api_keys_hash').on(table.hash),
    index('api_keys_created').on(table.createdAt, table.id),
  ],
)

/** Capability profiles, bound to the key's id for good. Spec: Authentication, Capability profiles. */
export const keyProfiles = sqliteTable('key_profiles', {
  keyId: text('key_id')
    .primaryKey()
    .references(() => apiKeys.id),
  profile: text('profile', { mode: 'json' }).notNull(),
  updatedAt: integer('updated_at').notNull(),
  updatedBy: text('updated_by').notNull(),
})

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

/** One row per billable call. Never deleted, so ids grow with time. Spec: Resources, Usage record. */
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

/**
 * Why an account is set aside, since when and until when. A row stands until the account is
 * re-admitted; `family` is empty where all of the account's models are meant.
 */
export const accountVerdicts = sqliteTable(
  'account_verdicts',
  {
    engine: text('engine').notNull(),
    account: text('account').notNull(),
    family: text('family').notNull(),
    verdict: text('verdict', {
      enum: [
        'quota',
        'signed_out',
        'transient',
        'request',
        'empty',
        'timeout',
        'not_installed',
        'unknown',
      ],
    }).notNull(),
    /** The redacted line that caused it. */
    evidence: text('evidence').notNull(),
    since: integer('since').notNull(),
    /** Null: until it is cleared or a probe succeeds. */
    until: integer('until'),
    setBy: text('set_by', { enum: ['engine', 'watcher', 'owner'] }).notNull(),
    /** What the owner was last told about it; null when nothing was said. */
    alerted: text('alerted'),
  },
  (table) => [primaryKey({ columns: [table.engine, table.account, table.family] })],
)

/** Accounts that the owner has switched off: never used, never probed. */
export const disabledAccounts = sqliteTable(
  'disabled_accounts',
  {
    engine: text('engine').notNull(),
    account: text('account').notNull(),
    since: integer('since').notNull(),
    disabledBy: text('disabled_by').notNull(),
  },
  (table) => [primaryKey({ columns: [table.engine, table.account] })],
)

/** What the owner should know: failing accounts, spent budgets. */
export const alerts = sqliteTable(
  'alerts',
  {
    id: text('id').primaryKey(),
    at: integer('at').notNull(),
    kind: text('kind').notNull(),
    subject: text('subject').notNull(),
    message: text('message').notNull(),
    acknowledgedAt: integer('acknowledged_at'),
    acknowledgedBy: text('acknowledged_by'),
  },
  (table) => [index('alerts_at').on(table.at)],
)
