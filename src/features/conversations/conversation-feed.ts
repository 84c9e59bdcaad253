import { randomId } from '../../platform/ids.ts'
import type { ConversationEvent, NumberedEvent } from './message-record.ts'
import type { MessageStepRow } from './message-step-store.ts'

/**
 * Events of one conversation that are kept for watchers who come back. @limit event-replay count
 */
export const MAX_BUFFERED_EVENTS = 4096
/** Characters of these events. @limit event-replay-characters characters */
export const MAX_BUFFERED_CHARACTERS = 1_000_000

interface BufferedEvent {
  number: number
  event: ConversationEvent
  characters: number
}

/** The events of one conversation since its first watcher or its running answer. */
export class ConversationFeed {
  readonly #epoch: string
  readonly #buffered: BufferedEvent[] = []
  #bufferedCharacters = 0
  /** The number of the last event that is not kept any more. */
  #before: number
  #last: number
  readonly #wakers = new Set<() => void>()

  /**
   * @param epoch Of this process: numbers of another one mean nothing here
   * @param number The highest number that was given so far
   */
  constructor(epoch: string, number: number) {
    this.#epoch = epoch
    this.#before = number
    this.#last = number
  }

  get isWatched(): boolean {
    return this.#wakers.size > 0
  }

  /** The id of the latest event. */
  get lastId(): string {
    return `${this.#epoch}.${this.#last}`
  }

  publish(number: number, event: ConversationEvent): void {
    const characters = charactersOf(event)
    this.#buffered.push({ number, event, characters })
    this.#bufferedCharacters += characters
    this.#last = number
    let dropped = 0
    while (
      this.#buffered.length - dropped > MAX_BUFFERED_EVENTS ||
      this.#bufferedCharacters > MAX_BUFFERED_CHARACTERS
    ) {
      const oldest = this.#buffered[dropped]
      if (oldest === undefined) break
      this.#before = oldest.number
      this.#bufferedCharacters -= oldest.characters
      dropped += 1
    }
    if (dropped > 0) this.#buffered.splice(0, dropped)
    for (const wake of this.#wakers) wake()
  }

  /**
   * The events after one, until the signal or the end of the conversation. Where they are not known
   * any more, a snapshot comes first.
   *
   * @param after Id of the last event that the watcher has seen
   */
  async *watch(
    after: string | undefined,
    snapshot: () => ConversationEvent,
    signal: AbortSignal,
  ): AsyncGenerator<NumberedEvent> {
    let wake = Promise.withResolvers<void>()
    const notify = () => wake.resolve()
    this.#wakers.add(notify)
    signal.addEventListener('abort', notify, { once: true })
    try {
      let seen = this.#numberOf(after)
      while (!signal.aborted) {
        wake = Promise.withResolvers()
        if (seen === undefined || seen < this.#before) {
          // What is in the snapshot was published up to now.
          seen = this.#last
          yield { id: this.lastId, event: snapshot() }
          continue
        }
        const next = this.#firstAfter(seen)
        if (next === undefined) {
          await wake.promise
          continue
        }
        seen = next.number
        yield { id: `${this.#epoch}.${next.number}`, event: next.event }
        if (next.event.type === 'deleted') return
      }
    } finally {
      this.#wakers.delete(notify)
      signal.removeEventListener('abort', notify)
    }
  }

  #numberOf(id: string | undefined): number | undefined {
    const [epoch, number] = id?.split('.', 2) ?? []
    if (epoch !== this.#epoch || number === undefined || !/^\d{1,15}$/.test(number))
      return undefined
    const value = Number(number)
    return value > this.#last ? undefined : value
  }

  /** Numbers only grow, so the place is found by halving. */
  #firstAfter(number: number): BufferedEvent | undefined {
    let [low, high] = [0, this.#buffered.length]
    while (low < high) {
      const middle = (low + high) >> 1
      const kept = this.#buffered[middle]
      if (kept !== undefined && kept.number <= number) low = middle + 1
      else high = middle
    }
    return this.#buffered[low]
  }
}

function charactersOf(event: ConversationEvent): number {
  if (event.type === 'text' || event.type === 'thinking') return event.text.length
  if (event.type === 'step' || event.type === 'confirm') return charactersOfStep(event.step)
  if (event.type !== 'message') return 200
  const { content, thoughts = '', steps } = event.message
  const inSteps = steps.reduce((sum, step) => sum + charactersOfStep(step), 0)
  return 200 + content.length + thoughts.length + inSteps
}

function charactersOfStep({ step }: MessageStepRow): number {
  return step.calls.reduce(
    (sum, { label, text, confirm }) =>
      sum + 200 + label.length + text.length + (confirm?.arguments.length ?? 0),
    0,
  )
}

/** The feeds of all conversations that are watched or in which an answer is written. */
export class ConversationFeeds {
  readonly #epoch = randomId('e')
  readonly #feeds = new Map<string, ConversationFeed>()
  /** How many answers are being written in each conversation. */
  readonly #answers = new Map<string, number>()
  #number = 0

  /** Keeps the events of a conversation while an answer is written in it, until it is disposed of. */
  hold(conversationId: string): Disposable {
    const answers = this.#answers
    answers.set(conversationId, (answers.get(conversationId) ?? 0) + 1)
    return {
      [Symbol.dispose]() {
        const left = (answers.get(conversationId) ?? 0) - 1
        if (left > 0) answers.set(conversationId, left)
        else answers.delete(conversationId)
      },
    }
  }

  /** Without watchers and answers, nothing is kept: a later watcher gets a snapshot. */
  publish(conversationId: string, event: ConversationEvent): void {
    this.#number += 1
    const isActive = this.#answers.has(conversationId)
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
    if (feed !== undefined && !feed.isWatched && !this.#answers.has(conversationId))
      this.#feeds.delete(conversationId)
  }
}
