import { deadline } from '../../platform/deadline.ts'
import { AppError } from '../../platform/errors.ts'
import type { Run } from './run.ts'

/** Clients that may wait for a lease, each with its body in memory. @limit code-waiting count */
export const MAX_WAITING = 32
/** @limit code-waiting-owner count */
export const MAX_WAITING_PER_OWNER = 8
/** When a refused caller should come back. See Limits. */
export const RETRY_AFTER_SECONDS = 5
/** When a caller should come back to a service that stops. */
export const STOPPING_RETRY_AFTER_SECONDS = 20

/** The client of a lease. */
export interface LeaseCaller {
  owner: string
  /** Id of the device, when the caller is one. */
  deviceId?: string | undefined
  keyId?: string | null | undefined
}

/** The state of one admission class. */
export interface AdmissionLimits {
  /** Requests and jobs running or waiting. */
  max: number
  /** Of these, of a single owner. */
  maxPerOwner: number
}

/**
 * Model requests: chat, generate, agent tasks.
 *
 * @limit model-requests count max
 * @limit model-requests-owner count maxPerOwner
 */
export const MODEL_ADMISSION: AdmissionLimits = { max: 8, maxPerOwner: 2 }

export interface AdmissionState extends AdmissionLimits {
  admitted: number
  /** Clients that wait for a lease. */
  waiting: number
  /** Jobs of the last start. They are counted separately and do not use up the limits. */
  readmitted: number
  /** Leases by owner. */
  owners: Record<string, number>
}

/**
 * Bounds the requests and jobs of one class of work, so that too many are refused before their body
 * is read.
 */
