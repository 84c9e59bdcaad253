import {
  blob,
  index,
  integer,
  primaryKey,
  real,
  sqliteTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/sqlite-core'
import type { Caller } from '../../core/caller.ts'
import type { ReasonCode } from './reasons.ts'

/** What a source is read from; `note` has its text in its row, `local_file` is one of a folder. */
export const SOURCE_KINDS = [
  'file',
  'page',
  'transcript',
  'conversation',
  'note',
  'local_file',
] as const
export type SourceKind = (typeof SOURCE_KINDS)[number]

/** Collections of what their owner wants to find and ask about. */
export const knowledgeCollections = sqliteTable(
  'knowledge_collections',
  {
    id: text('id').primaryKey(),
    owner: text('owner').notNull(),
    name: text('name').notNull(),
    /** Whether every member may search it, and read what is in it. */
    isShared: integer('is_shared', { mode: 'boolean' }).notNull(),
    createdAt: integer('created_at').notNull(),
    /** A folder of this machine that it follows, and in whose name; null for none. */
    folder: text('folder', { mode: 'json' }).$type<{ path: string; caller: Caller }>(),
  },
  (table) => [
    index('knowledge_collections_owner').on(table.owner),
    index('knowledge_collections_shared').on(table.isShared),
  ],
)

/** Members who may read a collection that is not shared with all. */
export const knowledgeShares = sqliteTable(
  'knowledge_shares',
  {
    id: text('id').primaryKey(),
    collectionId: text('collection_id')
      .notNull()
      .references(() => knowledgeCollections.id),
    /** Owner of what the member has. */
    reader: text('reader').notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('knowledge_shares_reader').on(table.collectionId, table.reader),
    index('knowledge_shares_owner').on(table.reader),
  ],
)

/** What is in collections. `seq` only grows. */
export const knowledgeSources = sqliteTable(
  'knowledge_sources',
  {
    seq: integer('seq').primaryKey({ autoIncrement: true }),
    id: text('id').notNull().unique(),
    /** It may be gone while the source is `deleting`. */
    collectionId: text('collection_id').notNull(),
    kind: text('kind', { enum: SOURCE_KINDS }).notNull(),
    /** What it is read from: an id, the address of a page, a path below the folder; of a note its own id. */
    ref: text('ref').notNull(),
    /** The words of its pieces were indexed with it, so it changes only while it has none. */
    title: text('title').notNull(),
    /** `deleting` until its pieces are gone; it is found no more. */
    state: text('state', { enum: ['waiting', 'reading', 'ready', 'failed', 'deleting'] }).notNull(),
    /** How often a crash has interrupted the reading. */
    interruptions: integer('interruptions').notNull(),
    /** Of what was read last; another one is read again. Null for nothing. */
    version: text('version'),
    /** Why it could not be read; null where only words say it. */
    reasonCode: text('reason_code').$type<ReasonCode>(),
    /** Those words; with a code, the limit or the status that its words name. */
    error: text('error'),
    /** What was left out when it was read. */
    note: text('note'),
    characters: integer('characters').notNull(),
    pieces: integer('pieces').notNull(),
    /** In whose name it is read. */
    caller: text('caller', { mode: 'json' }).$type<Caller>().notNull(),
    createdAt: integer('created_at').notNull(),
    readAt: integer('read_at'),
    /** Of a note its text; of a file of a folder its size and times, as they were seen last. */
    body: text('body'),
    /** `engine/model` of which all its pieces have vectors. */
    embeddedBy: text('embedded_by'),
  },
  (table) => [
    uniqueIndex('knowledge_sources_ref').on(table.collectionId, table.kind, table.ref),
    index('knowledge_sources_collection').on(table.collectionId, table.seq),
    index('knowledge_sources_state').on(table.state, table.collectionId),
  ],
)

/**
 * How many sources and pieces collections have, by what is counted. Triggers of the migrations keep it with
 * each change of a source: to count 50,000 sources takes 15 ms.
 */
export const knowledgeCounts = sqliteTable(
  'knowledge_counts',
  {
    collectionId: text('collection_id').notNull(),
    state: text('state').notNull(),
    /** Empty for none. */
    embeddedBy: text('embedded_by').notNull(),
    sources: integer('sources').notNull(),
    pieces: integer('pieces').notNull(),
  },
  (table) => [primaryKey({ columns: [table.collectionId, table.state, table.embeddedBy] })],
)

/**
 * The pieces that sources are cut into. The table `knowledge_search` of the migrations has the words
 * of each by its `seq`.
 */
export const knowledgePieces = sqliteTable(
  'knowledge_pieces',
  {
    seq: integer('seq').primaryKey({ autoIncrement: true }),
    sourceSeq: integer('source_seq')
      .notNull()
      .references(() => knowledgeSources.seq),
    /** In the source, from 0. */
    position: integer('position').notNull(),
    /** The headings above it, the outermost first. */
    heading: text('heading').notNull(),
    /** Page or slide, from 1. */
    page: integer('page'),
    /** Of a recording, from its beginning. */
    seconds: real('seconds'),
    /** Of a conversation: the message. */
    anchor: text('anchor'),
    text: text('text').notNull(),
  },
  (table) => [index('knowledge_pieces_source').on(table.sourceSeq, table.position)],
)

/** Vectors of pieces of one source, some of them in a row. A row never changes. */
export const knowledgeVectors = sqliteTable(
  'knowledge_vectors',
  {
    seq: integer('seq').primaryKey({ autoIncrement: true }),
    sourceSeq: integer('source_seq')
      .notNull()
      .references(() => knowledgeSources.seq),
    /** `engine/model` */
    model: text('model').notNull(),
    /** `seq` of each, as numbers of 64 bits. */
    pieces: blob('pieces', { mode: 'buffer' }).notNull(),
    /** One after another, as numbers of 32 bits, each of the length 1. */
    vectors: blob('vectors', { mode: 'buffer' }).notNull(),
  },
  (table) => [index('knowledge_vectors_source').on(table.sourceSeq, table.model)],
)
