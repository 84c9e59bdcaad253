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

/** The latest requests, for the owner: never a path, a body or a query. */
export const requests = sqliteTable('requests', {
  id: integer('id').primaryKey(),
  /** When the answer was sent. */
  at: integer('at').notNull(),
  requestId: text('request_id').notNull(),
  /** Null where nobody was recognized. */
  actor: text('actor'),
  method: text('method').notNull(),
  /** The route's pattern. */
  route: text('route').notNull(),
  status: integer('status').notNull(),
  /** Until the last byte was sent. */
  ms: integer('ms').notNull(),
  /** In the queue; null for a request that no engine answered. */
  waitMs: integer('wait_ms'),
  engine: text('engine'),
  model: text('model'),
  /** Whether a page has asked, with the session of its browser. */
  byPage: integer('by_page', { mode: 'boolean' }).notNull().default(false),
})
