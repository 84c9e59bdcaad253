import { AppError } from '../../platform/errors.ts'
import type { Lease } from './lease.ts'
import { PendingLease, type Standing } from './pending-lease.ts'

/** Running or waiting model requests. See Limits. */
const MAX_ADMITTED = 8
/** Of these, at most this many of one owner. */
const MAX_ADMITTED_PER_OWNER = 2
/** Clients that may wait for a place, each with its body in memory. */
const MAX_IN_LINE = 32
const MAX_IN_LINE_PER_OWNER = 8
const RETRY_AFTER_SECONDS = 5
const STOPPING_RETRY_AFTER_SECONDS = 20

/** Counts model requests, so that too many are refused before anything of them is kept. */
export class Admission {
  /**
   * The owner of each lease. A list, as it is short: a map whose keys come and go with every request
   * leaves its old tables in memory until a full collection.
   */
  readonly #owners: string[] = []
  readonly #line = new Set<PendingLease>()
  // Made once: a refusal must cost less than the work it spares, and a stack is most of an error.
  readonly #full = busy(`${MAX_ADMITTED} requests are already running or waiting`)
  readonly #ownerFull = busy(
    `${MAX_ADMITTED_PER_OWNER} of your requests are already running or waiting`,
  )
  readonly #onLeave = (owner: string) => this.#leave(owner)
  #closed = false

  /**
   * Admits one model request, or refuses it at once.
   *
   * @param owner Key id or user id; at most 2 leases each, 8 in all
   * @returns A lease; dispose it when the last byte has been sent or the job has ended
   * @throws {AppError} `busy`, with `retryAfterSeconds: 5`; `stopping` after {@link close}
   */
  enter(owner: string): Lease {
    if (this.#closed) throw stopping()
    const full = this.full(owner)
    if (full !== undefined) throw full
    return this.restore(owner)
  }

  /** Why there is no place for somebody, with code `busy`; undefined when there is one. */
  full(owner: string): AppError | undefined {
    if (this.#owners.length >= MAX_ADMITTED) return this.#full
    let held = 0
    for (const other of this.#owners) if (other === owner) held += 1
    return held >= MAX_ADMITTED_PER_OWNER ? this.#ownerFull : undefined
  }

  /**
   * Admits one model request of the code surface, now or when a place is free, first come, first
   * served. See Limits.
   *
   * @returns A place or a stand in the line for one; dispose it as a lease
   * @throws {AppError} `busy` when the line itself is too long; `stopping`
   */
  line({ owner, deviceId }: Standing): PendingLease {
    if (this.#closed) throw stopping()
    const pendingLease = new PendingLease({
      owner,
      deviceId,
      onGivenUp: (one) => this.#line.delete(one),
    })
    const full = this.full(owner)
    if (full === undefined) {
      pendingLease.grant(this.restore(owner))
      return pendingLease
    }
    const own = this.#inLine((other) => other.owner === owner).length
    if (own >= MAX_IN_LINE_PER_OWNER || this.#line.size >= MAX_IN_LINE) throw full
    this.#line.add(pendingLease)
    return pendingLease
  }

  /** Ends every wait of those who may do nothing any more. */
  refuseAllOf(refused: (pendingLease: PendingLease) => boolean): void {
    for (const pendingLease of this.#inLine(refused)) {
      pendingLease.refuse(new AppError('cancelled', 'The request was cancelled'))
    }
  }

  /** The place of a job that had one before a restart: never refused. */
  restore(owner: string): Lease {
    this.#owners.push(owner)
    return new Held(owner, this.#onLeave)
  }

  /** Refuses everything from now on, those in line too. */
  close(): void {
    this.#closed = true
    for (const pendingLease of [...this.#line]) pendingLease.refuse(stopping())
  }

  get closed(): boolean {
    return this.#closed
  }

  snapshot(): {
    admitted: number
    max: number
    max_per_owner: number
    /** Clients of the code surface that wait for a place. */
    in_line: number
    owners: Record<string, number>
  } {
    const owners: Record<string, number> = {}
    for (const owner of this.#owners) owners[owner] = (owners[owner] ?? 0) + 1
    return {
      admitted: this.#owners.length,
      max: MAX_ADMITTED,
      max_per_owner: MAX_ADMITTED_PER_OWNER,
      in_line: this.#line.size,
      owners,
    }
  }

  #leave(owner: string): void {
    this.#owners.splice(this.#owners.indexOf(owner), 1)
    this.#moveUp()
  }

  /** Gives free places to those in line; whose owner has none to take lets others pass. */
  #moveUp(): void {
    if (this.#line.size === 0) return
    for (const pendingLease of [...this.#line]) {
      if (this.full(pendingLease.owner) !== undefined) continue
      this.#line.delete(pendingLease)
      pendingLease.grant(this.restore(pendingLease.owner))
    }
  }

  #inLine(meant: (pendingLease: PendingLease) => boolean): PendingLease[] {
    return [...this.#line].filter(meant)
  }
}

function stopping(): AppError {
  return new AppError('stopping', 'The service is stopping: no new work is taken', {
    retryAfterSeconds: STOPPING_RETRY_AFTER_SECONDS,
  })
}

class Held implements Lease {
  readonly owner: string
  #onLeave: ((owner: string) => void) | undefined

  constructor(owner: string, onLeave: (owner: string) => void) {
    this.owner = owner
    this.#onLeave = onLeave
  }

  [Symbol.dispose](): void {
    const onLeave = this.#onLeave
    this.#onLeave = undefined
    onLeave?.(this.owner)
  }
}

function busy(reason: string): AppError {
  return new AppError('busy', `Try again in ${RETRY_AFTER_SECONDS} seconds: ${reason}`, {
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  })
}
