import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** Credits a month that somebody should not need more than. Nothing is refused by them. */
export const budgets = sqliteTable('budgets', {
  /** `Caller.owner`: a user, or a key of the service. */
  ownerId: text('owner_id').primaryKey(),
  credits: integer('credits').notNull(),
  /** The month, as `YYYY-MM`, of the last alert. */
  alertedMonth: text('alerted_month').notNull().default(''),
  /** The percentage that it was about. */
  alertedPercent: integer('alerted_percent').notNull().default(0),
})
