import { and, desc, eq, inArray, lt, sql } from 'drizzle-orm'
import { hasWordsOf, spaced } from '../../core/search-expression.ts'
import type { Db } from '../../db/open.ts'
import { ReadThreads } from '../../db/read-threads.ts'
import { SettingStore } from '../../db/setting-store.ts'
import type { TimeCursor } from '../../db/time-cursor.ts'
import { once } from '../../platform/once.ts'
import { messageAttachments, messageSteps, messages } from './table.ts'

/** Text of messages that is deleted at a time, in UTF-16 code units; one message may have more. */
const ERASED_CHARACTERS = 64 * 1024

/** A setting: the last message that an earlier version has indexed. */
const UNSPACED_TO = 'message_search_unspaced_to'

interface OldMessage extends Pick<MessageRow, 'seq' | 'content'> {
  /** Of its attachments, one a line; null for none. */
  names: string | null
}

export type MessageRow = typeof messages.$inferSelect
export type NewMessageRow = Omit<MessageRow, 'seq'>

/** How the answer of a message has ended. */
export type MessageEnd = Pick<
  MessageRow,
  | 'content'
  | 'thoughts'
  | 'thoughtMs'
  | 'answeredBy'
  | 'errorCode'
  | 'errorDetail'
  | 'note'
  | 'finishedAt'
> & { status: 'complete' | 'stopped' | 'failed' | 'interrupted' }

/** A message without its text, which may be large. */
export interface MessageNode {
  seq: number
  id: string
  parentId: string | null
  role: MessageRow['role']
  /** Of its text, thoughts and steps, as UTF-8. */
  bytes: number
}

/** A conversation whose title or messages have the words of a search. */
export interface FoundRow {
  id: string
  updatedAt: number
  /** The newest message with the words; null where only the title has them. */
  messageId: string | null
  /** Messages with the words. */
  count: number
  /** Of the text of that message, as UTF-8. */
  bytes: number
  /** Of its attachments, one a line; null for none. */
  names: string | null
}

/** Which conversations are searched for. */
export interface ConversationSearch {
  owner: string
  query: string
  /** The same for FTS5. */
  expression: string
  limit: number
  /** The last one of the page before. */
  after: TimeCursor | undefined
}

/** Rows of `messages`, and their words in `message_search`. */
export class MessageStore implements Disposable {
  readonly #db: Db
  readonly #searches: ReadThreads<ConversationSearch, FoundRow[]>
  readonly #nodes
  readonly #byId

