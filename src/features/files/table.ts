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

/** Stored files. Their bytes are in the storage, each under its `id`. */
export const files = sqliteTable(
  'files',
  {
    /** SHA-256 of the token: no path, log line or index has the token itself. */
    id: text('id').primaryKey(),
    /** Shown to the owner as often as wanted, because it is a part of the link. */
    token: text('token').notNull(),
    owner: text('owner').notNull(),
    /**
     * `storing` until the bytes are whole and on the disk, `deleting` until they are gone. After a
     * crash, what is in either state is cleared away.
     */
    state: text('state', { enum: ['storing', 'stored', 'deleting'] }).notNull(),
    name: text('name').notNull(),
    /** For the search. */
    foldedName: text('folded_name').notNull(),
    bytes: integer('bytes').notNull(),
    sha256: text('sha256').notNull(),
    mediaType: text('media_type').notNull(),
    createdAt: integer('created_at').notNull(),
    /** Written at most once an hour. */
    lastReadAt: integer('last_read_at'),
    expiresAt: integer('expires_at'),
  },
  (table) => [
    index('files_owner').on(table.owner, table.createdAt, table.id),
    index('files_state').on(table.state),
    index('files_expires').on(table.expiresAt),
  ],
)
