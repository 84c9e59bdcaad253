import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** Resumable uploads. How much of one has come is the size of its file. */
export const uploads = sqliteTable(
  'uploads',
  {
    id: text('id').primaryKey(),
    owner: text('owner').notNull(),
    /** Of the whole upload; what has come so far of one whose length is not declared. */
    bytes: integer('bytes').notNull(),
    isLengthDeferred: integer('is_length_deferred', { mode: 'boolean' }).notNull().default(false),
    /** `Upload-Concat` as the client has sent it. */
    concat: text('concat'),
    /** As the client has sent them; the name and the media type of a file are among them. */
    metadata: text('metadata', { mode: 'json' }).$type<Readonly<Record<string, string | null>>>(),
    /**
     * Size of the file before the piece whose checksum is not yet verified; null when there is none.
     */
    verifiedBytes: integer('verified_bytes'),
    createdAt: integer('created_at').notNull(),
    /** When the last piece has started or ended. */
    activeAt: integer('active_at').notNull(),
    /** When the last byte was flushed to the disk. */
    finishedAt: integer('finished_at'),
  },
  (table) => [
    index('uploads_owner').on(table.owner, table.finishedAt),
    index('uploads_active').on(table.activeAt),
  ],
)
