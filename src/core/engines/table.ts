import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/**
 * Why an account is parked, since when and until when. A row exists until the account is
 * readmitted. `family` is empty when all models of the account are affected.
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
    /** The last alert to the owner about it; null for none. */
    alerted: text('alerted'),
  },
  (table) => [primaryKey({ columns: [table.engine, table.account, table.family] })],
)

/** Accounts that the owner has disabled. They are neither used nor probed. */
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
