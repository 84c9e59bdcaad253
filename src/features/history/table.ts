import { blob, index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/**
 * What was made for owners and is kept: transcripts, translations and clips. `seq` only grows. The
 * table `history_search` of the migrations has the words of each by its `seq`. The long columns are
 * the last ones, so that a list does not read the pages that they overflow to.
 */
export const history = sqliteTable(
  'history',
  {
    seq: integer('seq').primaryKey({ autoIncrement: true }),
    id: text('id').notNull().unique(),
    owner: text('owner').notNull(),
    kind: text('kind', { enum: ['transcript', 'translation', 'speech'] }).notNull(),
    title: text('title').notNull(),
    /** A primary language subtag. */
    language: text('language'),
    /** Of the recording or the clip. */
    durationMs: integer('duration_ms'),
    /** The job that has made it. */
    sourceId: text('source_id').unique(),
    /** Of a clip: the name of its file. */
    clip: text('clip'),
    createdAt: integer('created_at').notNull(),
    /** Null for what is kept until it is deleted. */
    expiresAt: integer('expires_at'),
    /** Length of the text in UTF-16 code units. */
    characters: integer('characters').notNull(),
    /** What a search finds it by, beside the title. */
    text: text('text').notNull(),
    /** JSON in the shape of the kind, compressed with Zstandard. */
    data: blob('data', { mode: 'buffer' }).notNull(),
  },
  (table) => [
    index('history_owner').on(table.owner, table.seq),
    index('history_owner_kind').on(table.owner, table.kind, table.seq),
    index('history_expires').on(table.expiresAt),
    index('history_clip').on(table.clip),
  ],
)
