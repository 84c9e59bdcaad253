/** What one event costs besides its content, as measured on Bun 1.4 with events of one character. */
const EVENT_BYTES = 200
/** At this number, pieces of text are joined. */
const JOINED_PIECES = 1024
/** Bytes of an object, array or string besides its content, as measured on Bun 1.4. */
const OVERHEAD_BYTES = 32
const NUMBER_BYTES = 8
/** Bytes of events that are buffered before the producer has to wait. */
const MAX_AHEAD_BYTES = 16 * 1024 * 1024
/** Behind a reader that is so far back, events are joined. */
const JOINED_FROM_BYTES = 256 * 1024
/** A joined batch takes no more events from this size on. */
const MAX_BATCH_BYTES = 64 * 1024

/** A batch that waits, and about what it takes in memory. */
interface Waiting {
  readonly bytes: number
  events(): readonly unknown[]
}

/**
 * Passes batches of events from one producer to one reader. Events are buffered up to a bound, so
 * that a slow client does not occupy a lane; then the producer waits. For a reader that is far back,
 * batches are joined, and their text too.
 */
export class EventChannel {
  #waiting: Waiting[] = []
  #bytes = 0
  #ended = false
  #readable: PromiseWithResolvers<void> | undefined
  #writable: PromiseWithResolvers<void> | undefined

  /** @returns A promise only when the producer has to wait */
  write(batch: readonly unknown[]): Promise<void> | undefined {
    if (this.#ended) return undefined
    this.#bytes += this.#bytes < JOINED_FROM_BYTES ? this.#append(batch) : this.#join(batch)
    this.#readable?.resolve()
    this.#readable = undefined
    if (this.#bytes <= MAX_AHEAD_BYTES) return undefined
    this.#writable ??= Promise.withResolvers()
    return this.#writable.promise
  }

  /** Ends the channel; also releases a waiting producer. */
  end(): void {
    this.#ended = true
    this.#readable?.resolve()
    this.#readable = undefined
    this.#release()
  }

  /** For one reader, which asks for the next batch when it has the last one. */
  [Symbol.asyncIterator](): AsyncIterator<readonly unknown[], undefined> {
    return { next: () => this.#next() }
  }

  async #next(): Promise<IteratorResult<readonly unknown[], undefined>> {
    for (;;) {
      const next = this.#waiting.shift()
      if (next !== undefined) {
        this.#bytes -= next.bytes
        if (this.#bytes <= MAX_AHEAD_BYTES) this.#release()
        return { done: false, value: next.events() }
      }
      if (this.#ended) return { done: true, value: undefined }
      this.#readable = Promise.withResolvers()
      await this.#readable.promise
    }
  }

  /** @returns The bytes that it adds, as does {@link #join} */
  #append(batch: readonly unknown[]): number {
    const bytes = batch.length * EVENT_BYTES + memoryCost(batch)
    this.#waiting.push({ bytes, events: () => batch })
    return bytes
  }

  #join(batch: readonly unknown[]): number {
    const last = this.#waiting.at(-1)
    const isOpen = last instanceof JoinedBatch && last.bytes < MAX_BATCH_BYTES
    const joined = isOpen ? last : new JoinedBatch()
    if (joined !== last) this.#waiting.push(joined)
    const before = joined.bytes
    joined.add(batch)
    return joined.bytes - before
  }

  #release(): void {
    this.#writable?.resolve()
    this.#writable = undefined
  }
}

/**
 * Events that wait for their reader. Text that follows text becomes one event: an answer may come in
 * pieces of one character, each of which costs a hundred times its content.
 */
class JoinedBatch {
  readonly #events: unknown[] = []
  /** Text that is no event yet. */
  #texts: string[] = []
  /** About what it takes in memory. */
  bytes = 0

  add(batch: readonly unknown[]): void {
    for (const event of batch) {
      const text = plainText(event)
      if (text === undefined) {
        this.#endText()
        this.#events.push(event)
        this.bytes += EVENT_BYTES + memoryCost(event)
        continue
      }
      if (this.#texts.length === 0) this.bytes += EVENT_BYTES
      this.bytes += 2 * text.length
      this.#texts.push(text)
      if (this.#texts.length === JOINED_PIECES) this.#texts = [this.#texts.join('')]
    }
  }

  /** The events in their order. */
  events(): readonly unknown[] {
    this.#endText()
    return this.#events
  }

  #endText(): void {
    if (this.#texts.length === 0) return
    this.#events.push({ type: 'text', text: this.#texts.join('') })
    this.#texts = []
  }
}

/** The text of an event that holds nothing else. */
function plainText(event: unknown): string | undefined {
  if (typeof event !== 'object' || event === null) return undefined
  if (!('type' in event && event.type === 'text' && 'text' in event)) return undefined
  return typeof event.text === 'string' && Object.keys(event).length === 2 ? event.text : undefined
}

/** Estimates the bytes of a JSON value in memory. */
function memoryCost(value: unknown): number {
  if (typeof value === 'string') return OVERHEAD_BYTES + 2 * value.length
  if (typeof value !== 'object' || value === null) return NUMBER_BYTES
  let bytes = OVERHEAD_BYTES
  if (Array.isArray(value)) {
    for (const item of value) bytes += NUMBER_BYTES + memoryCost(item)
    return bytes
  }
  for (const name in value) bytes += NUMBER_BYTES + memoryCost(Reflect.get(value, name))
  return bytes
}
