import { randomId } from '../../platform/ids.ts'
import type { ConversationEvent, NumberedEvent } from './conversation-event.ts'
import { ConversationFeed } from './conversation-feed.ts'

/** The feeds of all conversations that are watched or in which an answer is written. */
export class ConversationFeeds {
  readonly #epoch = randomId('e')
  readonly #feeds = new Map<string, ConversationFeed>()
  readonly #isActive: (conversationId: string) => boolean
  #number = 0

  /** @param isActive Whether an answer is being written in a conversation */
  constructor(isActive: (conversationId: string) => boolean) {
    this.#isActive = isActive
  }

  /** Without watchers and answers, nothing is kept: a later watcher gets a snapshot. */
  publish(conversationId: string, event: ConversationEvent): void {
    this.#number += 1
    const isActive = this.#isActive(conversationId)
    const feed = isActive ? this.#open(conversationId) : this.#feeds.get(conversationId)
    feed?.publish(this.#number, event)
    this.#closeIdle(conversationId)
  }

  /** The id of the latest event; who goes on after it misses nothing. */
  lastId(conversationId: string): string {
    return this.#feeds.get(conversationId)?.lastId ?? `${this.#epoch}.${this.#number}`
  }

  /** See {@link ConversationFeed.watch}. */
  async *watch(
    conversationId: string,
    after: string | undefined,
    snapshot: () => ConversationEvent,
    signal: AbortSignal,
  ): AsyncGenerator<NumberedEvent> {
    try {
      yield* this.#open(conversationId).watch(after, snapshot, signal)
    } finally {
      this.#closeIdle(conversationId)
    }
  }

  #open(conversationId: string): ConversationFeed {
    let feed = this.#feeds.get(conversationId)
    if (feed === undefined) {
      feed = new ConversationFeed(this.#epoch, this.#number)
      this.#feeds.set(conversationId, feed)
    }
    return feed
  }

  #closeIdle(conversationId: string): void {
    const feed = this.#feeds.get(conversationId)
    if (feed !== undefined && !feed.isWatched && !this.#isActive(conversationId))
      this.#feeds.delete(conversationId)
  }
}
