import { EngineFailure } from '../../engines/contract/failure.ts'
import type { Engine, EngineEvent, Turn } from '../../engines/contract/text.ts'
import { AppError } from '../../platform/errors.ts'
import type { Log } from '../../platform/log.ts'
import { redact } from '../../platform/redact.ts'
import type { Accounts } from '../accounts/accounts.ts'
import type { Candidate } from '../accounts/candidate.ts'
import { type Choice, Rotation } from '../accounts/rotation.ts'
import { asFailure } from '../accounts/verdict-policy.ts'
import type { TaskContext } from '../tasks/task-context.ts'
import { Attempt } from './attempt.ts'
import { type Answer, collect } from './collect.ts'
import type { TextEvent } from './text-event.ts'

export const NO_ENGINE_RETRY_AFTER_SECONDS = 20
const NO_ENGINE_DETAIL = 'No engine could answer: try again later'

/** What is asked, of whom, and for whom. */
export interface Question {
  turn: Omit<Turn, 'model'>
  /** Code points of its messages. */
  characters: number
  candidates: readonly Candidate[]
  surface: string
  /** Said when nobody could answer, where the usual words do not fit. */
  noEngineDetail?: string | undefined
}

interface AnswererOptions {
  accounts: Accounts
  log: Log
}

/**
 * Gets an answer from the first account that can give one. The next is tried at once, unless text
 * has already gone out: an answer is whole and from one account only.
 */
export class Answerer {
  readonly #accounts: Accounts
  readonly #log: Log

  constructor({ accounts, log }: AnswererOptions) {
    this.#accounts = accounts
    this.#log = log
  }

  /**
   * Streams say their events as they come and return an empty answer; any other answer is held back
   * until it is whole.
   *
   * @throws {AppError} `engine_refused` when the request itself is at fault or no engine can take it,
   * `engine_failed` in mid-answer, `no_engine` when no account could answer
   */
  async answer(question: Question, context: TaskContext<TextEvent>): Promise<Answer> {
    const rotation = new Rotation(this.#accounts, question.candidates)
    const unable = new Map<Engine, EngineFailure>()
    for (let choice = rotation.next(); choice !== undefined; choice = rotation.next()) {
      // What one account of an engine cannot take, none of its accounts can.
      if (unable.has(choice.engine)) continue
      const attempt = new Attempt(choice, context.signal)
      const sink = new Sink(choice, question.turn.stream, context)
      let failure: EngineFailure | undefined
      let givenUp: AppError | undefined
      try {
        await attempt.read(question.turn, (batch) => sink.take(batch))
      } catch (error) {
        // Our own refusal, of a reader that does not read: nothing of it is the engine's fault.
        if (error instanceof AppError) givenUp = error
        else failure = asFailure(error)
      }
      if (failure?.verdict === 'request' && failure.elsewhere && !sink.sent)
        unable.set(choice.engine, failure)
      // Who left in mid-answer says nothing about the account.
      else if (failure !== undefined && !context.signal.aborted) rotation.failed(choice, failure)
      else if (failure === undefined && givenUp === undefined) rotation.succeeded(choice)
      // Whatever ended it, what was done is recorded once.
      this.#record(question, choice, attempt, context, givenUp === undefined ? failure : 'given up')
      if (givenUp !== undefined) throw givenUp
      if (failure === undefined) return sink.answer()
      context.signal.throwIfAborted()
      const { verdict, message } = failure
      if (unable.has(choice.engine)) continue
      if (verdict === 'request')
        throw new AppError('engine_refused', redact(message), { cause: failure })
      if (sink.sent) throw new AppError('engine_failed', redact(message), { cause: failure })
    }
    const [refusal] = unable.values()
    if (refusal !== undefined && question.candidates.every(({ engine }) => unable.has(engine)))
      throw new AppError('engine_refused', redact(refusal.message), { cause: refusal })
    throw new AppError('no_engine', question.noEngineDetail ?? NO_ENGINE_DETAIL, {
      retryAfterSeconds: NO_ENGINE_RETRY_AFTER_SECONDS,
    })
  }

  #record(
    { surface, characters }: Question,
    { engine, account, model }: Choice,
    attempt: Attempt,
    context: TaskContext<TextEvent>,
    end: EngineFailure | 'given up' | undefined,
  ): void {
    const result = attempt.result(end)
    if (end instanceof EngineFailure && result.outcome !== 'cancelled') {
      const { requestId } = context.caller
      this.#log.warn(
        {
          requestId,
          engine: engine.id,
          account: account.id,
          outcome: result.outcome,
          evidence: end.message,
        },
        'A model call failed',
      )
    }
    context.record({
      type: 'model_call',
      surface,
      engine: engine.id,
      account: account.id,
      model,
      queueMs: context.queueMs,
      charactersIn: characters,
      ...result,
    })
  }
}

/** Where the events of one attempt go: out at once, or into a whole answer. */
class Sink {
  readonly #choice: Choice
  readonly #stream: boolean
  readonly #emit: TaskContext<TextEvent>['emit']
  readonly #held: EngineEvent[] = []
  /** Whether something has gone out: then no other engine may answer. */
  sent = false

  constructor(choice: Choice, stream: boolean, context: TaskContext<TextEvent>) {
    this.#choice = choice
    this.#stream = stream
    this.#emit = (batch) => context.emit(batch)
  }

  take(batch: readonly EngineEvent[]): Promise<void> | undefined {
    if (!this.#stream) {
      for (const event of batch) this.#held.push(event)
      return undefined
    }
    if (this.sent) return this.#emit(batch)
    this.sent = true
    const { engine, model } = this.#choice
    return this.#emit([{ type: 'engine', engine: engine.id, model }, ...batch])
  }

  answer(): Answer {
    return collect(this.#choice.engine.id, this.#choice.model, this.#held)
  }
}
