import { EngineFailure } from '../../engines/contract/failure.ts'
import type { EngineEvent, Turn } from '../../engines/contract/text.ts'
import { countCharacters } from '../../platform/characters.ts'
import type { Choice } from '../accounts/rotation.ts'

/** How one call of a model went, for the usage record. */
export interface AttemptOutcome {
  outcome: string
  firstTextMs: number | undefined
  totalMs: number
  charactersOut: number
}

/** One call of one model of one account, with its time limit and its counters. */
export class Attempt {
  readonly #choice: Choice
  readonly #signal: AbortSignal
  readonly #abort = new AbortController()
  readonly #started = performance.now()
  #timedOut = false
  #firstText: number | undefined
  #characters = 0
  /** Whether anything came that a caller could have seen. */
  answered = false

  /** @param signal Fires when the answer is no longer wanted */
  constructor(choice: Choice, signal: AbortSignal) {
    this.#choice = choice
    this.#signal = signal
  }

  /**
   * Asks, and hands on each batch of the answer.
   *
   * @param take Returns a promise when the answer should wait for its reader
   * @throws {EngineFailure} also for an answer without content, and for one that took too long
   */
  async read(
    turn: Omit<Turn, 'model'>,
    take: (batch: readonly EngineEvent[]) => Promise<void> | undefined,
  ): Promise<void> {
    const { engine, account, model } = this.#choice
    const limit = setTimeout(() => {
      this.#timedOut = true
      this.#abort.abort()
    }, engine.timeoutMs)
    const stop = () => this.#abort.abort()
    this.#signal.addEventListener('abort', stop, { once: true })
    try {
      this.#signal.throwIfAborted()
      let reason: string | undefined
      const held: EngineEvent[] = []
      for await (const batch of engine.run({ ...turn, model }, account, this.#abort.signal)) {
        reason = this.#count(batch) ?? reason
        if (!this.answered) {
          // Without content yet, nothing goes out that would keep another account from answering.
          if (reason === 'stop') break
          for (const event of batch) held.push(event)
          continue
        }
        const room = take(held.length > 0 ? [...held.splice(0), ...batch] : batch)
        if (room !== undefined) await room
      }
      this.#signal.throwIfAborted()
      if (!this.answered && (reason === 'stop' || reason === undefined)) {
        throw new EngineFailure('empty', 'The engine ended without an answer')
      }
      if (held.length > 0) await take(held)
    } catch (error) {
      throw this.#explain(error)
    } finally {
      clearTimeout(limit)
      this.#signal.removeEventListener('abort', stop)
    }
  }

  /** @param end What ended it; undefined for success */
  result(end: EngineFailure | 'given up' | undefined): AttemptOutcome {
    return {
      outcome: this.#outcome(end),
      firstTextMs:
        this.#firstText === undefined ? undefined : Math.round(this.#firstText - this.#started),
      totalMs: Math.round(performance.now() - this.#started),
      charactersOut: this.#characters,
    }
  }

  #outcome(end: EngineFailure | 'given up' | undefined): string {
    if (this.#signal.aborted || end === 'given up') return 'cancelled'
    return end?.verdict ?? 'succeeded'
  }

  #count(batch: readonly EngineEvent[]): string | undefined {
    let reason: string | undefined
    for (const event of batch) {
      if (event.type === 'finish') {
        reason = event.reason
        continue
      }
      if (event.type !== 'text') {
        this.answered = true
        continue
      }
      if (event.text === '') continue
      this.answered = true
      this.#firstText ??= performance.now()
      this.#characters += countCharacters(event.text)
    }
    return reason
  }

  #explain(error: unknown): unknown {
    if (!this.#timedOut || this.#signal.aborted) return error
    const seconds = this.#choice.engine.timeoutMs / 1000
    return new EngineFailure('timeout', `The engine did not finish within ${seconds} seconds`, {
      cause: error,
    })
  }
}
