import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** Transcripts of addresses, for anyone who asks for the same within a day. */
export const transcriptCache = sqliteTable(
  'transcript_cache',
  {
    /** SHA-256 of what was asked: an address may hold a secret. */
    key: text('key').primaryKey(),
    /** UTC milliseconds. */
    expiresAt: integer('expires_at').notNull(),
    /** Of the value. */
    bytes: integer('bytes').notNull(),
    /** JSON. */
    value: text('value').notNull(),
  },
  (table) => [index('transcript_cache_expires').on(table.expiresAt, table.bytes)],
)
