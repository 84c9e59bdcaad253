import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { TextParams } from '../../platform/coded-text.ts'

/** Alerts to the owner, such as failing accounts and used up budgets. */
export const alerts = sqliteTable(
  'alerts',
  {
    id: text('id').primaryKey(),
    at: integer('at').notNull(),
    kind: text('kind').notNull(),
    subject: text('subject').notNull(),
    message: text('message').notNull(),
    /** What stands in these texts, by which pages say them in their language; null for old ones. */
    params: text('params', { mode: 'json' }).$type<TextParams>(),
    /** Id of the user or device that it is about; null where acting on one does not settle it. */
    about: text('about'),
    acknowledgedAt: integer('acknowledged_at'),
    acknowledgedBy: text('acknowledged_by'),
    /** Names of the channels that have not delivered it yet, separated by spaces. */
    undelivered: text('undelivered').notNull().default(''),
  },
  (table) => [index('alerts_at').on(table.at)],
)