  constructor(db: Db) {
    this.#db = db
    const worker = new URL('./search.thread.ts', import.meta.url)
    this.#searches = new ReadThreads({ db, worker, answer: searchConversations })
    const { seq, id, parentId, role, content, thoughts, conversationId } = messages
    const inSteps = sql`(SELECT sum(octet_length(s.step)) FROM message_steps s
      WHERE s.message_id = messages.id)`
    const bytes = sql<number>`octet_length(${content}) + coalesce(octet_length(${thoughts}), 0)
      + coalesce(${inSteps}, 0)`
    // The columns before the text, so that SQLite does not read the text itself.
    this.#nodes = once(() =>
      db.orm
        .select({ seq, id, parentId, role, bytes })
        .from(messages)
        .where(
          and(
            eq(conversationId, sql.placeholder('conversationId')),
            lt(seq, sql.placeholder('before')),
          ),
        )
        .orderBy(desc(seq))
        .limit(sql.placeholder('limit'))
        .prepare(),
    )
    this.#byId = once(() =>
      db.orm
        .select()
        .from(messages)
        .where(eq(messages.id, sql.placeholder('id')))
        .prepare(),
    )
  }

  /** All messages of a conversation without their texts, the oldest first. */
  nodes(conversationId: string): MessageNode[] {
    return this.latest(conversationId, undefined, -1).reverse()
  }

  /**
   * Messages of a conversation without their texts, the newest first.
   *
   * @param before `seq` of the oldest one of the page before
   */
  latest(conversationId: string, before: number | undefined, limit: number): MessageNode[] {
    return this.#nodes().all({ conversationId, before: before ?? Number.MAX_SAFE_INTEGER, limit })
  }

  /** The oldest of those that follow a message. */
  firstChild(conversationId: string, parentId: string): MessageRow | undefined {
    return this.#db.orm
      .select()
      .from(messages)
      .where(and(eq(messages.conversationId, conversationId), eq(messages.parentId, parentId)))
      .orderBy(messages.seq)
      .limit(1)
      .get()
  }

  byId(id: string): MessageRow | undefined {
    return this.#byId().get({ id })
  }

  /** @param names Of its attachments, which a search finds as well */
  insert(row: NewMessageRow, names: readonly string[] = []): void {
    const { seq } = this.#db.orm.insert(messages).values(row).returning({ seq: messages.seq }).get()
    const words = wordsOf(row.content, names)
    if (words !== '') this.#index(seq, words)
  }

  started(id: string): void {
    this.#db.orm
      .update(messages)
      .set({ status: 'running' })
      .where(and(eq(messages.id, id), eq(messages.status, 'waiting')))
      .run()
  }

  /** Keeps the text that has come so far, for the case of a crash. It is not found by a search. */
  grown(id: string, content: string, thoughts: string | null, thoughtMs: number | null): void {
    this.#db.orm
      .update(messages)
      .set({ content, thoughts, thoughtMs })
      .where(and(eq(messages.id, id), eq(messages.status, 'running')))
      .run()
  }

  /** Writes the end of an answer; of one that was deleted or has ended, nothing. */
  ended(id: string, end: MessageEnd): void {
    const changed = this.#db.orm
      .update(messages)
      .set(end)
      .where(and(eq(messages.id, id), inArray(messages.status, ['waiting', 'running'])))
      .returning({ seq: messages.seq })
      .all()
    for (const { seq } of changed)
      if (end.content !== '') this.#index(seq, wordsOf(end.content, []))
  }

  /**
   * Indexes the messages of earlier versions again that have unspaced scripts, of which these found
   * only the beginnings of sentences.
   */
  indexUnspaced(): void {
    const { sqlite } = this.#db
    const settings = new SettingStore(this.#db)
    const last = Number(settings.get(UNSPACED_TO) ?? 0)
    if (last === 0) return
    // The names by one query, because one a message would take most of the time of a start.
    using old = sqlite.prepare<OldMessage, [number]>(
      `SELECT m.seq, m.content,
         (SELECT group_concat(a.name, char(10) ORDER BY a.position) FROM message_attachments a
          WHERE a.conversation_id = m.conversation_id AND a.message_id = m.id) AS names
       FROM messages m WHERE m.seq <= ? AND m.status NOT IN ('waiting', 'running')`,
    )
    sqlite.transaction(() => {
      for (const { seq, content, names } of old.iterate(last)) {
        const before = unspacedWordsOf(content, [names ?? ''])
        const after = spaced(before)
        if (before === after) continue
        this.#unindex(seq, before)
        this.#index(seq, after)
      }
      settings.set(UNSPACED_TO, '0')
    })()
  }

  /** Ends the answers that a crash has cut off, with the text that was kept. */
  interruptAll(finishedAt: number): void {
    const cut = this.#db.orm
      .update(messages)
      .set({ status: 'interrupted', finishedAt })
      .where(inArray(messages.status, ['waiting', 'running']))
      .returning({ seq: messages.seq, content: messages.content })
      .all()
    for (const { seq, content } of cut) if (content !== '') this.#index(seq, wordsOf(content, []))
  }

  /**
   * Deletes the newest messages of a conversation with what is attached to them, their steps and words.
   * Called in a transaction.
   *
   * @param limit Fewer are deleted where they are long
   * @returns How many
   */
  erase(conversationId: string, limit: number): number {
    const seqs: number[] = []
    const ids: string[] = []
    let room = ERASED_CHARACTERS
    for (const { id, seq } of this.latest(conversationId, undefined, limit)) {
      const { content = '', status } = this.byId(id) ?? {}
      room -= content.length
      if (room < 0 && ids.length > 0) break
      const words = wordsOf(content, this.#namesOf(conversationId, id))
      if (words !== '' && status !== 'waiting' && status !== 'running') this.#unindex(seq, words)
      seqs.push(seq)
      ids.push(id)
    }
    const { orm } = this.#db
    const { conversationId: of, messageId } = messageAttachments
    orm
      .delete(messageAttachments)
      .where(and(eq(of, conversationId), inArray(messageId, ids)))
      .run()
    orm.delete(messageSteps).where(inArray(messageSteps.messageId, ids)).run()
    orm.delete(messages).where(inArray(messages.seq, seqs)).run()
    return ids.length
  }

  /** Searches in a thread, as common words are in many messages of others. */
  search(search: ConversationSearch): Promise<FoundRow[]> {
    return this.#searches.ask(search)
  }

  /** Ends what is being searched. */
  [Symbol.dispose](): void {
    this.#searches[Symbol.dispose]()
  }

  /** Of the attachments of a message, in their order there. */
  #namesOf(conversationId: string, messageId: string): string[] {
    const { name, position, ...of } = messageAttachments
    return this.#db.orm
      .select({ name })
      .from(messageAttachments)
      .where(and(eq(of.conversationId, conversationId), eq(of.messageId, messageId)))
      .orderBy(position)
      .all()
      .map((row) => row.name)
  }

  #index(seq: number, words: string): void {
    this.#db.sqlite.query('INSERT INTO message_search (rowid, words) VALUES (?, ?)').run(seq, words)
  }

  /**
   * Removes words from the index itself: a row that is only marked as deleted keeps them in the
   * file. They must be the ones that were indexed.
   */
  #unindex(seq: number, words: string): void {
    this.#db.sqlite
      .query("INSERT INTO message_search (message_search, rowid, words) VALUES ('delete', ?, ?)")
      .run(seq, words)
  }
}

