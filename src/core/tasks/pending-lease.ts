import { deadline } from '../../platform/deadline.ts'
import { AppError } from '../../platform/errors.ts'
import type { Lease } from './lease.ts'

const RETRY_AFTER_SECONDS = 5

/** Who stands in line. */
export interface Standing {
  /** User id. */
  owner: string
  /** The machine that asks. */
  deviceId?: string | undefined
}

interface PendingLeaseOptions extends Standing {
  /** Takes it out of the line. */
  onGivenUp: (pendingLease: PendingLease) => void
}

interface Patience {
  /** Fires when the client leaves. */
  signal: AbortSignal
  waitMs: number
}

/** Somebody in line for a place; disposing gives up the wait, or the place once it is there. */
export class PendingLease implements Lease {
  readonly owner: string
  readonly deviceId: string | undefined
  readonly #onGivenUp: (pendingLease: PendingLease) => void
  readonly #granted = Promise.withResolvers<void>()
  #lease: Lease | undefined

  constructor({ owner, deviceId, onGivenUp }: PendingLeaseOptions) {
    this.owner = owner
    this.deviceId = deviceId
    this.#onGivenUp = onGivenUp
    // Nobody may be waiting yet, or any more, when the wait ends.
    this.#granted.promise.catch(() => {})
  }

  /** Whether the place is there. */
  get ready(): boolean {
    return this.#lease !== undefined
  }

  /**
   * Resolves when the place is there.
   *
   * @throws {AppError} `busy` when it is not there in time, `cancelled`, `stopping`
   */
  async entered({ signal, waitMs }: Patience): Promise<void> {
    const leave = () => this.refuse(new AppError('cancelled', 'The request was cancelled'))
    signal.addEventListener('abort', leave, { once: true })
    try {
      if (signal.aborted) leave()
      await deadline(this.#granted.promise, waitMs, {
        onTimeout: () => {
          throw tooLate(waitMs)
        },
      })
    } finally {
      signal.removeEventListener('abort', leave)
    }
  }

  grant(lease: Lease): void {
    this.#lease = lease
    this.#granted.resolve()
  }

  /** Ends the wait; does nothing once the place is there. */
  refuse(error: AppError): void {
    if (this.ready) return
    this.#onGivenUp(this)
    this.#granted.reject(error)
  }

  [Symbol.dispose](): void {
    this.#lease?.[Symbol.dispose]()
    this.refuse(new AppError('cancelled', 'The request was cancelled'))
  }
}

function tooLate(waitMs: number): AppError {
  return new AppError(
    'busy',
    `Try again in ${RETRY_AFTER_SECONDS} seconds: no place was free within ${waitMs / 1000} seconds`,
    { retryAfterSeconds: RETRY_AFTER_SECONDS },
  )
}
