import { setTimeout as pause } from 'node:timers/promises'

interface BackgroundSenderOptions {
  /** Sendings in progress or waiting for their next attempt. */
  maxPending: number
  /** Before the second and each later attempt. */
  retryMs: readonly number[]
  /** Resolves after a pause, by default one that does not keep the process alive; may reject when the signal aborts. */
  wait?: ((ms: number, signal: AbortSignal) => Promise<unknown>) | undefined
}

/**
 * Sends one thing; must not reject.
 *
 * @param signal Aborts when the sender stops
 * @param againMs The pause before the next attempt; undefined for the last one
 * @returns Whether it is done, or tried again
 */
export type Attempt = (signal: AbortSignal, againMs: number | undefined) => Promise<boolean>

/** What else bounds a sending, beside the bound of all. */
interface SendingOptions {
  /** Of its sender, its receiver and the like: so many are pending that have the same key. */
  shares?: readonly { key: string; max: number }[]
  /** Whether it is tried again. */
  isRepeated?: boolean
}

/** Sends in the background, with several attempts for each thing. */
export class BackgroundSender {
  readonly #options: BackgroundSenderOptions
  readonly #stopping = new AbortController()
  /** With the keys of their shares. */
  readonly #pending = new Map<Promise<void>, readonly string[]>()

  constructor(options: BackgroundSenderOptions) {
    this.#options = options
  }

  /** Starts to send; never throws. @returns False where too many are pending */
  start(attempt: Attempt, { shares = [], isRepeated = true }: SendingOptions = {}): boolean {
    if (this.#stopping.signal.aborted) return true
    if (this.#pending.size >= this.#options.maxPending) return false
    if (shares.some(({ key, max }) => this.#pendingOf(key) >= max)) return false
    const retryMs = isRepeated ? this.#options.retryMs : []
    const sending = this.#send(attempt, retryMs).finally(() => this.#pending.delete(sending))
    this.#pending.set(
      sending,
      shares.map(({ key }) => key),
    )
    return true
  }

  /** Resolves when nothing is pending. */
  async idle(): Promise<void> {
    await Promise.all(this.#pending.keys())
  }

  /** Ends what is being sent, and what waits for its next attempt; nothing is sent afterwards. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.idle()
  }

  #pendingOf(key: string): number {
    return [...this.#pending.values()].filter((keys) => keys.includes(key)).length
  }

  async #send(attempt: Attempt, retryMs: readonly number[]): Promise<void> {
    const { wait = unreferencedPause } = this.#options
    const { signal } = this.#stopping
    for (const againMs of [...retryMs, undefined]) {
      const isDone = await attempt(signal, againMs)
      if (isDone || againMs === undefined || signal.aborted) return
      await wait(againMs, signal).catch(() => {})
    }
  }
}

function unreferencedPause(ms: number, signal: AbortSignal): Promise<unknown> {
  return pause(ms, undefined, { signal, ref: false })
}
