import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** Changes made in the admin area, with their actor. Rows are never changed, and deleted only when they are old. */
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
