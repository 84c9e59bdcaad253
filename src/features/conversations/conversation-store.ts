import { and, desc, eq, isNull, ne, notInArray, or, type SQL, sql } from 'drizzle-orm'
import type { BackupFilter } from '../../core/restorable.ts'
import type { Db } from '../../db/open.ts'
import { isAfter, type TimeCursor } from '../../db/time-cursor.ts'
import { once } from '../../platform/once.ts'
import { conversations, messageAttachments } from './table.ts'

export type ConversationRow = typeof conversations.$inferSelect

/** Whose a conversation is that is deleted, while its messages are being erased. */
const NOBODY = ''

/** Rows of `conversations`. */
export class ConversationStore {
  readonly #db: Db
  readonly #byId

  constructor(db: Db) {
    this.#db = db
    this.#byId = once(() =>
      db.orm
        .select()
        .from(conversations)
        .where(and(eq(conversations.id, sql.placeholder('id')), ne(conversations.owner, NOBODY)))
        .prepare(),
    )
  }

  byId(id: string): ConversationRow | undefined {
    return this.#byId().get({ id })
  }

  insert(row: typeof conversations.$inferInsert): void {
    this.#db.orm.insert(conversations).values(row).run()
  }

  update(id: string, change: Partial<Omit<ConversationRow, 'id' | 'owner'>>): void {
    this.#db.orm.update(conversations).set(change).where(eq(conversations.id, id)).run()
  }

  /** It is found no more, nor is its title; {@link delete} removes the row. */
  markDeleted(id: string): void {
    this.#db.orm
      .update(conversations)
      .set({ owner: NOBODY, title: '', folderId: null, pinnedAt: null, assistantId: null })
      .where(eq(conversations.id, id))
      .run()
  }

  /** Whether it is deleted and has its id still. */
  isDeleted(id: string): boolean {
    return this.#deleted(eq(conversations.id, id)) !== undefined
  }

  /** One of those that are deleted, beside these. */
  nextDeleted(except: readonly string[]): string | undefined {
    return this.#deleted(notInArray(conversations.id, [...except]))
  }

  #deleted(also: SQL): string | undefined {
    const { id, owner } = conversations
    return this.#db.orm
      .select({ id })
      .from(conversations)
      .where(and(eq(owner, NOBODY), also))
      .limit(1)
      .get()?.id
  }

  /** Called in a transaction, when it has no messages. */
  delete(id: string): void {
    this.#db.orm.delete(messageAttachments).where(eq(messageAttachments.conversationId, id)).run()
    this.#db.orm.delete(conversations).where(eq(conversations.id, id)).run()
  }

  /** All of an owner's. */
  idsOf(owner: string): string[] {
    return this.#db.orm
      .select({ id: conversations.id })
      .from(conversations)
      .where(eq(conversations.owner, owner))
      .all()
      .map(({ id }) => id)
  }

  /** The pinned ones of an owner, the last pinned first. */
  pinned(owner: string, limit: number): ConversationRow[] {
    return this.#db.orm
      .select()
      .from(conversations)
      .where(and(eq(conversations.owner, owner), sql`${conversations.pinnedAt} IS NOT NULL`))
      .orderBy(desc(conversations.pinnedAt))
      .limit(limit)
      .all()
  }

  /**
   * Of all owners, with the latest message first.
   *
   * @param filter.search Part of the title; `expression`, of FTS5, finds words of messages
   */
  pageOfAll(
    { owner, search, expression }: BackupFilter & { expression: string | undefined },
    limit: number,
    after: TimeCursor | undefined,
  ): ConversationRow[] {
    const { updatedAt, id, title } = conversations
    const inTitle = sql`instr(lower(${title}), lower(${search ?? ''})) > 0`
    const inMessages = sql`${id} IN (SELECT m.conversation_id FROM message_search s
      JOIN messages m ON m.seq = s.rowid WHERE message_search MATCH ${expression})`
    return this.#db.orm
      .select()
      .from(conversations)
      .where(
        and(
          owner === undefined ? ne(conversations.owner, NOBODY) : eq(conversations.owner, owner),
          search === undefined
            ? undefined
            : or(inTitle, expression === undefined ? undefined : inMessages),
          isAfter(updatedAt, id, after),
        ),
      )
      .orderBy(desc(updatedAt), desc(id))
      .limit(limit)
      .all()
  }

  /**
   * An owner's, with the latest message first.
   *
   * @param folder Only those in it; null for those in none, undefined for all
   */
  page(
    owner: string,
    limit: number,
    after: TimeCursor | undefined,
    folder?: string | null,
  ): ConversationRow[] {
    const { updatedAt, id, folderId } = conversations
    const inFolder =
      folder === undefined ? undefined : folder === null ? isNull(folderId) : eq(folderId, folder)
    return this.#db.orm
      .select()
      .from(conversations)
      .where(and(eq(conversations.owner, owner), inFolder, isAfter(updatedAt, id, after)))
      .orderBy(desc(updatedAt), desc(id))
      .limit(limit)
      .all()
  }
}
