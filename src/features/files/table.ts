import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

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