/** Conversations of an owner with the words in a message or in their title, the latest first. */
export function searchConversations(
  { sqlite }: Db,
  { owner, query, expression, limit, after }: ConversationSearch,
): FoundRow[] {
  using titles = sqlite.prepare<{ id: string; title: string }, [string]>(
    'SELECT id, title FROM conversations WHERE owner = ?',
  )
  const named: string[] = []
  for (const { id, title } of titles.iterate(owner)) if (hasWordsOf(title, query)) named.push(id)
  using search = sqlite.prepare<FoundRow, [string, string, string, number, string, number]>(
    `WITH found AS MATERIALIZED (
       SELECT m.conversation_id AS id, max(s.rowid) AS seq, count(*) AS count
       FROM message_search s
       JOIN messages m ON m.seq = s.rowid
       JOIN conversations c ON c.id = m.conversation_id
       WHERE message_search MATCH ?2 AND c.owner = ?1 GROUP BY m.conversation_id)
     SELECT c.id, c.updated_at AS updatedAt, m.id AS messageId, coalesce(f.count, 0) AS count,
       coalesce(octet_length(m.content), 0) AS bytes,
       (SELECT group_concat(a.name, char(10) ORDER BY a.position) FROM message_attachments a
        WHERE a.conversation_id = c.id AND a.message_id = m.id) AS names
     FROM conversations c
     LEFT JOIN found f ON f.id = c.id
     LEFT JOIN messages m ON m.seq = f.seq
     WHERE c.owner = ?1 AND (f.id IS NOT NULL OR c.id IN (SELECT value FROM json_each(?3)))
       AND (c.updated_at, c.id) < (?4, ?5)
     ORDER BY c.updated_at DESC, c.id DESC LIMIT ?6`,
  )
  const { at = Number.MAX_SAFE_INTEGER, id = '' } = after ?? {}
  return search.all(owner, expression, JSON.stringify(named), at, id, limit)
}

/** What a search finds a message by. */
function wordsOf(content: string, names: readonly string[]): string {
  return spaced(unspacedWordsOf(content, names))
}

/** The same as earlier versions had it. */
function unspacedWordsOf(content: string, names: readonly string[]): string {
  return [content, ...names].filter(Boolean).join('\n')
}
