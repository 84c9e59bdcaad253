import type { Transactor } from '../db/open.ts'
import type { Log } from '../platform/log.ts'
import { SliceSize } from '../platform/subprocess.ts'

/**
 * How often bytes that nothing refers to are looked for, besides at the start.
 * @limit leftover-check minutes
 */
export const ORPHAN_CLEANUP_MS = 60 * 60_000

/**
 * Says when to look for the bytes that a crash or a failed deletion has left. Not only at the start: a
 * server of S3 may be away then, and what has just been cut off may still go on.
 */
export class OrphanCleanup {
  readonly #now: () => number
  #startedAt: number | undefined

  /** @param now UTC milliseconds */
  constructor(now: () => number) {
    this.#now = now
  }

  /** Whether it is time; it then counts as looked for. */
  take(): boolean {
    const now = this.#now()
    if (this.#startedAt !== undefined && now - this.#startedAt < ORPHAN_CLEANUP_MS) return false
    this.#startedAt = now
    return true
  }
}

/**
 * Rows that one step looks at, as many as take some milliseconds. @limit retention-rows count max
 */
export const RETENTION_ROWS = { min: 50, max: 1_000 }

export interface RetentionLimits {
  /** After the start, so that years of old rows do not meet the first requests. */
  retentionDelayMs: number
  /** Between the end of one round and the next. */
  retentionIntervalMs: number
  /** Between two steps. */
  retentionPauseMs: number
}

/**
 * @limit retention-delay minutes retentionDelayMs
 * @limit retention-interval minutes retentionIntervalMs
 */
export const RETENTION_LIMITS: RetentionLimits = {
  retentionDelayMs: 10 * 60_000,
  retentionIntervalMs: 60 * 60_000,
  retentionPauseMs: 50,
}

/**
 * Deletes the next old rows.
 *
 * @param limit Rows that it may look at
 * @returns Whether more may be left
 */
type DeletionStep = (limit: number) => boolean

/** For each kind of rows, what starts to delete the old ones. */
export type RetentionRows = Readonly<Record<string, () => DeletionStep>>

interface RetentionOptions {
  rows: RetentionRows
  db: Transactor
  /** Whether nothing is to be deleted at the moment. */
  isHeld: () => boolean
  limits: RetentionLimits
  log: Log
}

/**
 * Deletes rows that are past their time, in steps of one short transaction each. A round that is cut
 * off is taken up by the next one.
 */
export class Retention {
  readonly #options: RetentionOptions
  readonly #stopped = Promise.withResolvers<void>()
  #isStopped = false
  #round: Promise<void> | undefined
  /** `performance.now()`, which no change of the clock moves. */
  #nextAt: number

  constructor(options: RetentionOptions) {
    this.#options = options
    this.#nextAt = performance.now() + options.limits.retentionDelayMs
  }

  /** Starts a round when one is due. Called every minute; returns at once and never throws. */
  sweep(): void {
    if (this.#isStopped || performance.now() < this.#nextAt) return
    this.#round ??= this.#deleteAll().finally(() => {
      this.#round = undefined
      this.#nextAt = performance.now() + this.#options.limits.retentionIntervalMs
    })
  }

  /** Resolves when no round is running. */
  async idle(): Promise<void> {
    await this.#round
  }

  /** Ends a running round after its step. */
  async stop(): Promise<void> {
    this.#isStopped = true
    this.#stopped.resolve()
    await this.#round
  }

  async #deleteAll(): Promise<void> {
    const { rows, log } = this.#options
    for (const [kind, start] of Object.entries(rows)) {
      try {
        await this.#deleteOld(start())
      } catch (err) {
        // On a full disk the old rows remain until the next round.
        log.error({ err, kind }, 'Cannot delete old rows')
      }
    }
  }

  async #deleteOld(step: DeletionStep): Promise<void> {
    const { db, isHeld } = this.#options
    const size = new SliceSize(RETENTION_ROWS)
    let isMore = true
    while (isMore && !this.#isStopped) {
      if (!isHeld()) {
        const started = performance.now()
        isMore = db.transaction(() => step(size.rows))
        size.measured(performance.now() - started, isMore)
      }
      await this.#pause()
    }
  }

  async #pause(): Promise<void> {
    const paused = Promise.withResolvers<void>()
    const timer = setTimeout(paused.resolve, this.#options.limits.retentionPauseMs)
    await Promise.race([paused.promise, this.#stopped.promise])
    clearTimeout(timer)
  }
}
