import { AnswerSize } from '../../engines/contract/answer-size.ts'
import { EngineFailure } from '../../engines/contract/failure.ts'
import type { EngineEvent, Turn } from '../../engines/contract/text.ts'
import { countCharacters } from '../../platform/characters.ts'
import type { Choice } from '../accounts/rotation.ts'
import type { TaskContext } from '../tasks/task-context.ts'

/** The result of one model call, for the usage record. */
export interface AttemptOutcome {
  outcome: string
  firstTextMs: number | undefined
  totalMs: number
  charactersOut: number
}

/** One call of one model of one account, with its time limit and its counters. */
export class Attempt {
  readonly #choice: Choice
  readonly #runId: string
  readonly #signal: AbortSignal
  readonly #abort = new AbortController()
  readonly #startedAt = performance.now()
  #timedOut = false
  #firstTextAt: number | undefined
  #charactersOut = 0
  readonly #size = new AnswerSize()
  /** Whether anything arrived that a caller could see. */
  hasContent = false

  constructor(choice: Choice, { id, signal }: Pick<TaskContext, 'id' | 'signal'>) {
    this.#choice = choice
    this.#runId = id
    this.#signal = signal
  }

  /**
   * Runs the engine and passes on each batch of the answer.
   *
   * @param onBatch Returns a promise when the engine has to wait for the reader
   * @throws {EngineFailure} also `empty` for an answer without content, `timeout`, and `request` for one that is
   * too long
   */
  async run(
    turn: Omit<Turn, 'model'>,
    onBatch: (batch: readonly EngineEvent[]) => Promise<void> | undefined,
  ): Promise<void> {
    const { engine, account, model } = this.#choice
    const timer = setTimeout(() => {
      this.#timedOut = true
      this.#abort.abort()
    }, engine.timeoutMs)
    const abort = () => this.#abort.abort()
    this.#signal.addEventListener('abort', abort, { once: true })
    try {
      this.#signal.throwIfAborted()
      let finishReason: string | undefined
      const buffered: EngineEvent[] = []
      const { signal } = this.#abort
      for await (const batch of engine.run({ ...turn, model }, account, signal, this.#runId)) {
        this.#size.add(batch)
        finishReason = this.#measure(batch) ?? finishReason
        if (!this.hasContent) {
          // Buffered until there is content, so that another account can still answer.
          if (finishReason === 'stop') break
          for (const event of batch) buffered.push(event)
          continue
        }
        const drained = onBatch(buffered.length > 0 ? [...buffered.splice(0), ...batch] : batch)
        if (drained !== undefined) await drained
      }
      this.#signal.throwIfAborted()
      if (!this.hasContent && (finishReason === 'stop' || finishReason === undefined)) {
        throw new EngineFailure('empty', 'The engine ended without an answer')
      }
      if (buffered.length > 0) await onBatch(buffered)
    } catch (error) {
      throw this.#asTimeout(error)
    } finally {
      clearTimeout(timer)
      this.#signal.removeEventListener('abort', abort)
    }
  }

  /** @param end The failure that ended the attempt; undefined for success */
  result(end: EngineFailure | 'abandoned' | undefined): AttemptOutcome {
    return {
      outcome: this.#outcome(end),
      firstTextMs:
        this.#firstTextAt === undefined
          ? undefined
          : Math.round(this.#firstTextAt - this.#startedAt),
      totalMs: Math.round(performance.now() - this.#startedAt),
      charactersOut: this.#charactersOut,
    }
  }

  #outcome(end: EngineFailure | 'abandoned' | undefined): string {
    if (this.#signal.aborted || end === 'abandoned') return 'cancelled'
    return end?.verdict ?? 'succeeded'
  }

  #measure(batch: readonly EngineEvent[]): string | undefined {
    let finishReason: string | undefined
    for (const event of batch) {
      if (event.type === 'finish') {
        finishReason = event.reason
        continue
      }
      if (event.type !== 'text') {
        this.hasContent = true
        continue
      }
      if (event.text === '') continue
      this.hasContent = true
      this.#firstTextAt ??= performance.now()
      this.#charactersOut += countCharacters(event.text)
    }
    return finishReason
  }

  #asTimeout(error: unknown): unknown {
    if (!this.#timedOut || this.#signal.aborted) return error
    const seconds = this.#choice.engine.timeoutMs / 1000
    return new EngineFailure('timeout', `The engine did not finish within ${seconds} seconds`, {
      cause: error,
    })
  }
}
