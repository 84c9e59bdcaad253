import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** Resumable uploads. How much of one has come is the size of its file. */
export const uploads = sqliteTable(
  'uploads',
  {
    id: text('id').primaryKey(),
    owner: text('owner').notNull(),
    /** Of the whole upload. */
    bytes: integer('bytes').notNull(),
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
