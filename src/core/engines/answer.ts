import type { Account } from '../../engines/contract/account.ts'
import {
  asFailure,
  EngineFailure,
  type FailureKind,
  MAX_LOST_MACHINES,
} from '../../engines/contract/failure.ts'
import type { Engine, EngineEvent, Message, Turn } from '../../engines/contract/text.ts'
import { pauseFor } from '../../platform/deadline.ts'
import { AppError } from '../../platform/errors.ts'
import type { Log } from '../../platform/log.ts'
import type { TaskContext } from '../tasks/define-task.ts'
import type { Candidate } from './account-state.ts'
import type { Accounts } from './accounts.ts'
import { Attempt } from './attempt.ts'
import { type Answer, AnswerCollector } from './collect-answer.ts'
import type { EngineLanes } from './engine-lanes.ts'
import {
  brokenAnswerError,
  contextError,
  failedAccount,
  noEngineError,
  refusalError,
  type UnavailableAccount,
} from './no-engine-error.ts'
import { type Choice, Rotation } from './rotation.ts'
import type { TextEvent } from './text-event.ts'

/**
 * How long an account is preferred for a conversation after its last answer; providers keep a prompt
 * for about as long. @limit warm-account minutes
 */
export const WARM_MS = 10 * 60_000
/** How many requests are remembered; the one used longest ago is forgotten first. @limit warm-requests count */
export const MAX_WARM_REQUESTS = 10_000

interface WarmRequest {
  choice: Choice
  /** Of its conversation: the hash of the first request. */
  conversation: bigint
  /** UTC milliseconds. */
  until: number
}

/**
 * Remembers which account has answered a request, because its prompt cache then holds the beginning of
 * the next turn. A conversation is known by its messages, whichever client sends them.
 */
export class PromptAffinity {
  readonly #now: () => number
  /** By the hash of a caller and all messages of the request; the one used longest ago first. */
  readonly #requests = new Map<bigint, WarmRequest>()

  /** @param now UTC milliseconds */
  constructor(now: () => number) {
    this.#now = now
  }

  /** A request, which may go on from an earlier one of the same owner. */
  of(owner: string, messages: readonly Message[]): Prompt {
    return new Prompt(owner, messages, this)
  }

  /** The longest of these requests, by their hashes, the shortest first. */
  find(hashes: readonly bigint[]): Omit<WarmRequest, 'until'> | undefined {
    for (const hash of hashes.toReversed()) {
      const found = this.#requests.get(hash)
      if (found !== undefined) return found.until > this.#now() ? found : undefined
    }
    return undefined
  }

  add(hash: bigint, request: Omit<WarmRequest, 'until'>): void {
    this.#requests.delete(hash)
    this.#requests.set(hash, { ...request, until: this.#now() + WARM_MS })
    const [oldest] = this.#requests.keys()
    if (this.#requests.size > MAX_WARM_REQUESTS && oldest !== undefined)
      this.#requests.delete(oldest)
  }
}

/** The messages of one request. They are hashed only where there is a choice between accounts or slots. */
class Prompt {
  readonly #owner: string
  readonly #messages: readonly Message[]
  readonly #affinity: PromptAffinity
  #hashes: readonly bigint[] | undefined

  constructor(owner: string, messages: readonly Message[], affinity: PromptAffinity) {
    this.#owner = owner
    this.#messages = messages
    this.#affinity = affinity
  }

  /** The account that has the beginning of this request in its cache, as far as is known. */
  warmAccount({ engine, model }: Candidate): Account | undefined {
    if (engine.accounts.length < 2) return undefined
    const choice = this.#affinity.find(this.#prefixes())?.choice
    return choice?.engine === engine && choice.model === model ? choice.account : undefined
  }

  /** What all turns of its conversation have in common; undefined where the engine does not use it. */
  conversationFor({ hasPromptSlots }: Engine): string | undefined {
    return hasPromptSlots === true ? this.#conversation()?.toString(36) : undefined
  }

