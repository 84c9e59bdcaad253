import type { CallMessage } from './messages.ts'

/** Entries that the stream of an API node has at most, about. Behind them, calls fail honestly. */
const MAX_STREAM_ENTRIES = 20_000
/** Text of one entry of the stream. */
const MAX_ENTRY_CHARACTERS = 1024 ** 2
/** Calls wait when so much has not been sent: of all calls of one API node. */
const MAX_WAITING_CHARACTERS = 8 * 1024 ** 2

/** Pause after which Redis is asked again that took nothing although it is there: its memory is full. */
const RETRY_MS = 500

interface OutboxOptions {
  /** The stream of the API node. */
  stream: string
  /** The connection of the moment; undefined while Redis is away. */
  redis: () => Bun.RedisClient | undefined
  /** Called where the stream is gone, and with it the API node. */
  onGone: () => void
}

/**
 * Sends messages of calls to one API node in their order. What comes while an entry is on its way goes
 * in the next one. After a loss of the connection it sends again what was not confirmed; the API node
 * drops what it has twice.
 */
export class Outbox {
  readonly #options: OutboxOptions
  #waiting: string[] = []
  #characters = 0
  #isSending = false
  #isScheduled = false
  #room = Promise.withResolvers<void>()

  constructor(options: OutboxOptions) {
    this.#options = options
  }

  /** @returns Where much has not been sent yet: a promise until there is room */
  push(message: CallMessage): Promise<void> | undefined {
    const text = JSON.stringify(message)
    this.#waiting.push(text)
    this.#characters += text.length
    this.flush()
    return this.#characters > MAX_WAITING_CHARACTERS ? this.#room.promise : undefined
  }

  /** Sends what waits; to be called when Redis is back. */
  flush(): void {
    if (this.#isSending || this.#isScheduled) return
    this.#isScheduled = true
    // What comes in the same turn of the event loop shares an entry.
    setImmediate(() => {
      this.#isScheduled = false
      void this.#send()
    })
  }

  get isEmpty(): boolean {
    return this.#waiting.length === 0
  }

  async #send(): Promise<void> {
    if (this.#isSending) return
    this.#isSending = true
    try {
      for (;;) {
        const redis = this.#options.redis()
        const count = this.#entrySize()
        if (redis === undefined || count === 0) return
        const entry = `[${this.#waiting.slice(0, count).join(',')}]`
        const { stream } = this.#options
        const bound = ['MAXLEN', '~', String(MAX_STREAM_ENTRIES)]
        const id: unknown = await redis.send('XADD', [
          ...[stream, 'NOMKSTREAM', ...bound, '*', 'm', entry],
        ])
        if (id === null) this.#options.onGone()
        this.#drop(count)
      }
    } catch {
      // Where the connection is lost, it is sent again on the next one.
      if (this.#options.redis() !== undefined) setTimeout(() => this.flush(), RETRY_MS).unref()
    } finally {
      this.#isSending = false
    }
  }

  #entrySize(): number {
    let characters = 0
    const index = this.#waiting.findIndex((text) => {
      characters += text.length
      return characters > MAX_ENTRY_CHARACTERS
    })
    return index === -1 ? this.#waiting.length : Math.max(1, index)
  }

  #drop(count: number): void {
    for (const text of this.#waiting.splice(0, count)) this.#characters -= text.length
    if (this.#characters > MAX_WAITING_CHARACTERS) return
    this.#room.resolve()
    this.#room = Promise.withResolvers()
  }
}
