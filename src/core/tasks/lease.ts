import { deadline } from '../../platform/deadline.ts'
import { AppError } from '../../platform/errors.ts'
import type { Run } from './run.ts'

const RETRY_AFTER_SECONDS = 5

interface LeaseOptions {
  owner: string
  deviceId?: string | undefined
  /** Called once, when a granted lease is released. */
  onRelease: (lease: Lease) => void
  /** Called once, when the wait has ended without a lease. */
  onWithdraw: (lease: Lease) => void
  /** Called when a granted lease counts no more for a while, and when it counts again. */
  onPause: (lease: Lease, isPaused: boolean) => void
}

/**
 * The right to have one request of an admission class running or waiting, granted at once or later.
 * Disposing releases it, or ends the wait for it; disposing twice is harmless.
 */
export class Lease implements Disposable {
  readonly owner: string
  /** Id of the device, when the caller is one. */
  readonly deviceId: string | undefined
  readonly #options: LeaseOptions
  readonly #grant = Promise.withResolvers<void>()
  #state: 'pending' | 'granted' | 'released' = 'pending'
  #isJobs = false

  constructor(options: LeaseOptions) {
    this.#options = options
    this.owner = options.owner
    this.deviceId = options.deviceId
    // Nobody may be waiting for it when it is refused.
    this.#grant.promise.catch(() => {})
  }

  get isGranted(): boolean {
    return this.#state === 'granted'
  }

  /** Whether a job holds it, which may outlive this process; a request otherwise. */
  get isJobs(): boolean {
    return this.#isJobs
  }

  /**
   * Waits until it is granted.
   *
   * @param signal Fires when the client disconnects
   * @throws {AppError} `busy` when it is not granted in time, `cancelled`, `stopping`
   */
  async granted(signal: AbortSignal, waitMs: number): Promise<void> {
    const leave = () => this.refuse(cancelled())
    signal.addEventListener('abort', leave, { once: true })
    try {
      if (signal.aborted) leave()
      await deadline(this.#grant.promise, waitMs, {
        onTimeout: () => {
          throw notGranted(waitMs)
        },
      })
    } finally {
      signal.removeEventListener('abort', leave)
    }
  }

  /** Called by the admission. */
  grant(): void {
    this.#state = 'granted'
    this.#grant.resolve()
  }

  /** Ends the wait with an error; has no effect once it is granted. */
  refuse(error: AppError): void {
    if (this.#state !== 'pending') return
    this.#state = 'released'
    this.#grant.reject(error)
    this.#options.onWithdraw(this)
  }

  /** Transfers the lease of a request to its job. */
  giveToJob(): this {
    this.#isJobs = true
    return this
  }

  /** Lets others be admitted in its place, until the pause is disposed of: then it counts again. */
  pause(): Disposable {
    const turn = (isPaused: boolean) => {
      if (this.#state === 'granted') this.#options.onPause(this, isPaused)
    }
    turn(true)
    return { [Symbol.dispose]: () => turn(false) }
  }

  /** Releases it when the run has ended; at once when there is none. */
  releaseAfter(run: Run | undefined): void {
    if (run === undefined || run.finished) this[Symbol.dispose]()
    else void run.ended.then(() => this[Symbol.dispose]())
  }

  [Symbol.dispose](): void {
    // The error is made only where somebody may wait for it: its stack costs more than all the
    // rest.
    if (this.#state === 'pending') this.refuse(cancelled())
    if (this.#state !== 'granted') return
    this.#state = 'released'
    this.#options.onRelease(this)
  }
}

function cancelled(): AppError {
  return new AppError('cancelled', 'The request was cancelled')
}

function notGranted(waitMs: number): AppError {
  return new AppError(
    'busy',
    `Try again in ${RETRY_AFTER_SECONDS} seconds: no place was free within ${waitMs / 1000} seconds`,
    { retryAfterSeconds: RETRY_AFTER_SECONDS },
  )
}
