import { eq } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import { messageSteps, messages } from './table.ts'

export type MessageStepRow = typeof messageSteps.$inferSelect

/** Rows of `message_steps`. They are deleted with the messages of their conversation. */
export class MessageStepStore {
  readonly #db: Db

  constructor(db: Db) {
    this.#db = db
  }

  /** In their order there. */
  ofMessage(messageId: string): MessageStepRow[] {
    return this.#db.orm
      .select()
      .from(messageSteps)
      .where(eq(messageSteps.messageId, messageId))
      .orderBy(messageSteps.position)
      .all()
  }

  /** Adds nothing to an answer that was deleted meanwhile. */
  insert(row: MessageStepRow): void {
    const { id } = messages
    const answer = this.#db.orm.select({ id }).from(messages).where(eq(id, row.messageId)).get()
    if (answer !== undefined) this.#db.orm.insert(messageSteps).values(row).run()
  }
}
