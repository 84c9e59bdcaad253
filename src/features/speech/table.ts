import { index, integer, real, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** Spoken clips. Their bytes are in the storage, each under its `id`. */
export const clips = sqliteTable(
  'clips',
  {
    /** SHA-256 of the name: no path, log line or index has the name itself, which opens the clip. */
    id: text('id').primaryKey(),
    name: text('name').notNull(),
    owner: text('owner').notNull(),
    bytes: integer('bytes').notNull(),
    mediaType: text('media_type').notNull(),
    seconds: real('seconds').notNull(),
    engine: text('engine').notNull(),
    /** Null where the engine has only one, without a name. */
    voice: text('voice'),
    createdAt: integer('created_at').notNull(),
    /** Null for a clip that something else keeps, and deletes. */
    expiresAt: integer('expires_at'),
  },
  (table) => [index('clips_owner').on(table.owner), index('clips_expires').on(table.expiresAt)],
)