  /** Remembers which account has read this request. */
  answeredBy(choice: Choice): void {
    const { accounts, hasPromptSlots } = choice.engine
    if (accounts.length < 2 && hasPromptSlots !== true) return
    const whole = this.#prefixes().at(-1)
    const conversation = this.#conversation()
    if (whole !== undefined && conversation !== undefined)
      this.#affinity.add(whole, { choice, conversation })
  }

  #conversation(): bigint | undefined {
    const prefixes = this.#prefixes()
    return this.#affinity.find(prefixes)?.conversation ?? prefixes.at(-1)
  }

  /** The hash of each beginning of the messages, the shortest first. */
  #prefixes(): readonly bigint[] {
    if (this.#hashes !== undefined) return this.#hashes
    let hash = Bun.hash.wyhash(this.#owner)
    this.#hashes = this.#messages.map((message) => {
      hash = Bun.hash.wyhash(JSON.stringify(message), hash)
      return hash
    })
    return this.#hashes
  }
}

/**
 * How long a request waits for models that their servers still load. @limit model-load-wait seconds
 */
export const MODEL_LOAD_WAIT_MS = 30_000
/** The wait is divided into pauses, each twice as long as the one before. */
const LOAD_PAUSES = 5

/** A request for an answer, with the engines that may give it. */
export interface Question {
  turn: Omit<Turn, 'model'>
  /** Code points of the turn's messages. */
  characters: number
  candidates: readonly Candidate[]
  surface: string
  /** Whether errors name engines as subscriptions, as its surface has it. */
  saysSubscription?: boolean | undefined
  /** Emitted with the first event of the answer, and not when there is none. */
  firstEvents?: readonly TextEvent[]
}

interface TextGenerationOptions {
  accounts: Accounts
  /** UTC milliseconds. */
  now: () => number
  modelLoadWaitMs?: number
  /** Text of one answer, in bytes of UTF-8; what is longer is cut. */
  maxAnswerBytes: number
  lanes: EngineLanes
  log: Log
}

/**
 * Gets an answer from the first account that can give one. After a failure the next account is
 * tried at once, unless text was already sent: an answer comes whole from one account.
 */
export class TextGeneration {
  readonly #options: TextGenerationOptions
  readonly #affinity: PromptAffinity

  constructor(options: TextGenerationOptions) {
    this.#options = options
    this.#affinity = new PromptAffinity(options.now)
  }

  /**
   * A streamed answer is emitted as events while it arrives, and the returned answer is empty. Any
   * other answer is buffered and returned whole. While nothing but models that are still loading
   * could answer, they are asked again for up to 30 seconds. An answer whose text reaches its bound is
   * cut there, stopped at its source, and ends with the reason `length`.
   *
   * @throws {AppError} `engine_refused` when the request itself is at fault or no engine can take
   * it, `context_length_exceeded` when it fits no model, `engine_failed` after text was sent,
   * `no_engine` when no account could answer
   */
  async answer(question: Question, context: TaskContext<TextEvent>): Promise<Answer> {
    const { accounts, modelLoadWaitMs = MODEL_LOAD_WAIT_MS, now } = this.#options
    const { isOwner = false } = context.caller
    const attempted = new FailedAttempts()
    let candidates = question.candidates
    const first = await this.#tryEach(question, context, attempted)
    if (first !== undefined) return first
    for (const pauseMs of pausesOf(modelLoadWaitMs)) {
      if (attempted.lostMachines >= MAX_LOST_MACHINES) break
      candidates = candidates.filter(({ engine }) => attempted.isLoading(engine))
      if (candidates.length === 0) break
      await pauseFor(pauseMs, context.signal)
      const answer = await this.#tryEach({ ...question, candidates }, context, attempted)
      if (answer !== undefined) return answer
    }
    const refusal = attempted.refusalOf(question.candidates, { isOwner })
    if (refusal !== undefined) throw refusal
    throw noEngineError(attempted.problemsOf(question.candidates, accounts), {
      isOwner,
      modelHasRun: attempted.hasRun,
      unexplained: attempted.unexplained,
      now: now(),
      saysSubscription: question.saysSubscription,
    })
  }

