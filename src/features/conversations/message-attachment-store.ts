import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import { once } from '../../platform/once.ts'
import { messageAttachments } from './table.ts'

export type MessageAttachmentRow = typeof messageAttachments.$inferSelect

/** Rows of `message_attachments`. They are deleted with the messages of their conversation. */
export class MessageAttachmentStore {
  readonly #db: Db
  readonly #ofMessage

  constructor(db: Db) {
    this.#db = db
    const { conversationId, messageId, position } = messageAttachments
    this.#ofMessage = once(() =>
      db.orm
        .select()
        .from(messageAttachments)
        .where(
          and(
            eq(conversationId, sql.placeholder('conversationId')),
            eq(messageId, sql.placeholder('messageId')),
          ),
        )
        .orderBy(position)
        .prepare(),
    )
  }

  /** In their order there. */
  ofMessage(conversationId: string, messageId: string): MessageAttachmentRow[] {
    return this.#ofMessage().all({ conversationId, messageId })
  }

  ofConversation(conversationId: string): MessageAttachmentRow[] {
    return this.#db.orm
      .select()
      .from(messageAttachments)
      .where(eq(messageAttachments.conversationId, conversationId))
      .orderBy(messageAttachments.messageId, messageAttachments.position)
      .all()
  }

  find(conversationId: string, id: string): MessageAttachmentRow | undefined {
    return this.#db.orm
      .select()
      .from(messageAttachments)
      .where(
        and(eq(messageAttachments.id, id), eq(messageAttachments.conversationId, conversationId)),
      )
      .get()
  }

  insert(rows: readonly MessageAttachmentRow[]): void {
    if (rows.length > 0)
      this.#db.orm
        .insert(messageAttachments)
        .values([...rows])
        .run()
  }

  /** Whether there is one, in whichever conversation. */
  isTaken(id: string): boolean {
    const { id: column } = messageAttachments
    return (
      this.#db.orm.select({ id: column }).from(messageAttachments).where(eq(column, id)).get() !==
      undefined
    )
  }

  hasContent(contentId: string): boolean {
    const { id } = messageAttachments
    return (
      this.#db.orm
        .select({ id })
        .from(messageAttachments)
        .where(eq(messageAttachments.contentId, contentId))
        .limit(1)
        .get() !== undefined
    )
  }

  /** Bytes that an owner keeps; a content that several messages share counts once. */
  bytesOf(owner: string): number {
    const row = this.#db.sqlite
      .query<{ bytes: number | null }, [string]>(
        `SELECT sum(bytes) AS bytes FROM (
           SELECT max(a.bytes) AS bytes FROM message_attachments a
           JOIN conversations c ON c.id = a.conversation_id
           WHERE c.owner = ? GROUP BY a.content_id)`,
      )
      .get(owner)
    return row?.bytes ?? 0
  }
}
