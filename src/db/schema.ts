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
    /** Null: it does not expire. */
    expiresAt: integer('expires_at'),
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
    /** Names of the outlets that have not taken it yet, with spaces between them. */
    undelivered: text('undelivered').notNull().default(''),
  },
  (table) => [index('alerts_at').on(table.at)],
)

/**
 * People who have signed in. A person is who an issuer says under a subject, never an e-mail address.
 * Spec: Resources, User account.
 */
export const users = sqliteTable(
  'users',
  {
    id: text('id').primaryKey(),
    issuer: text('issuer').notNull(),
    subject: text('subject').notNull(),
    /** Null where the provider has not said that it is verified. */
    email: text('email'),
    name: text('name'),
    role: text('role', { enum: ['pending', 'user', 'admin'] }).notNull(),
    status: text('status', { enum: ['active', 'suspended', 'deleted'] }).notNull(),
    createdAt: integer('created_at').notNull(),
    lastSignInAt: integer('last_sign_in_at').notNull(),
  },
  (table) => [
    uniqueIndex('users_identity').on(table.issuer, table.subject),
    index('users_created').on(table.createdAt, table.id),
    index('users_email').on(table.email),
  ],
)

/** Signed-in browsers. The token in the cookie is never kept, only its SHA-256. */
export const sessions = sqliteTable(
  'sessions',
  {
    hash: text('hash').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    createdAt: integer('created_at').notNull(),
    /** Moves on with use. */
    expiresAt: integer('expires_at').notNull(),
    /** Kept until it expires, so that its user still hears why. */
    revokedAt: integer('revoked_at'),
  },
  (table) => [
    index('sessions_user').on(table.userId),
    index('sessions_expires').on(table.expiresAt),
  ],
)

/** Machines and apps that a person has let in, by the device flow. */
export const devices = sqliteTable(
  'devices',
  {
    id: text('id').primaryKey(),
    surface: text('surface', { enum: ['code', 'canvas'] }).notNull(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    /** As the client calls itself: text of a stranger. */
    name: text('name').notNull(),
    /** Of the code surface's credential; null on the canvas surface, whose tokens change. */
    hash: text('hash'),
    address: text('address').notNull(),
    createdAt: integer('created_at').notNull(),
    lastUsedAt: integer('last_used_at').notNull(),
    expiresAt: integer('expires_at').notNull(),
    revokedAt: integer('revoked_at'),
  },
  (table) => [
    uniqueIndex('devices_hash').on(table.hash),
    index('devices_user').on(table.userId),
    index('devices_created').on(table.createdAt, table.id),
  ],
)

/** Devices that wait to be let in. Both codes are kept as keyed hashes: a short code must survive a stolen table. */
export const deviceRequests = sqliteTable(
  'device_requests',
  {
    hash: text('hash').primaryKey(),
    userCodeHash: text('user_code_hash').notNull(),
    surface: text('surface', { enum: ['code', 'canvas'] }).notNull(),
    name: text('name').notNull(),
    /** S256 of the verifier that the poll must show; null where none was given. */
    codeChallenge: text('code_challenge'),
    status: text('status', { enum: ['pending', 'approved', 'denied', 'used'] }).notNull(),
    /** Whoever looked the code up first; nobody else may decide. */
    userId: text('user_id').references(() => users.id),
    address: text('address').notNull(),
    intervalMs: integer('interval_ms').notNull(),
    lastPollAt: integer('last_poll_at').notNull(),
    createdAt: integer('created_at').notNull(),
    expiresAt: integer('expires_at').notNull(),
  },
  (table) => [
    uniqueIndex('device_requests_user_code').on(table.userCodeHash),
    index('device_requests_expires').on(table.expiresAt),
  ],
)

/** Refresh tokens of the canvas surface, the spent ones too: one that comes back ends its family. */
export const refreshTokens = sqliteTable(
  'refresh_tokens',
  {
    hash: text('hash').primaryKey(),
    /** All tokens of one pairing are one family. */
    deviceId: text('device_id')
      .notNull()
      .references(() => devices.id),
    createdAt: integer('created_at').notNull(),
    expiresAt: integer('expires_at').notNull(),
    usedAt: integer('used_at'),
  },
  (table) => [
    index('refresh_tokens_device').on(table.deviceId),
    index('refresh_tokens_expires').on(table.expiresAt),
  ],
)

/** How often somebody did something in the running minute or hour, so that a restart forgives nothing. */
export const rateLimits = sqliteTable(
  'rate_limits',
  {
    name: text('name').notNull(),
    /** A network address, an account, or the hash of a session. */
    subject: text('subject').notNull(),
    windowStart: integer('window_start').notNull(),
    count: integer('count').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.name, table.subject] }),
    index('rate_limits_window').on(table.windowStart),
  ],
)

/** Who changed what in the admin area. Never changed, never deleted. */
export const audit = sqliteTable(
  'audit',
  {
    id: integer('id').primaryKey(),
    at: integer('at').notNull(),
    actor: text('actor').notNull(),
    action: text('action').notNull(),
    subject: text('subject').notNull(),
    before: text('before', { mode: 'json' }),
    after: text('after', { mode: 'json' }),
    address: text('address').notNull(),
    requestId: text('request_id').notNull(),
  },
  (table) => [index('audit_at').on(table.at)],
)
