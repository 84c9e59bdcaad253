import type { ConversationRow, ConversationStore } from '../../db/conversation-store.ts'
import type {
  MessageAttachmentRow,
  MessageAttachmentStore,
} from '../../db/message-attachment-store.ts'
import type { MessageRow, MessageStore } from '../../db/message-store.ts'
import { AppError } from '../../platform/errors.ts'
import type { Caller } from '../caller.ts'
import type { Answers } from './answers.ts'
import type { ConversationEvent } from './conversation-event.ts'
import { conversationRecord } from './conversation-record.ts'
import type { TurnMessage } from './conversation-turn.ts'
import { type MessageRecord, messageRecord } from './message-record.ts'
import { pathTo } from './message-tree.ts'

interface ConversationReaderOptions {
  store: ConversationStore
  messages: MessageStore
  attachmentStore: MessageAttachmentStore
  answers: Answers
}

/** Reads a conversation: as it is kept, with the text of answers that are being written. */
export class ConversationReader {
  readonly #options: ConversationReaderOptions

  constructor(options: ConversationReaderOptions) {
    this.#options = options
  }

  /** @throws {AppError} `not_found` for a conversation that is not the caller's */
  own({ owner }: Caller, id: string): ConversationRow {
    const row = this.#options.store.byId(id)
    if (row?.owner === owner) return row
    throw new AppError('not_found', 'There is no such conversation')
  }

  /** What a watcher gets first. */
  snapshot(id: string): ConversationEvent {
    const row = this.#options.store.byId(id)
    if (row === undefined) return { type: 'deleted' }
    const conversation = conversationRecord(row)
    return { type: 'snapshot', conversation, messages: this.records(id) }
  }

  /** All messages of a conversation, the oldest first. */
  records(id: string): MessageRecord[] {
    const { messages, answers } = this.#options
    const attachments = this.#attachmentsOf(id)
    return messages
      .ofConversation(id)
      .map((row) =>
        row.role === 'user'
          ? messageRecord(row, { attachments: attachments.get(row.id) })
          : answers.record(row),
      )
  }

  /** Adds what is attached. */
  turnPath(
    conversationId: string,
    path: readonly MessageRow[],
  ): TurnMessage<MessageAttachmentRow>[] {
    const attachments = this.#attachmentsOf(conversationId)
    return path.map((row) => ({ ...row, attachments: attachments.get(row.id) ?? [] }))
  }

  /** The messages from the first to the given one, with what is attached; undefined when it is gone. */
  path(
    conversationId: string,
    id: string,
  ): readonly TurnMessage<MessageAttachmentRow>[] | undefined {
    const path = pathTo(this.#options.messages.ofConversation(conversationId), id)
    return path && this.turnPath(conversationId, path)
  }

  #attachmentsOf(conversationId: string): Map<string, MessageAttachmentRow[]> {
    return Map.groupBy(
      this.#options.attachmentStore.ofConversation(conversationId),
      ({ messageId }) => messageId,
    )
  }
}