  /** @returns undefined when every account that may be asked has failed */
  async #tryEach(
    question: Question,
    context: TaskContext<TextEvent>,
    attempted: FailedAttempts,
  ): Promise<Answer | undefined> {
    const { accounts, lanes, maxAnswerBytes } = this.#options
    const { isOwner = false, owner } = context.caller
    const prompt = this.#affinity.of(owner, question.turn.messages)
    const rotation = new Rotation(accounts, question.candidates, (one) => prompt.warmAccount(one))
    for (let choice = rotation.next(); choice !== undefined; choice = rotation.next()) {
      if (attempted.lostMachines >= MAX_LOST_MACHINES) return undefined
      // What one account of an engine refuses, all of its accounts refuse.
      if (attempted.hasRefused(choice.engine)) continue
      const lane = lanes.of(choice.engine.id)
      if (context.lane !== lane) await context.enterLane(lane)
      const reserved = choice.engine.reserve?.(choice.account, context.signal)
      using _place = reserved && (await reserved)
      context.asks(choice.engine.label, choice.model)
      const attempt = new Attempt(choice, context, maxAnswerBytes)
      const output = new AttemptOutput(choice, question, context)
      let failure: EngineFailure | undefined
      let ownError: AppError | undefined
      try {
        const { turn } = question
        const conversation = prompt.conversationFor(choice.engine)
        const asked = conversation === undefined ? turn : { ...turn, conversation }
        await attempt.run(asked, (batch) => output.write(batch))
      } catch (error) {
        // Raised by `emit`, for a client that does not read. It is not the engine's failure.
        if (error instanceof AppError) ownError = error
        else failure = asFailure(error)
      }
      if (attempt.hasContent) prompt.answeredBy(choice)
      if (failure !== undefined) attempted.add(choice, failure)
      const isRefusal = failure?.verdict === 'request' && failure.retryableElsewhere
      // A client that disconnects says nothing about the account.
      if (failure !== undefined && !context.signal.aborted) {
        if (!isRefusal || output.isPublished) rotation.failed(choice, failure)
      } else if (failure === undefined && ownError === undefined) rotation.succeeded(choice)
      // Each attempt is recorded once, however it ended.
      this.#record(
        question,
        choice,
        attempt,
        context,
        ownError === undefined ? failure : 'abandoned',
      )
      if (ownError !== undefined) throw ownError
      if (failure === undefined) return output.answer()
      context.signal.throwIfAborted()
      const problem = failedAccount(choice, failure)
      if (output.isPublished) throw brokenAnswerError(problem, failure, { isOwner })
      if (failure.verdict === 'request' && !isRefusal)
        throw refusalError(problem, failure, { isOwner })
    }
    return undefined
  }

  #record(
    { surface, characters }: Question,
    { engine, account, model }: Choice,
    attempt: Attempt,
    context: TaskContext<TextEvent>,
    end: EngineFailure | 'abandoned' | undefined,
  ): void {
    const result = attempt.result(end)
    if (end instanceof EngineFailure && result.outcome !== 'cancelled') {
      const { requestId } = context.caller
      this.#options.log.warn(
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
    const { outcome, firstTextMs, totalMs, charactersOut } = result
    context.record({
      type: 'model_call',
      surface,
      engine: engine.id,
      account: account.id,
      model,
      outcome,
      queueMs: context.queueMs,
      firstTextMs,
      totalMs,
      charactersIn: characters,
      charactersOut,
    })
  }
}

/** Emits the events of one attempt, or collects them into a whole answer. */
class AttemptOutput {
  readonly #choice: Choice
  readonly #stream: boolean
  readonly #firstEvents: readonly TextEvent[]
  readonly #context: TaskContext<TextEvent>
  readonly #collector: AnswerCollector
  /** Whether an event was emitted. Then no other engine may answer. */
  isPublished = false

  constructor(
    choice: Choice,
    { turn, firstEvents = [] }: Question,
    context: TaskContext<TextEvent>,
  ) {
    this.#choice = choice
    this.#collector = new AnswerCollector(choice.engine.id, choice.model)
    this.#stream = turn.stream
    this.#firstEvents = firstEvents
    this.#context = context
  }

