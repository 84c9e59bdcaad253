import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

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
