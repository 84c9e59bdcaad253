import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import type { StepCall } from '../../core/tools/step.ts'

/** Conversations that are kept for their owner. */
export const conversations = sqliteTable(
  'conversations',
  {
    id: text('id').primaryKey(),
    owner: text('owner').notNull(),
    title: text('title').notNull(),
    /** Whether the owner has chosen the title; otherwise it follows the first message. */
    isTitled: integer('is_titled', { mode: 'boolean' }).notNull(),
    pinnedAt: integer('pinned_at'),
    /** Which answers here; kept when it is deleted. */
    assistantId: text('assistant_id'),
    /** Tools that change or cost something and are called here without a question. */
    allowedTools: text('allowed_tools', { mode: 'json' })
      .$type<readonly string[]>()
      .notNull()
      .default([]),
    /** Of `conversation_folders`; null for none. */
    folderId: text('folder_id'),
    createdAt: integer('created_at').notNull(),
    /** Time of the latest message. */
    updatedAt: integer('updated_at').notNull(),
  },
  (table) => [
    index('conversations_owner').on(table.owner, table.updatedAt, table.id),
    index('conversations_folder').on(table.owner, table.folderId, table.updatedAt, table.id),
  ],
)

/** Folders that people keep their conversations in. */
export const conversationFolders = sqliteTable(
  'conversation_folders',
  {
    id: text('id').primaryKey(),
    owner: text('owner').notNull(),
    name: text('name').notNull(),
    /** Whether the list shows what is in it. */
    isOpen: integer('is_open', { mode: 'boolean' }).notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [index('conversation_folders_owner').on(table.owner)],
)

/**
 * Messages of conversations, as a tree by their parents. `seq` only grows. The table
 * `message_search` of the migrations has the words of each by its `seq`.
 */
export const messages = sqliteTable(
  'messages',
  {
    seq: integer('seq').primaryKey({ autoIncrement: true }),
    id: text('id').notNull(),
    conversationId: text('conversation_id')
      .notNull()
      .references(() => conversations.id),
    /** Null for the first message of a conversation, or of another beginning of it. */
    parentId: text('parent_id'),
    role: text('role', { enum: ['user', 'assistant'] }).notNull(),
    content: text('content').notNull(),
    /** Of an answer: the model as it was asked for. */
    model: text('model'),
    /** Of an answer: `engine/model` that has answered. */
    answeredBy: text('answered_by'),
    status: text('status', {
      enum: ['waiting', 'running', 'complete', 'stopped', 'failed', 'interrupted'],
    }).notNull(),
    errorCode: text('error_code'),
    errorDetail: text('error_detail'),
    /** Of an answer: which earlier attachments the model did not get, and why. */
    note: text('note'),
    /** Of an answer: what the model has thought before it; null for nothing. */
    thoughts: text('thoughts'),
    /** How long it has thought, in milliseconds. */
    thoughtMs: integer('thought_ms'),
    createdAt: integer('created_at').notNull(),
    finishedAt: integer('finished_at'),
  },
  (table) => [
    uniqueIndex('messages_id').on(table.id),
    index('messages_conversation').on(table.conversationId, table.seq),
    index('messages_status').on(table.status),
  ],
)

/**
 * What is attached to the messages of users. The bytes are in the storage of attachments, under the
 * conversation and the content; messages of one conversation may share a content.
 */
export const messageAttachments = sqliteTable(
  'message_attachments',
  {
    id: text('id').primaryKey(),
    conversationId: text('conversation_id')
      .notNull()
      .references(() => conversations.id),
    messageId: text('message_id').notNull(),
    /** In the message, from 0. */
    position: integer('position').notNull(),
    contentId: text('content_id').notNull(),
    name: text('name').notNull(),
    mediaType: text('media_type').notNull(),
    bytes: integer('bytes').notNull(),
    kind: text('kind').notNull(),
    /** Code points of text that a model gets. */
    characters: integer('characters').notNull(),
    pages: integer('pages'),
    /** What was left out when it was read. */
    note: text('note'),
    /** Pictures that a model gets. */
    pictures: integer('pictures').notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [
    index('message_attachments_conversation').on(table.conversationId, table.messageId),
    index('message_attachments_content').on(table.contentId),
  ],
)

/** The calls of an answer's model before it goes on, in their order; the row is all that is kept. */
export const messageSteps = sqliteTable(
  'message_steps',
  {
    messageId: text('message_id').notNull(),
    /** In the answer, from 0. */
    position: integer('position').notNull(),
    /** How much of the answer was written before, in UTF-16 code units. */
    atOffset: integer('at_offset').notNull(),
    step: text('step', { mode: 'json' }).$type<{ calls: readonly StepCall[] }>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.messageId, table.position] })],
)

/** Who may read a conversation beside its owner: a member, or anyone who has a link. */
export const conversationShares = sqliteTable(
  'conversation_shares',
  {
    id: text('id').primaryKey(),
    conversationId: text('conversation_id')
      .notNull()
      .references(() => conversations.id),
    owner: text('owner').notNull(),
    /** As it was when it was shared. */
    title: text('title').notNull(),
    /** The last message that is shared, with all before it on its branch. */
    messageId: text('message_id').notNull(),
    /** Of a member; null for a link. */
    memberId: text('member_id'),
    /** SHA-256 of a link's token; null for a member. */
    tokenHash: text('token_hash'),
    /** Whether what is attached can be opened; otherwise only its name is shown. */
    hasFiles: integer('has_files', { mode: 'boolean' }).notNull(),
    createdAt: integer('created_at').notNull(),
    /** Null for a share that stays. */
    expiresAt: integer('expires_at'),
  },
  (table) => [
    index('conversation_shares_conversation').on(table.conversationId),
    index('conversation_shares_owner').on(table.owner),
    index('conversation_shares_member').on(table.memberId, table.createdAt),
    uniqueIndex('conversation_shares_token').on(table.tokenHash),
  ],
)
