import { blob, index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/**
 * Answers of the Responses API that are kept for their owner, so that a later request can continue
 * or quote them.
 */
export const responses = sqliteTable(
  'responses',
  {
    id: text('id').primaryKey(),
    owner: text('owner').notNull(),
    /** The response that it continues; it may have been deleted. */
    previousId: text('previous_id'),
    /** `interrupted` by the end of the process, before the answer was whole. */
    state: text('state', { enum: ['active', 'ended', 'interrupted'] }).notNull(),
    createdAt: integer('created_at').notNull(),
    expiresAt: integer('expires_at').notNull(),
    /** Of the data as it is stored. */
    bytes: integer('bytes').notNull(),
    /** JSON of the input and the answer, compressed with Zstandard. */
    data: blob('data', { mode: 'buffer' }).notNull(),
  },
  (table) => [
    index('responses_owner').on(table.owner, table.expiresAt, table.bytes),
    index('responses_expires').on(table.expiresAt),
    index('responses_state').on(table.state),
  ],
)
