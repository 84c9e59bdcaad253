import { EngineFailure } from '../../engines/contract/failure.ts'
import { AnswerSize, type EngineEvent, type Turn } from '../../engines/contract/text.ts'
import { countCharacters, firstBytes } from '../../platform/subprocess.ts'
import type { TaskContext } from '../tasks/define-task.ts'
import type { Choice } from './rotation.ts'

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
  /** Of text that may still come. */
  #bytesLeft: number
  /** Whether anything arrived that a caller could see. */
  hasContent = false

  /** @param maxTextBytes In UTF-8; a longer answer is cut and ends with the reason `length` */
  constructor(
    choice: Choice,
    { id, signal }: Pick<TaskContext, 'id' | 'signal'>,
    maxTextBytes = Number.POSITIVE_INFINITY,
  ) {
    this.#choice = choice
    this.#runId = id
    this.#signal = signal
    this.#bytesLeft = maxTextBytes
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
    this.#signal.addEventListener('abort', abort)
    try {
      this.#signal.throwIfAborted()
      let finishReason: string | undefined
      const buffered: EngineEvent[] = []
      const { signal } = this.#abort
      for await (const whole of engine.run({ ...turn, model }, account, signal, this.#runId)) {
        this.#size.add(whole)
        const batch = this.#bounded(whole)
        finishReason = this.#measure(batch, turn) ?? finishReason
        if (!this.hasContent) {
          // Buffered until there is content, so that another account can still answer.
          if (finishReason === 'stop') break
          for (const event of batch) buffered.push(event)
          continue
        }
        const drained = onBatch(buffered.length > 0 ? [...buffered.splice(0), ...batch] : batch)
        if (drained !== undefined) await drained
        if (batch !== whole) break
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

  /** @returns The batch itself, or what the bound leaves of it, with the end of the answer */
  #bounded(batch: readonly EngineEvent[]): readonly EngineEvent[] {
    let index = -1
    for (const event of batch) {
      index += 1
      if (event.type !== 'text') continue
      const bytes = Buffer.byteLength(event.text)
      if (bytes <= this.#bytesLeft) {
        this.#bytesLeft -= bytes
        continue
      }
      const text = firstBytes(event.text, this.#bytesLeft)
      return [
        ...batch.slice(0, index),
        { type: 'text', text },
        { type: 'finish', reason: 'length' },
      ]
    }
    return batch
  }

  #measure(batch: readonly EngineEvent[], { options }: Pick<Turn, 'options'>): string | undefined {
    let finishReason: string | undefined
    for (const event of batch) {
      if (event.type === 'finish') {
        finishReason = event.reason
        const { stopSequence } = event
        // An answer may begin with the text at which its caller wants it to end, and is empty then.
        if (stopSequence !== undefined && [options['stop']].flat().includes(stopSequence))
          this.hasContent = true
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
