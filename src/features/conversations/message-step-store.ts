import { eq, sql } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import { once } from '../../platform/once.ts'
import { messageSteps, messages } from './table.ts'

export type MessageStepRow = typeof messageSteps.$inferSelect

/** Rows of `message_steps`. They are deleted with the messages of their conversation. */
export class MessageStepStore {
  readonly #db: Db

  readonly #ofMessage

  constructor(db: Db) {
    this.#db = db
    this.#ofMessage = once(() =>
      db.orm
        .select()
        .from(messageSteps)
        .where(eq(messageSteps.messageId, sql.placeholder('messageId')))
        .orderBy(messageSteps.position)
        .prepare(),
    )
  }

  /** In their order there. */
  ofMessage(messageId: string): MessageStepRow[] {
    return this.#ofMessage().all({ messageId })
  }

  /** In place of what was written before its end. Adds nothing to an answer that was deleted. */
  put(row: MessageStepRow): void {
    const { id } = messages
    const answer = this.#db.orm.select({ id }).from(messages).where(eq(id, row.messageId)).get()
    if (answer === undefined) return
    const { messageId, position } = messageSteps
    this.#db.orm
      .insert(messageSteps)
      .values(row)
      .onConflictDoUpdate({ target: [messageId, position], set: { step: row.step } })
      .run()
  }
}
