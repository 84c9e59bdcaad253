import type { Static, TSchema } from '@sinclair/typebox'
import { matches } from '../../platform/check.ts'
import { AppError } from '../../platform/errors.ts'
import { STOPPING_RETRY_AFTER_SECONDS } from './admission.ts'
import type { TaskDefinition } from './define-task.ts'
import type { Lease } from './lease.ts'
import type { Run, RunEnd } from './run.ts'

/** The run of a waiting client, and the lease that it holds meanwhile. */
export class LeasedRequest {
  readonly lease: Lease | undefined
  readonly #signal: AbortSignal
  readonly #cancel = () => this.#run?.cancel()
  #run: Run | undefined
  #isKept = false
  #isClosed = false

  /** @param signal Fires when the client disconnects */
  constructor(lease: Lease | undefined, signal: AbortSignal) {
    this.lease = lease
    this.#signal = signal
  }

  /** Cancels the run when the client disconnects. */
  attach<run extends Run>(run: run): run {
    this.#run = run
    this.#signal.addEventListener('abort', this.#cancel)
    if (this.#signal.aborted || this.#isClosed) run.cancel()
    return run
  }

  /** Keeps the lease after the handler, while the answer is being sent. @returns Releases it */
  keepOpen(): () => void {
    this.#isKept = true
    return () => this.close()
  }

  /** Transfers the lease to a job, which releases it at its end. */
  handOver(): Lease | undefined {
    this.#isKept = true
    return this.lease?.giveToJob()
  }

  /** Resolves when the run has ended; at once where there is none. */
  get ended(): Promise<unknown> {
    return this.#run?.ended ?? Promise.resolve()
  }

  get isKept(): boolean {
    return this.#isKept
  }

  /** Cancels the run, and releases the lease when it has ended. */
  close(): void {
    this.#isClosed = true
    this.#signal.removeEventListener('abort', this.#cancel)
    this.#run?.cancel()
    this.lease?.releaseAfter(this.#run)
  }
}

/**
 * Does the work of a client that waits for it, and gives the lease back afterwards: when the work
 * is done or has failed, or when what it keeps open is closed.
 */
export async function withLease<value>(
  lease: Lease | undefined,
  signal: AbortSignal,
  work: (request: LeasedRequest) => Promise<value>,
): Promise<value> {
  const request = new LeasedRequest(lease, signal)
  let isDone = false
  try {
    const value = await work(request)
    isDone = true
    return value
  } finally {
    if (!isDone || !request.isKept) request.close()
  }
}

/**
 * Waits for a run's result.
 *
 * @throws What the run failed with; `cancelled`, `stopping`
 */
export async function resultOf<result extends TSchema>(
  { kind, result }: Pick<TaskDefinition<TSchema, result>, 'kind' | 'result'>,
  run: Run,
): Promise<Static<result>> {
  const end = await run.ended
  if (end.status !== 'succeeded') throw failureOf(end)
  // It may come from another process.
  if (matches(result, end.result)) return end.result
  throw new Error(`A run of ${kind} gave a result that is not as declared`)
}

/** A run that did not succeed, as the error to answer with. */
export function failureOf(end: Exclude<RunEnd, { status: 'succeeded' }>): unknown {
  if (end.status === 'failed') return end.error
  return end.reason === 'stopping'
    ? new AppError('stopping', 'The service was stopped before the answer was whole', {
        retryAfterSeconds: STOPPING_RETRY_AFTER_SECONDS,
      })
    : new AppError(
        'cancelled',
        end.reason === 'owner'
          ? 'The owner of this service has cancelled the request'
          : 'The request was cancelled',
      )
}
