import type { TurnMessage } from './conversation-turn.ts'
import type { MessageAttachmentRow, MessageAttachmentStore } from './message-attachment-store.ts'
import { pathTo } from './message-record.ts'
import type { MessageNode, MessageRow, MessageStore } from './message-store.ts'

/** The messages up to one, with their texts and what is attached. */
export type MessagePath = readonly (MessageRow & TurnMessage<MessageAttachmentRow>)[]

interface MessagePathsOptions {
  messages: MessageStore
  attachmentStore: MessageAttachmentStore
}

/** Reads what a model is given of a conversation. */
export class MessagePaths {
  readonly #options: MessagePathsOptions

  constructor(options: MessagePathsOptions) {
    this.#options = options
  }

  /** The messages from the first to the given one; undefined when it is gone. */
  to(conversationId: string, id: string): MessagePath | undefined {
    const path = pathTo(this.#options.messages.nodes(conversationId), id)
    return path && this.turns(path)
  }

  /** Adds the texts and what is attached. */
  turns(path: readonly MessageNode[]): (MessageRow & TurnMessage<MessageAttachmentRow>)[] {
    const { messages, attachmentStore } = this.#options
    return path.flatMap(({ id }) => {
      const row = messages.byId(id)
      if (row === undefined) return []
      return [{ ...row, attachments: attachmentStore.ofMessage(row.conversationId, id) }]
    })
  }
}
