import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** Jobs of workers that were accepted, for the budgets of a day. */
export const workerAttempts = sqliteTable(
  'worker_attempts',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    owner: text('owner').notNull(),
    at: integer('at').notNull(),
    /** `YYYY-MM-DD` in the owner's time zone: the day that it is charged to. */
    day: text('day').notNull(),
    /** An earlier day that it counts for as well, because the clock was set back to that day. */
    earlierDay: text('earlier_day'),
  },
  (table) => [
    index('worker_attempts_day').on(table.day, table.owner),
    index('worker_attempts_earlier_day').on(table.earlierDay),
  ],
)
