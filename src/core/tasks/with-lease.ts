import { AppError } from '../../platform/errors.ts'
import type { Lease } from './lease.ts'
import type { Run } from './run.ts'
import type { RunEnd } from './task.ts'

const STOPPING_RETRY_AFTER_SECONDS = 20

/** The place of one waiting client among the admitted: freed once, whatever ends the work. */
export class RequestLease {
  readonly #lease: Lease
  readonly #signal: AbortSignal
  readonly #leave = () => this.#run?.cancel()
  #run: Run | undefined
  #kept = false
  #handedOver = false
  #freed = false

  constructor(lease: Lease, signal: AbortSignal) {
    this.#lease = lease
    this.#signal = signal
  }

  /** Ties a run to the client: when the client leaves, the run is stopped at its source. */
  hold(run: Run): Run {
    this.#run = run
    this.#signal.addEventListener('abort', this.#leave)
    if (this.#signal.aborted || this.#freed) run.cancel()
    return run
  }

  /**
   * @returns The held run's result
   * @throws What the run failed with
   */
  async result(run: Run): Promise<unknown> {
    const end = await run.ended
    if (end.status === 'succeeded') return end.result
    throw failureOf(end)
  }

  /** Keeps the place beyond the handler, for an answer that is still being sent. @returns Frees it */
  keep(): () => void {
    this.#kept = true
    return () => this.free()
  }

  /** Gives the place away, to a job that frees it at its own end. */
  handOver(): Lease {
    this.#kept = true
    this.#handedOver = true
    return this.#lease
  }

  get kept(): boolean {
    return this.#kept
  }

  /** Stops what still runs, and gives the place back when it has ended. */
  free(): void {
    this.#freed = true
    this.#signal.removeEventListener('abort', this.#leave)
    if (this.#handedOver) return
    // At once where it can be: the next in line need not wait for a turn of the microtasks.
    if (this.#run === undefined || this.#run.finished) {
      this.#lease[Symbol.dispose]()
      return
    }
    this.#run.cancel()
    void this.#run.ended.then(() => this.#lease[Symbol.dispose]())
  }
}

/**
 * Does the work of a client that waits for it.
 *
 * @param held The client's lease; given back when the work is done, has failed, or was kept and freed
 * @param signal Fires when the client leaves
 */
export async function withLease<value>(
  held: Lease,
  signal: AbortSignal,
  work: (lease: RequestLease) => Promise<value>,
): Promise<value> {
  const lease = new RequestLease(held, signal)
  let done = false
  try {
    const value = await work(lease)
    done = true
    return value
  } finally {
    if (!done || !lease.kept) lease.free()
  }
}

/** A run that did not succeed, as the error to answer with. */
export function failureOf(end: Exclude<RunEnd, { status: 'succeeded' }>): unknown {
  if (end.status === 'failed') return end.error
  return end.reason === 'stopping'
    ? new AppError('stopping', 'The service was stopped before the answer was whole', {
        retryAfterSeconds: STOPPING_RETRY_AFTER_SECONDS,
      })
    : new AppError('cancelled', 'The request was cancelled')
}