export class Admission {
  readonly #limits: AdmissionLimits
  /** A list, for the reason given at the runs of `Queue`. */
  readonly #leases: Lease[] = []
  readonly #readmitted = new Set<Lease>()
  /** Of answers that wait for a person. */
  readonly #paused = new Set<Lease>()
  readonly #waiting = new Set<Lease>()
  // Made once: most of the cost of an error is its stack, and refusals under load must be cheap.
  readonly #allTaken: AppError
  readonly #ownersTaken: AppError
  readonly #hooks: LeaseHooks = {
    onRelease: (lease) => this.#release(lease),
    onWithdraw: (lease) => this.#waiting.delete(lease),
    onPause: (lease, isPaused) => this.#pause(lease, isPaused),
  }
  #isClosed = false

  constructor(limits: AdmissionLimits) {
    this.#limits = limits
    this.#allTaken = busy(`${limits.max} requests are already running or waiting`)
    this.#ownersTaken = busy(
      `${limits.maxPerOwner} of your requests are already running or waiting`,
    )
  }

  /**
   * Admits one request, or refuses it at once.
   *
   * @returns A lease; dispose it when the last byte has been sent or the job has ended
   * @throws {AppError} `busy`, with `retryAfterSeconds: 5`; `stopping` after {@link close}
   */
  tryAcquire(caller: LeaseCaller): Lease {
    if (this.#isClosed) throw stopping()
    const refusal = this.refusalFor(caller.owner)
    if (refusal !== undefined) throw refusal
    return this.#grant(new Lease(caller, this.#hooks))
  }

  /** Why an owner gets no lease now, with code `busy`; undefined when it gets one. */
  refusalFor(owner: string): AppError | undefined {
    if (this.#leases.length >= this.#limits.max) return this.#allTaken
    return this.#countOf(this.#leases, owner) >= this.#limits.maxPerOwner
      ? this.#ownersTaken
      : undefined
  }

  /**
   * Admits one request now, or when a lease is free, first come, first served.
   *
   * @returns A lease that may still be pending; dispose it in any case
   * @throws {AppError} `busy` when too many wait already; `stopping`
   */
  acquire(caller: LeaseCaller): Lease {
    if (this.#isClosed) throw stopping()
    const lease = new Lease(caller, this.#hooks)
    const refusal = this.refusalFor(caller.owner)
    if (refusal === undefined) return this.#grant(lease)
    const own = this.#countOf(this.#waiting, caller.owner)
    if (own >= MAX_WAITING_PER_OWNER || this.#waiting.size >= MAX_WAITING) throw refusal
    this.#waiting.add(lease)
    return lease
  }

  /** The lease of a job that had one before a restart. It is never refused and does not count. */
  readmit(caller: LeaseCaller): Lease {
    const lease = new Lease(caller, this.#hooks).giveToJob()
    this.#readmitted.add(lease)
    lease.grant()
    return lease
  }

  /** Ends the wait of callers whose credential is no longer valid. */
  refuseWhere(matches: (caller: LeaseCaller) => boolean): void {
    for (const lease of [...this.#waiting])
      if (matches(lease)) lease.refuse(new AppError('cancelled', 'The request was cancelled'))
  }

  /** Refuses all requests from now on, including the waiting ones. */
  close(): void {
    this.#isClosed = true
    for (const lease of [...this.#waiting]) lease.refuse(stopping())
  }

  /** Open requests: each from before its body is read until its last byte is sent. */
  get openRequests(): number {
    return this.#waiting.size + this.#leases.filter(({ isJobs }) => !isJobs).length
  }

  state(): AdmissionState {
    const owners: Record<string, number> = {}
    for (const { owner } of [...this.#leases, ...this.#readmitted])
      owners[owner] = (owners[owner] ?? 0) + 1
    return {
      ...this.#limits,
      admitted: this.#leases.length,
      waiting: this.#waiting.size,
      readmitted: this.#readmitted.size,
      owners,
    }
  }

  #grant(lease: Lease): Lease {
    this.#leases.push(lease)
    lease.grant()
    return lease
  }

  #release(lease: Lease): void {
    this.#readmitted.delete(lease)
    this.#paused.delete(lease)
    this.#leave(lease)
  }

  /** One that counts again is never refused; the limits are exceeded until another one ends. */
  #pause(lease: Lease, isPaused: boolean): void {
    if (!isPaused) {
      if (this.#paused.delete(lease)) this.#leases.push(lease)
    } else if (this.#leases.includes(lease)) {
      this.#paused.add(lease)
      this.#leave(lease)
    }
  }

  #leave(lease: Lease): void {
    const index = this.#leases.indexOf(lease)
    if (index === -1) return
    this.#leases.splice(index, 1)
    if (this.#waiting.size === 0) return
    for (const next of [...this.#waiting]) {
      if (this.refusalFor(next.owner) !== undefined) continue
      this.#waiting.delete(next)
      this.#grant(next)
    }
  }

  #countOf(leases: Iterable<Lease>, owner: string): number {
    let count = 0
    for (const lease of leases) if (lease.owner === owner) count += 1
    return count
  }
}

function busy(reason: string): AppError {
  return new AppError('busy', `Try again in ${RETRY_AFTER_SECONDS} seconds: ${reason}`, {
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  })
}

function stopping(): AppError {
  return new AppError('stopping', 'The service is stopping: no new work is taken', {
    retryAfterSeconds: STOPPING_RETRY_AFTER_SECONDS,
  })
}

/** The admission of every class of work. */
export class Admissions {
  readonly #classes = new Map<string, Admission>()
  #isClosed = false

  /** @param limits By class, such as `model` */
  constructor(limits: Readonly<Record<string, AdmissionLimits>>) {
    this.add(limits)
  }

  /** Adds classes, before the first request. */
  add(limits: Readonly<Record<string, AdmissionLimits>>): void {
    for (const [name, own] of Object.entries(limits)) this.#classes.set(name, new Admission(own))
  }

  of(name: string): Admission {
    const admission = this.#classes.get(name)
    if (admission === undefined) throw new Error(`There is no admission class ${name}`)
    return admission
  }

  /** Ends the wait of callers whose credential is no longer valid. */
  refuseWhere(matches: (caller: LeaseCaller) => boolean): void {
    for (const admission of this.#classes.values()) admission.refuseWhere(matches)
  }

  /** Refuses all requests from now on. */
  close(): void {
    this.#isClosed = true
    for (const admission of this.#classes.values()) admission.close()
  }

  get isClosed(): boolean {
    return this.#isClosed
  }

  /** Open requests of all classes. */
  get openRequests(): number {
    return [...this.#classes.values()].reduce((sum, { openRequests }) => sum + openRequests, 0)
  }

  state(): Record<string, AdmissionState> {
    return Object.fromEntries([...this.#classes].map(([name, one]) => [name, one.state()]))
  }
}

/** What the admission does where a lease changes; the same for all of its leases. */
interface LeaseHooks {
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

  constructor({ owner, deviceId }: LeaseCaller, hooks: LeaseHooks) {
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
