import { deadline } from '../../platform/deadline.ts'
import { AppError } from '../../platform/errors.ts'
import type { Run } from './run.ts'

const RETRY_AFTER_SECONDS = 5

/** Whom a lease is for. */
interface LeaseHolder {
  owner: string
  /** Id of the device, when the caller is one. */
  deviceId?: string | undefined
}

/** What the admission does where a lease changes; the same for all of its leases. */
export interface LeaseHooks {
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
  readonly #hooks: LeaseHooks
  /** Of those who wait for it. */
  #grant: PromiseWithResolvers<void> | undefined
  #refusal: AppError | undefined
  #state: 'pending' | 'granted' | 'released' = 'pending'
  #isJobs = false

  constructor({ owner, deviceId }: LeaseHolder, hooks: LeaseHooks) {
    this.#hooks = hooks
    this.owner = owner
    this.deviceId = deviceId
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
    if (this.#refusal !== undefined) throw this.#refusal
    if (this.#state !== 'pending') return
    this.#grant ??= Promise.withResolvers()
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
    this.#grant?.resolve()
  }

  /** Ends the wait with an error; has no effect once it is granted. */
  refuse(error: AppError): void {
    if (this.#state !== 'pending') return
    this.#state = 'released'
    this.#refusal = error
    this.#grant?.reject(error)
    this.#hooks.onWithdraw(this)
  }

  /** Transfers the lease of a request to its job. */
  giveToJob(): this {
    this.#isJobs = true
    return this
  }

  /** Lets others be admitted in its place, until the pause is disposed of: then it counts again. */
  pause(): Disposable {
    const turn = (isPaused: boolean) => {
      if (this.#state === 'granted') this.#hooks.onPause(this, isPaused)
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
    this.#hooks.onRelease(this)
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
