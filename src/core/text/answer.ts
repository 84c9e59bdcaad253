import { type EngineEvent, EngineFailure, type Turn } from '../../engines/contract.ts'
import { AppError } from '../../platform/errors.ts'
import type { Log } from '../../platform/log.ts'
import { redact } from '../../platform/redact.ts'
import type { Caller } from '../auth/actor.ts'
import type { TaskContext, TaskEvent } from '../queue/task.ts'
import type { Usage } from '../usage/usage.ts'
import { Attempt } from './attempt.ts'
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
   * @returns Batches of events: which engine, the answer's events, never `done`
   * @throws {AppError} `engine_refused` when the request itself is at fault, `engine_failed` in
   * mid-answer, `no_engine` when no candidate could answer
   */
  async *answer(question: Question, context: TaskContext): AsyncGenerator<readonly TaskEvent[]> {
    for (const candidate of question.candidates) {
      const attempt = new Attempt(candidate, context.signal)
      let failure: unknown
      let sent = false
      try {
        for await (const batch of this.#attempted(attempt, candidate, question.turn)) {
          sent = true
          yield batch
        }
        return
      } catch (error) {
        failure = error
        context.signal.throwIfAborted()
      } finally {
        // Also runs when the reader stops reading: what was done is recorded once, whatever ended it.
        await this.#record(question, candidate, attempt, context, failure)
      }
      if (isRequestFault(failure))
        throw new AppError('engine_refused', redact(messageOf(failure)), { cause: failure })
      if (sent) throw new AppError('engine_failed', redact(messageOf(failure)), { cause: failure })
    }
    throw new AppError('no_engine', 'No engine could answer: try again later', {
      retryAfterSeconds: NO_ENGINE_RETRY_AFTER_SECONDS,
    })
  }

  /** Streams as the answer grows; an answer that nobody reads as it grows is held back until it is whole. */
  async *#attempted(
    attempt: Attempt,
    { engine, model }: Candidate,
    turn: Question['turn'],
  ): AsyncGenerator<readonly TaskEvent[]> {
    const which: TaskEvent = { type: 'engine', engine: engine.id, model }
    if (turn.stream) {
      let first = true
      for await (const batch of attempt.events(turn)) {
        yield first ? [which, ...batch] : batch
        first = false
      }
      return
    }
    const events: EngineEvent[] = []
    for await (const batch of attempt.events(turn)) events.push(...batch)
    yield [which, ...events]
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

function isRequestFault(failure: unknown): boolean {
  return failure instanceof EngineFailure && failure.verdict === 'request'
}

function messageOf(failure: unknown): string {
  return failure instanceof EngineFailure
    ? failure.message
    : 'The engine failed in an unexpected way'
}
