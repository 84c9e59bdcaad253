import type { SpeechEngine } from '../contract/speech.ts'

/** How often, at most, engines are looked for and asked for their voices. */
const PAUSE_MS = 5_000
/** How long the voices of a server count as known: it may be started anew with others. */
const VOICES_MS = 60_000
/** Time limit of one engine's answer. */
const ANSWER_MS = 5_000

interface SpeechRegistryOptions {
  /** Are offered always, in order of preference. */
  engines: readonly SpeechEngine[]
  /** Programs that are offered behind them, while they are installed. */
  programs?: readonly SpeechEngine[]
  pauseMs?: number
}

/**
 * The speech engines of the moment. Programs that are installed or removed, and voices of a server
 * that starts, are noticed while somebody asks.
 */
export class SpeechRegistry {
  readonly #engines: readonly SpeechEngine[]
  readonly #programs: readonly SpeechEngine[]
  readonly #pauseMs: number
  readonly #stopped = new AbortController()
  /** Programs that were found, and engines whose voices were read. */
  readonly #ready = new Map<SpeechEngine, { readAt: number }>()
  #refreshing: Promise<void> | undefined
  #refreshedAt = Number.NEGATIVE_INFINITY

  constructor({ engines, programs = [], pauseMs = PAUSE_MS }: SpeechRegistryOptions) {
    this.#engines = engines
    this.#programs = programs
    this.#pauseMs = pauseMs
  }

  /** In order of preference. */
  get offered(): readonly SpeechEngine[] {
    if (performance.now() - this.#refreshedAt > this.#pauseMs) void this.refresh()
    return [...this.#engines, ...this.#programs.filter((program) => this.#ready.has(program))]
  }

  start(): void {
    void this.refresh()
  }

  async stop(): Promise<void> {
    this.#stopped.abort()
    await this.#refreshing
  }

  /** Looks for programs, and asks for voices that are not known yet. Never rejects. */
  refresh(): Promise<void> {
    this.#refreshing ??= this.#refresh().finally(() => {
      this.#refreshing = undefined
      this.#refreshedAt = performance.now()
    })
    return this.#refreshing
  }

  async #refresh(): Promise<void> {
    if (this.#stopped.signal.aborted) return
    const all = [...this.#engines, ...this.#programs]
    await Promise.all(all.map((engine) => this.#check(engine)))
  }

  async #check(engine: SpeechEngine): Promise<void> {
    const signal = AbortSignal.any([this.#stopped.signal, AbortSignal.timeout(ANSWER_MS)])
    try {
      // Only a program may come and go without a word.
      if (engine.adapter === 'command') await engine.checkStatus(signal)
      const age = performance.now() - (this.#ready.get(engine)?.readAt ?? Number.NEGATIVE_INFINITY)
      if (age < (engine.adapter === 'openai-http' ? VOICES_MS : Number.POSITIVE_INFINITY)) return
      await engine.readVoices?.(signal)
      this.#ready.set(engine, { readAt: performance.now() })
    } catch {
      // What is wrong is told by the engine's state, to whom it concerns.
      this.#ready.delete(engine)
    }
  }
}