  write(batch: readonly EngineEvent[]): Promise<void> | undefined {
    if (!this.#stream) {
      this.#collector.add(batch)
      return undefined
    }
    if (this.isPublished) return this.#context.emit(batch)
    this.isPublished = true
    const { engine, model } = this.#choice
    return this.#context.emit([
      ...this.#firstEvents,
      { type: 'engine', engine: engine.id, model },
      ...batch,
    ])
  }

  answer(): Answer {
    return this.#collector.answer()
  }
}

/** The pauses of a wait, each twice as long as the one before. */
export function pausesOf(totalMs: number): number[] {
  const first = totalMs / (2 ** LOAD_PAUSES - 1)
  return Array.from({ length: LOAD_PAUSES }, (_, at) => first * 2 ** at)
}

/** Failures of a model that has worked; with any other, the request has not reached one. */
const FAILED_WORK: ReadonlySet<FailureKind> = new Set(['transient', 'unknown', 'empty', 'timeout'])

/** The attempts of one request that have failed. */
class FailedAttempts {
  /** The last failure of each account. */
  readonly #failures = new Map<string, { problem: UnavailableAccount; failure: EngineFailure }>()
  /** How many machines went away while they worked on the request. */
  lostMachines = 0

  add(choice: Choice, failure: EngineFailure): void {
    if (failure.isMachineLost) this.lostMachines += 1
    const problem = failedAccount(choice, failure)
    this.#failures.set(nameOf(problem), { problem, failure })
  }

  /** Whether a model has worked on the request, as far as is known. */
  get hasRun(): boolean {
    return [...this.#failures.values()].some(({ failure }) => FAILED_WORK.has(failure.kind))
  }

  /** A failure that no engine has explained, where there is no other kind. */
  get unexplained(): EngineFailure | undefined {
    const failures = [...this.#failures.values()].map(({ failure }) => failure)
    return failures.every(({ verdict }) => verdict === 'unknown') ? failures[0] : undefined
  }

  /** Whether an engine cannot take the request, while another one may. */
  hasRefused(engine: Engine): boolean {
    return this.#failures.size > 0 && this.#refusal(engine) !== undefined
  }

  /** Whether the server of an engine is still loading its model. */
  isLoading(engine: Engine): boolean {
    return this.#of(engine).some(({ failure }) => failure.kind === 'loading')
  }

  /** The error of a request that every candidate has refused; undefined for any other. */
  refusalOf(candidates: readonly Candidate[], telling: { isOwner: boolean }): AppError | undefined {
    const refusals = candidates.flatMap(({ engine }) => this.#refusal(engine) ?? [])
    const [first] = refusals
    if (first === undefined || refusals.length < candidates.length) return undefined
    const tooLong = refusals.filter(({ failure }) => failure.kind === 'context_exceeded')
    return tooLong.length > 0
      ? contextError(
          tooLong.map(({ problem, failure }) => [problem, failure] as const),
          telling,
        )
      : refusalError(first.problem, first.failure, telling)
  }

  /** Why each account did not answer: what its attempt failed with, else why it was not asked. */
  problemsOf(candidates: readonly Candidate[], accounts: Accounts): UnavailableAccount[] {
    const problems = new Map<string, UnavailableAccount>()
    for (const candidate of candidates) {
      for (const { problem } of this.#of(candidate.engine)) problems.set(nameOf(problem), problem)
      for (const problem of accounts.problems(candidate)) {
        if (!problems.has(nameOf(problem))) problems.set(nameOf(problem), problem)
      }
    }
    return [...problems.values()]
  }

  #of(engine: Engine) {
    return [...this.#failures.values()].filter(({ problem }) => problem.engine === engine)
  }

  #refusal(engine: Engine) {
    return this.#of(engine).find(
      ({ failure }) => failure.verdict === 'request' && failure.retryableElsewhere,
    )
  }
}

function nameOf({ engine, account }: Pick<UnavailableAccount, 'engine' | 'account'>): string {
  return `${engine.id}/${account.id}`
}
