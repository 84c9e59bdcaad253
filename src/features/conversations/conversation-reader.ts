import type { Caller } from '../../core/caller.ts'
import { limitOfBytes, numberCursor, pageOf } from '../../core/list-page.ts'
import { AppError } from '../../platform/errors.ts'
import type { ConversationRow, ConversationStore } from './conversation-store.ts'
import type { MessageAttachmentStore } from './message-attachment-store.ts'
import {
  type ConversationEvent,
  conversationRecord,
  latestLeaf,
  type MessageRecord,
  messageRecord,
  pathTo,
} from './message-record.ts'
import type { MessageNode, MessageRow, MessageStore } from './message-store.ts'
import type { ReplyRuns } from './reply-runs.ts'

/** Messages of one page of a conversation, also without a limit. @limit conversation-page 1-to */
export const MAX_PAGE_MESSAGES = 1000
/**
 * Text of one page of a conversation, as UTF-8; a message that is longer is a page.
 * @limit conversation-page-text MiB
 */
export const MAX_PAGE_TEXT_BYTES = 2 * 1024 ** 2

/** What a phone shows of a conversation is in fewer messages and characters. */
const SCREEN_MESSAGES = 6
const SCREEN_CHARACTERS = 2_000

/** Messages in the order of their insertion, which are read one by one. */
export interface MessageSequence {
  records: Iterable<MessageRecord>
  /** Of the longest text. */
  largestBytes: number
}

/** The newest messages before a cursor. */
export interface MessagePage extends MessageSequence {
  /** Of the page with the messages before these; undefined where these are the oldest. */
  nextCursor: string | undefined
}

interface ConversationReaderOptions {
  store: ConversationStore
  messages: MessageStore
  attachmentStore: MessageAttachmentStore
  replies: ReplyRuns
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

  /** What a watcher gets first, with the newest messages. */
  snapshot(id: string, limit?: number): ConversationEvent {
    const row = this.#options.store.byId(id)
    if (row === undefined) return { type: 'deleted' }
    const conversation = conversationRecord(row)
    const { records, nextCursor } = this.page(id, limit)
    return { type: 'snapshot', conversation, messages: [...records], nextCursor }
  }

  /**
   * The newest messages, or those before a cursor, the oldest first.
   *
   * @throws {AppError} `invalid` for a cursor of another list
   */
  page(id: string, limit = MAX_PAGE_MESSAGES, cursor?: string): MessagePage {
    const before = cursor === undefined ? undefined : numberCursor(cursor)
    const nodes = this.#options.messages.latest(id, before, limit + 1)
    const { items, nextCursor } = pageOf(
      nodes,
      limitOfBytes(nodes, limit, MAX_PAGE_TEXT_BYTES),
      ({ seq }) => String(seq),
      (node) => node,
    )
    return { ...this.#sequence(items.reverse()), nextCursor }
  }

  /**
   * The last messages of an owner's conversation, as much as a screen has.
   *
   * @returns undefined where there is no such conversation, or nothing in it
   */
  latest(owner: string, id: string) {
    const { store, messages } = this.#options
    const row = store.byId(id)
    if (row?.owner !== owner) return undefined
    const latest: { role: MessageRecord['role']; text: string }[] = []
    let next = messages.latest(id, undefined, 1)[0]?.id ?? null
    for (let left = SCREEN_CHARACTERS; left > 0 && latest.length < SCREEN_MESSAGES; ) {
      const message = next === null ? undefined : messages.byId(next)
      if (message === undefined) break
      const { role, content: text } = this.record(message)
      latest.unshift({ role, text })
      left -= text.length
      next = message.parentId
    }
    if (latest.length === 0) return undefined
    return { title: row.title, messages: latest, isWhole: next === null }
  }

  /** All messages of a conversation. */
  all(id: string): MessageSequence {
    return this.#sequence(this.#options.messages.nodes(id))
  }

  /** The branch that ends with the newest message. */
  newestBranch(id: string): MessageSequence {
    return this.branch(id, latestLeaf(this.#options.messages.nodes(id))?.id ?? '')
  }

  /** The messages up to one; none where it is gone. */
  branch(id: string, messageId: string): MessageSequence {
    return this.#sequence(pathTo(this.#options.messages.nodes(id), messageId) ?? [])
  }

  /** A message with what is attached, or with the text that has come so far. */
  record(row: MessageRow): MessageRecord {
    const { attachmentStore, replies } = this.#options
    if (row.role === 'assistant') return replies.record(row)
    const attachments = attachmentStore.ofMessage(row.conversationId, row.id)
    return messageRecord(row, { attachments })
  }

  #sequence(nodes: readonly MessageNode[]): MessageSequence {
    const records = function* (this: ConversationReader) {
      for (const { id } of nodes) {
        const row = this.#options.messages.byId(id)
        if (row !== undefined) yield this.record(row)
      }
    }.call(this)
    const largestBytes = nodes.reduce((largest, { bytes }) => Math.max(largest, bytes), 0)
    return { records, largestBytes }
  }
}
