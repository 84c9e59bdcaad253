import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** Counters of the current minute or hour, stored so that they survive a restart. */
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
