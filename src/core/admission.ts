import { AppError } from '../platform/errors.ts'

/** Running or waiting model requests. Spec: Limits, Admission of model requests. */
const MAX_ADMITTED = 8
/** Of these, at most this many of one owner. */
const MAX_ADMITTED_PER_OWNER = 2
const RETRY_AFTER_SECONDS = 5
const STOPPING_RETRY_AFTER_SECONDS = 20

/** A place among the admitted; disposing it twice is harmless. */
export interface Lease extends Disposable {
  readonly owner: string
}

/** Counts model requests, so that too many are refused before anything of them is kept. */
export class Admission {
  readonly #byOwner = new Map<string, number>()
  #admitted = 0
  #closed = false

  /**
   * Admits one model request, or refuses it at once.
   *
   * @param owner Key id or user id; at most 2 leases each, 8 in all
   * @returns A lease; dispose it when the last byte has been sent or the job has ended
   * @throws {AppError} `busy`, with `retryAfterSeconds: 5`; `stopping` after {@link close}
   */
  enter(owner: string): Lease {
    if (this.#closed) {
      throw new AppError('stopping', 'The service is stopping: no new work is taken', {
        retryAfterSeconds: STOPPING_RETRY_AFTER_SECONDS,
      })
    }
    if (this.#admitted >= MAX_ADMITTED)
      throw busy(`${MAX_ADMITTED} requests are already running or waiting`)
    if ((this.#byOwner.get(owner) ?? 0) >= MAX_ADMITTED_PER_OWNER) {
      throw busy(`${MAX_ADMITTED_PER_OWNER} of your requests are already running or waiting`)
    }
    return this.restore(owner)
  }

  /** The place of a job that had one before a restart: never refused. */
  restore(owner: string): Lease {
    this.#admitted += 1
    this.#byOwner.set(owner, (this.#byOwner.get(owner) ?? 0) + 1)
    let held = true
    return {
      owner,
      [Symbol.dispose]: () => {
        if (!held) return
        held = false
        this.#leave(owner)
      },
    }
  }

  /** Refuses everything from now on. */
  close(): void {
    this.#closed = true
  }

  get closed(): boolean {
    return this.#closed
  }

  snapshot(): {
    admitted: number
    max: number
    max_per_owner: number
    owners: Record<string, number>
  } {
    return {
      admitted: this.#admitted,
      max: MAX_ADMITTED,
      max_per_owner: MAX_ADMITTED_PER_OWNER,
      owners: Object.fromEntries(this.#byOwner),
    }
  }

  #leave(owner: string): void {
    this.#admitted -= 1
    const left = (this.#byOwner.get(owner) ?? 1) - 1
    if (left === 0) this.#byOwner.delete(owner)
    else this.#byOwner.set(owner, left)
  }
}

function busy(reason: string): AppError {
  return new AppError('busy', `Try again in ${RETRY_AFTER_SECONDS} seconds: ${reason}`, {
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  })
}
