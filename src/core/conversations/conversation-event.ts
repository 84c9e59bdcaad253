import type { ConversationRecord } from './conversation-record.ts'
import type { MessageRecord } from './message-record.ts'

/** What happens in a conversation, for those who watch it. */
export type ConversationEvent =
  /** All of it, or its newest page; what was known before is replaced. */
  | {
      type: 'snapshot'
      conversation: ConversationRecord
      messages: readonly MessageRecord[]
      /** Of the page before; undefined where all is there. */
      nextCursor: string | undefined
    }
  /** The title or the pin has changed. */
  | { type: 'conversation'; conversation: ConversationRecord }
  /** A new message, or a change of one but for its text. */
  | { type: 'message'; message: MessageRecord }
  /** More text of an answer; `offset` is in UTF-16 code units of its content. */
  | { type: 'text'; messageId: string; offset: number; text: string }
  /** The model thinks; no text of its answer has arrived. */
  | { type: 'thinking'; messageId: string }
  /** The place of an answer in the queue; undefined for the wait for another request. */
  | {
      type: 'place'
      messageId: string
      position: number | undefined
      expectedWaitMs: number | undefined
    }
  /** The conversation was deleted; the last event. */
  | { type: 'deleted' }

/** An event with the number that a watcher goes on after. */
export interface NumberedEvent {
  id: string
  event: ConversationEvent
}
