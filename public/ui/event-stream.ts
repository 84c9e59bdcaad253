import { signal } from '@preact/signals'
import { createParser } from 'eventsource-parser'
import { ApiError, chunksOf, isPassing, openBody } from './api.ts'
import { reconnections } from './connection.ts'

/** Pauses before it connects again: the first, and the longest of those that double. */
const FIRST_PAUSE_MS = 2_000
const LONGEST_PAUSE_MS = 15_000
/** How long a lost connection is not worth a word. */
const LOST_AFTER_MS = 2_000

interface EventStreamOptions<event> {
  address: string
  onEvent: (event: event) => void
  /** Reads the state before each attempt, as the service may refuse the events alone. */
  read?: (signal: AbortSignal) => Promise<event>
}

/**
 * The events of an address, as JSON, until it is closed. A connection that ends is made again from
 * the last event on: after a pause, or at once when the page is seen, the service is reached or
 * somebody has signed in again. After a refusal that does not pass, only those count.
 */
export class EventStream<event> {
  /** Whether the connection was lost a while ago; it is tried again by itself. */
  readonly isLost = signal(false)
  /** Why the last attempt failed; undefined once something has come. */
  readonly error = signal<unknown>(undefined)
  readonly #options: EventStreamOptions<event>
  readonly #closed = new AbortController()
  #lastEventId = ''
  #pauseMs = FIRST_PAUSE_MS
  #lostTimer: ReturnType<typeof setTimeout> | undefined
  /** Ends the pause. */
  #wake: () => void = () => undefined

  constructor(options: EventStreamOptions<event>) {
    this.#options = options
    const { signal: closed } = this.#closed
    const retry = () => {
      if (document.visibilityState === 'visible') this.retry()
    }
    closed.addEventListener('abort', reconnections.subscribe(retry))
    window.addEventListener('signed-in', retry, { signal: closed })
    document.addEventListener('visibilitychange', retry, { signal: closed })
    // Making a request takes longer than drawing that something was pressed, which comes first.
    if (navigator.userActivation.isActive) setTimeout(() => void this.#follow())
    else void this.#follow()
  }

  close(): void {
    this.#closed.abort()
    this.#found()
    this.#wake()
  }

  /** Connects now, unless it is connected. */
  retry(): void {
    this.error.value = undefined
    this.#wake()
  }

  async #follow(): Promise<void> {
    const { signal: closed } = this.#closed
    while (!closed.aborted) {
      const failure = await this.#connect().catch((error: unknown) => error)
      if (closed.aborted) return
      this.error.value = failure
      const isRefused = failure instanceof ApiError && failure.status !== 0 && failure.status < 500
      if (!isRefused)
        this.#lostTimer ??= setTimeout(() => {
          this.isLost.value = true
        }, LOST_AFTER_MS)
      await this.#pause(failure)
    }
  }

  /** @returns When the connection has ended */
  async #connect(): Promise<void> {
    const { address, read } = this.#options
    const { signal: closed } = this.#closed
    if (read !== undefined) this.#receive(await read(closed))
    if (closed.aborted) return
    const id = this.#lastEventId
    const headers = id === '' ? {} : { 'last-event-id': id }
    const body = await openBody(address, { headers, signal: closed })
    this.#found()
    const parser = createParser({
      onEvent: ({ event, id, data }) => {
        // One with a name says why the stream ends, which the next attempt finds out.
        if (event === undefined) this.#receive(JSON.parse(data))
        this.#lastEventId = id ?? this.#lastEventId
      },
    })
    for await (const text of chunksOf(body.pipeThrough(new TextDecoderStream()))) parser.feed(text)
  }

  #receive(event: event): void {
    if (this.#closed.signal.aborted) return
    this.#found()
    this.#pauseMs = FIRST_PAUSE_MS
    this.error.value = undefined
    this.#options.onEvent(event)
  }

  #found(): void {
    clearTimeout(this.#lostTimer)
    this.#lostTimer = undefined
    this.isLost.value = false
  }

  #pause(failure: unknown): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#wake = resolve
    if (failure !== undefined && !isPassing(failure)) return promise
    const seconds = failure instanceof ApiError ? failure.retryAfterSeconds : undefined
    const timer = setTimeout(resolve, seconds === undefined ? this.#pauseMs : seconds * 1_000)
    this.#pauseMs = Math.min(2 * this.#pauseMs, LONGEST_PAUSE_MS)
    return promise.finally(() => clearTimeout(timer))
  }
}
