import { type Caller, requireCapability } from '../../core/caller.ts'
import type { Accounts } from '../../core/engines/accounts.ts'
import { MODEL_LOAD_WAIT_MS, pausesOf } from '../../core/engines/answer.ts'
import { type EngineLanes, SHARED_LANE } from '../../core/engines/engine-lanes.ts'
import {
  failedAccount,
  noEngineError,
  refusalError,
  sizes,
} from '../../core/engines/no-engine-error.ts'
import type { VectorChoice, VectorModels } from '../../core/engines/vector-models.ts'
import type { TaskContext } from '../../core/tasks/define-task.ts'
import { asFailure, EngineFailure } from '../../engines/contract/failure.ts'
import type { VectorSource, VectorUse } from '../../engines/contract/vectors.ts'
import { pauseFor } from '../../platform/deadline.ts'
import { AppError } from '../../platform/errors.ts'
import type { Log } from '../../platform/log.ts'

/** Items that a model is given at a time; then others may go first. @limit embedding-batch count */
export const MAX_BATCH_ITEMS = 32
/** The same in characters, of items that are long. @limit embedding-batch-characters characters */
export const MAX_BATCH_CHARACTERS = 100_000
/** Work on one request, without its waits. @limit embedding-work minutes */
export const MAX_WORK_MS = 30 * 60_000

export interface ModelWorkOptions {
  vectorModels: VectorModels
  accounts: Accounts
  engineLanes: EngineLanes
  /** Called when an engine has failed, as its server may be gone. */
  onFailure: () => void
  modelLoadWaitMs?: number
  log: Log
  /** UTC milliseconds. */
  now: () => number
}

/**
 * For requests of clients; or for the service itself, which asks for what a caller may see already,
 * whatever the caller's key may do.
 */
export type TaskForm = 'client' | 'service'

/** What the kinds of work of these models share, and how they choose the model. */
export function modelTask(
  use: VectorUse,
  form: TaskForm,
  { vectorModels, engineLanes }: Pick<ModelWorkOptions, 'vectorModels' | 'engineLanes'>,
) {
  const isClient = form === 'client'
  const allowed = (caller: Caller) => (isClient ? caller : { ...caller, engines: null })
  return {
    /** @throws {AppError} As of `VectorModels.select` */
    async choose(caller: Caller, model: string): Promise<VectorChoice> {
      await vectorModels.refresh(allowed(caller), use, model)
      return vectorModels.select(allowed(caller), use, model)
    },
    shared: {
      lanes: [SHARED_LANE],
      firstLane(caller: Caller, { model }: { model: string }) {
        const choice = vectorModels.peek(allowed(caller), use, model)
        return choice === undefined ? SHARED_LANE : engineLanes.of(choice.engine.id)
      },
      admission: isClient ? 'embedding' : undefined,
      authorize(caller: Caller) {
        if (isClient) requireCapability(caller, 'embeddings')
      },
      durationKey: ({ model }: { model: string }) => model,
    },
  } as const
}

/** A request for one model. */
interface ModelRequest {
  choice: VectorChoice
  /** What the calls are counted under. */
  surface: string
  /** Code points of the whole request. */
  characters: number
  /** The field of a request that holds the texts, for messages. */
  param: string
}

/**
 * The work of one model on one request, batch by batch. Between two batches others may go first. It is
 * one record in the usage, however it ends.
 */
export class ModelWork {
  readonly #options: ModelWorkOptions
  readonly #request: ModelRequest
  readonly #context: TaskContext

  constructor(options: ModelWorkOptions, request: ModelRequest, context: TaskContext) {
    this.#options = options
    this.#request = request
    this.#context = context
  }

