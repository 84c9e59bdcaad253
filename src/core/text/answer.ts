import { type EngineEvent, EngineFailure, type Turn } from '../../engines/contract.ts'
import { AppError } from '../../platform/errors.ts'
import type { Log } from '../../platform/log.ts'
import { redact } from '../../platform/redact.ts'
import type { Caller } from '../auth/actor.ts'
import type { TaskContext } from '../queue/task.ts'
import type { Usage } from '../usage/usage.ts'
import { Attempt } from './attempt.ts'
import { type Answer, collect } from './collect.ts'
import { conversationCharacters } from './conversation.ts'
import type { Candidate } from './models.ts'

const NO_ENGINE_RETRY_AFTER_SECONDS = 20

/** What is asked, of whom, and for whom. */
export interface Question {
  turn: Omit<Turn, 'model'>
  candidates: readonly Candidate[]
  caller: Caller
  surface: string
}

interface AnswererOptions {
  usage: Usage
  log: Log
}

/**
 * Gets an answer from the first candidate that can give one. The next is tried at once, unless text
 * has already gone out: an answer is whole and from one account only.
 */
export class Answerer {
  readonly #usage: Usage
  readonly #log: Log

  constructor({ usage, log }: AnswererOptions) {
    this.#usage = usage
    this.#log = log
  }

  /**
   * Streams say their events as they come and return an empty answer; any other answer is held back
   * until it is whole.
   *
   * @throws {AppError} `engine_refused` when the request itself is at fault, `engine_failed` in
   * mid-answer, `no_engine` when no candidate could answer
   */
  async answer(question: Question, context: TaskContext): Promise<Answer> {
    for (const candidate of question.candidates) {
      const attempt = new Attempt(candidate, context.signal)
      const sink = new Sink(candidate, question.turn.stream, context)
      let failure: unknown
      try {
        await attempt.read(question.turn, (batch) => sink.take(batch))
      } catch (error) {
        failure = error
      }
      // Whatever ended it, what was done is recorded once.
      await this.#record(question, candidate, attempt, context, failure)
      if (failure === undefined) return sink.answer()
      context.signal.throwIfAborted()
      if (isRequestFault(failure))
        throw new AppError('engine_refused', redact(messageOf(failure)), { cause: failure })
      if (sink.sent)
        throw new AppError('engine_failed', redact(messageOf(failure)), { cause: failure })
    }
    throw new AppError('no_engine', 'No engine could answer: try again later', {
      retryAfterSeconds: NO_ENGINE_RETRY_AFTER_SECONDS,
    })
  }

  async #record(
    { caller, surface, turn }: Question,
    { engine, account, model }: Candidate,
    attempt: Attempt,
    context: TaskContext,
    failure: unknown,
  ): Promise<void> {
    const result = attempt.result(failure)
    if (failure !== undefined && result.outcome !== 'cancelled') {
      const { requestId } = caller
      this.#log.warn(
        {
          requestId,
          engine: engine.id,
          account: account.id,
          outcome: result.outcome,
          evidence: messageOf(failure),
        },
        'A model call failed',
      )
    }
    await this.#usage.recordModelCall({
      caller,
      surface,
      engine: engine.id,
      account: account.id,
      model,
      queueMs: context.queueMs,
      charactersIn: conversationCharacters(turn.messages),
      ...result,
    })
  }
}

/** Where the events of one attempt go: out at once, or into a whole answer. */
class Sink {
  readonly #candidate: Candidate
  readonly #stream: boolean
  readonly #emit: TaskContext['emit']
  readonly #held: EngineEvent[] = []
  /** Whether something has gone out: then no other engine may answer. */
  sent = false

  constructor(candidate: Candidate, stream: boolean, { emit }: TaskContext) {
    this.#candidate = candidate
    this.#stream = stream
    this.#emit = emit
  }

  take(batch: readonly EngineEvent[]): Promise<void> | undefined {
    if (!this.#stream) {
      this.#held.push(...batch)
      return undefined
    }
    if (this.sent) return this.#emit(batch)
    this.sent = true
    const { engine, model } = this.#candidate
    return this.#emit([{ type: 'engine', engine: engine.id, model }, ...batch])
  }

  answer(): Answer {
    return collect(this.#candidate.engine.id, this.#candidate.model, this.#held)
  }
}

function isRequestFault(failure: unknown): boolean {
  return failure instanceof EngineFailure && failure.verdict === 'request'
}

function messageOf(failure: unknown): string {
  return failure instanceof EngineFailure
    ? failure.message
    : 'The engine failed in an unexpected way'
}
