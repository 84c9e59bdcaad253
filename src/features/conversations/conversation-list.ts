import type { Caller } from '../../core/caller.ts'
import {
  limitOfBytes,
  type Page,
  pageOf,
  timeCursor,
  timeCursorText,
  timePage,
} from '../../core/list-page.ts'
import { excerptOf, hasWordOf, searchExpression } from '../../core/search-expression.ts'
import type { ConversationStore } from './conversation-store.ts'
import { type ConversationRecord, conversationRecord } from './message-record.ts'
import type { MessageStore } from './message-store.ts'

/**
 * Texts of one page of a search, which are read for their excerpts, as UTF-8.
 * @limit conversation-search-text MiB
 */
export const MAX_SEARCH_TEXT_BYTES = 4 * 1024 ** 2
/** Pinned conversations that a list shows. @limit pinned-conversations count */
export const MAX_PINNED = 50

interface ConversationListOptions {
  store: ConversationStore
  messages: MessageStore
}

/** A conversation that a search has found. */
export interface FoundConversation {
  conversation: ConversationRecord
  /** Of its messages; undefined where only its title has the words. */
  match: MessageMatch | undefined
}

interface MessageMatch {
  /** The newest of them. */
  messageId: string
  /** The part of the message around the words. */
  excerpt: string
  /** How many messages there are. */
  count: number
}

/** Lists and searches the conversations of their owners. */
export class ConversationList {
  readonly #options: ConversationListOptions

  constructor(options: ConversationListOptions) {
    this.#options = options
  }

  /**
   * With the latest message first.
   *
   * @param folder Only those in it; null for those in none, undefined for all
   */
  list(
    { owner }: Caller,
    limit: number,
    cursor: string | undefined,
    folder?: string | null,
  ): Page<ConversationRecord> {
    return timePage(limit, cursor, {
      read: (count, after) => this.#options.store.page(owner, count, after, folder),
      cursorOf: ({ updatedAt, id }) => ({ at: updatedAt, id }),
      itemOf: conversationRecord,
    })
  }

  /** The pinned ones, the last pinned first. */
  pinned({ owner }: Caller): ConversationRecord[] {
    return this.#options.store.pinned(owner, MAX_PINNED).map(conversationRecord)
  }

  /** Those with all words of a query in a message or in the title, the latest first. */
  async search(
    { owner }: Caller,
    query: string,
    limit: number,
    cursor: string | undefined,
  ): Promise<Page<FoundConversation>> {
    const { store, messages } = this.#options
    const expression = searchExpression(query)
    if (expression === undefined) return { items: [], nextCursor: undefined }
    const after = cursor === undefined ? undefined : timeCursor(cursor)
    const rows = await messages.search({ owner, query, expression, limit: limit + 1, after })
    const page = pageOf(
      rows,
      limitOfBytes(rows, limit, MAX_SEARCH_TEXT_BYTES),
      ({ updatedAt, id }) => timeCursorText({ at: updatedAt, id }),
      (row) => row,
    )
    return {
      nextCursor: page.nextCursor,
      items: page.items.flatMap(({ id, messageId, names, count }): FoundConversation[] => {
        const row = store.byId(id)
        if (row === undefined) return []
        const conversation = conversationRecord(row)
        if (messageId === null) return [{ conversation, match: undefined }]
        const content = messages.byId(messageId)?.content
        if (content === undefined) return []
        const excerpt = excerptIn(content, names, query)
        return [{ conversation, match: { messageId, excerpt, count } }]
      }),
    }
  }
}

/** From the text, unless only the names of the attachments have the words. */
function excerptIn(content: string, names: string | null, query: string): string {
  const isNamed = names !== null && !hasWordOf(content, query)
  return excerptOf(isNamed ? names : content, query)
}