  /**
   * Has each batch answered in turn.
   *
   * @param ask Asks the model for one batch
   * @param take Takes the answer of a batch. @throws {AppError} to end the work
   * @returns The tokens that the server has counted in all; 0 where it does not
   * @throws {AppError} `engine_refused`, `context_length_exceeded`, `no_engine`, `request_timeout`
   */
  async each<item, answer extends { tokens: number }>(
    batches: readonly (readonly item[])[],
    ask: (source: VectorSource, batch: readonly item[], signal: AbortSignal) => Promise<answer>,
    take: (answer: answer) => void,
  ): Promise<number> {
    const { accounts, engineLanes, now } = this.#options
    const { choice } = this.#request
    const { engine, model } = choice
    const candidate = { engine, model: model.name }
    const { isOwner = false } = this.#context.caller
    if (model.fault !== undefined)
      throw this.#error(new EngineFailure('model_broken', `${model.name}: ${model.fault}`))
    if (!accounts.canAnswer(candidate))
      throw noEngineError(accounts.problems(candidate), { isOwner, now: now() })
    const lane = engineLanes.of(engine.id)
    const total = batches.reduce((sum, batch) => sum + batch.length, 0)
    let done = 0
    let tokens = 0
    let workedMs = 0
    let outcome = 'abandoned'
    try {
      for (const batch of batches) {
        if (this.#context.lane !== lane) await this.#context.enterLane(lane)
        else if (done > 0) await this.#context.yieldLane()
        const start = performance.now()
        if (workedMs > MAX_WORK_MS)
          throw new AppError(
            'request_timeout',
            `The model has worked for ${MAX_WORK_MS / 60_000} minutes: send fewer texts at once`,
          )
        const answer = await this.#patiently((signal) => ask(choice.vectors, batch, signal))
        workedMs += performance.now() - start
        take(answer)
        tokens += answer.tokens
        done += batch.length
        this.#context.reportProgress({ done, total, unit: 'texts' })
      }
      outcome = 'succeeded'
      return tokens
    } catch (error) {
      if (this.#context.signal.aborted) {
        outcome = 'cancelled'
        throw error
      }
      if (error instanceof AppError) throw error
      const failure = asFailure(error)
      outcome = failure.verdict
      if (failure.verdict !== 'request') this.#options.onFailure()
      throw this.#error(failure)
    } finally {
      this.#record(outcome, workedMs)
    }
  }

  /** Asks again while the server still loads its model. */
  async #patiently<answer>(call: (signal: AbortSignal) => Promise<answer>): Promise<answer> {
    const { modelLoadWaitMs = MODEL_LOAD_WAIT_MS } = this.#options
    for (const pauseMs of pausesOf(modelLoadWaitMs)) {
      try {
        return await this.#call(call)
      } catch (error) {
        if (!(error instanceof EngineFailure) || error.kind !== 'loading') throw error
        await pauseFor(pauseMs, this.#context.signal)
      }
    }
    return await this.#call(call)
  }

  async #call<answer>(call: (signal: AbortSignal) => Promise<answer>): Promise<answer> {
    const { engine, model } = this.#request.choice
    const { signal } = this.#context
    const account = engine.accounts.find((one) => engine.hasModel?.(one, model.name) !== false)
    const reserved = account && engine.reserve?.(account, signal)
    using _place = reserved && (await reserved)
    this.#context.asks(engine.label, model.name)
    const limit = AbortSignal.timeout(engine.timeoutMs)
    try {
      return await call(AbortSignal.any([signal, limit]))
    } catch (error) {
      if (!limit.aborted || signal.aborted) throw error
      throw new EngineFailure('timeout', 'The engine did not answer in time', { cause: error })
    }
  }

  #error(failure: EngineFailure): AppError {
    const { choice, param } = this.#request
    const { engine, model } = choice
    const [account = { id: '' }] = engine.accounts
    const { isOwner = false, requestId } = this.#context.caller
    const { log, now } = this.#options
    log.warn(
      { requestId, engine: engine.id, outcome: failure.verdict, evidence: failure.message },
      'A model call failed',
    )
    if (failure.kind === 'context_exceeded')
      return new AppError(
        'context_length_exceeded',
        `A text is too long for the model ${engine.id}/${model.name}${sizes(failure.context)}`,
        { cause: failure, param },
      )
    const problem = failedAccount({ engine, account }, failure)
    return failure.verdict === 'request'
      ? refusalError(problem, failure, { isOwner })
      : noEngineError([problem], { isOwner, now: now() })
  }

  #record(outcome: string, workedMs: number): void {
    const { choice, surface, characters } = this.#request
    this.#context.record({
      type: 'model_call',
      surface,
      outcome,
      engine: choice.engine.id,
      account: choice.engine.accounts[0]?.id ?? '',
      model: choice.model.name,
      queueMs: this.#context.queueMs,
      firstTextMs: undefined,
      totalMs: Math.round(workedMs),
      charactersIn: characters,
      charactersOut: 0,
    })
  }
}

/** Divides items into batches that a model works on for a short time each. */
export function batchesOf<item>(
  items: readonly item[],
  charactersOf: (item: item) => number,
): item[][] {
  const batches: item[][] = []
  let characters = 0
  for (const one of items) {
    const own = charactersOf(one)
    const batch = batches.at(-1)
    const isFull =
      batch === undefined ||
      batch.length >= MAX_BATCH_ITEMS ||
      characters + own > MAX_BATCH_CHARACTERS
    if (isFull) batches.push([one])
    else batch.push(one)
    characters = isFull ? own : characters + own
  }
  return batches
}
