import { type AlertText, alertText } from '../../core/alert-texts.ts'
import type { Transactor } from '../../db/open.ts'
import { AppError } from '../../platform/errors.ts'
import type { OwnerAttempts, WorkerAttemptStore } from './worker-attempt-store.ts'
import type { WorkerBudgets } from './worker-profile.ts'

/** Of the attempts of a day, at which the owner is alerted. @limit worker-alerts percent */
export const ALERT_PERCENTS = [50, 80, 95] as const
/**
 * The most that a setting may allow in a day; as many of the newest rows are always kept.
 * @limit worker-attempts-max count
 */
export const MAX_ATTEMPTS_PER_DAY = 1_000
/** Owners in the report of a day. */
const MAX_OWNERS = 200
/** How long attempts are kept. */
const RETENTION_MS = 31 * 24 * 60 * 60_000

/** How much of a budget there is, and what of it is left today. */
export interface BudgetState {
  limit: number
  left: number
}

/** The budgets of today. */
export interface DayState {
  /** `YYYY-MM-DD` in {@link timeZone}. */
  day: string
  timeZone: string
  /** When the next day begins; UTC milliseconds. */
  endsAt: number
  /** Of the whole service. */
  all: BudgetState
}

interface DailyBudgetsOptions {
  store: WorkerAttemptStore
  db: Transactor
  /** Jobs of each key or user in a day. */
  jobsPerDay: number
  /** Attempts of all together in a day. */
  attemptsPerDay: number
  /** IANA name, checked before; by default that of this machine. */
  timeZone: string | undefined
  /** Alerts the owner of the service; never throws. */
  raise: (alert: AlertText) => void
  now: () => number
}

/**
 * How many jobs of workers may be started in a day of the owner's time zone. An accepted job is
 * charged for good, whatever becomes of it. Attempts are rows, so they survive a restart; while the
 * clock is behind a day that was charged already, that day's attempts count.
 */
export class DailyBudgets implements WorkerBudgets {
  readonly #options: DailyBudgetsOptions
  #localDays: LocalDays | undefined

  constructor(options: DailyBudgetsOptions) {
    this.#options = options
  }

  /** Made by the first who asks: the tables of time zones take a start long. */
  get #days(): LocalDays {
    this.#localDays ??= new LocalDays(this.#options.timeZone ?? machineTimeZone())
    return this.#localDays
  }

  /**
   * Charges one job to its owner's day and to that of the service.
   *
   * @throws {AppError} `rate_limited` with the seconds until there is room again
   */
  admit(owner: string): void {
    const { store, db, jobsPerDay, attemptsPerDay, now } = this.#options
    const at = now()
    const day = this.#days.dayOf(at)
    // A refusal is thrown behind the transaction, which would else be undone.
    const refused = db.transaction(() => {
      store.carryLaterDays(day)
      const { own, all } = store.count(day, owner)
      if (own >= jobsPerDay) return 'own'
      if (all >= attemptsPerDay) return 'all'
      store.insert(owner, at, day)
      // In the transaction, so that the alert is stored with the attempt or not at all.
      this.#alert(all + 1, at)
      return undefined
    })
    if (refused !== undefined) throw this.#refusal(refused, owner, at)
  }

  /** What is left today, for one owner and in all. */
  state(owner: string): DayState & { own: BudgetState } {
    const { store, jobsPerDay, now } = this.#options
    const at = now()
    const { own, all } = store.count(this.#days.dayOf(at), owner)
    return { ...this.#state(at, all), own: budget(jobsPerDay, own) }
  }

  /** Today's attempts in all and by owner, those with the most first. */
  report(): DayState & { jobsPerDay: number; owners: OwnerAttempts[] } {
    const { store, jobsPerDay, now } = this.#options
    const at = now()
    const day = this.#days.dayOf(at)
    const owners = store.ofOwners(day, MAX_OWNERS)
    return { ...this.#state(at, store.count(day, '').all), jobsPerDay, owners }
  }

  /** Deletes attempts of more than 31 days ago. Called periodically. */
  sweep(): void {
    const { store, now } = this.#options
    if (store.isEmpty()) return
    // A clock that runs ahead for a while must not take away what counts today.
    store.prune(this.#days.dayOf(now() - RETENTION_MS), MAX_ATTEMPTS_PER_DAY)
  }

  #state(at: number, used: number): DayState {
    const { timeZone } = this.#days
    const all = budget(this.#options.attemptsPerDay, used)
    return { day: this.#days.dayOf(at), timeZone, endsAt: this.#days.endOfDay(at), all }
  }

  #refusal(which: 'own' | 'all', owner: string, at: number): AppError {
    const { jobsPerDay, attemptsPerDay } = this.#options
    const limit = which === 'own' ? jobsPerDay : attemptsPerDay
    const whose = which === 'own' ? 'your own' : 'the whole service’s'
    const free = this.#freeAt(which, owner, at, limit)
    const words = `${this.#days.clockOf(free)} (${this.#days.timeZone})`
    return new AppError(
      'rate_limited',
      `Begin this job later: ${whose} budget of ${limit} worker ${limit === 1 ? 'job' : 'jobs'} a day is used up until ${words}`,
      { retryAfterSeconds: Math.max(1, Math.ceil((free - at) / 1000)) },
    )
  }

  /** The beginning of the first day with room; a later one is full only after the clock was ahead. */
  #freeAt(which: 'own' | 'all', owner: string, at: number, limit: number): number {
    const { store } = this.#options
    const used = new Map(
      store.laterDays(this.#days.dayOf(at), owner).map((later) => [later.day, later[which]]),
    )
    let free = this.#days.endOfDay(at)
    while ((used.get(this.#days.dayOf(free)) ?? 0) >= limit) free = this.#days.endOfDay(free)
    return free
  }

  /** Alerts at the attempt that reaches a threshold: of several that it reaches, for the highest. */
  #alert(used: number, at: number): void {
    const { attemptsPerDay, raise } = this.#options
    const percent = ALERT_PERCENTS.findLast(
      (share) => Math.ceil((attemptsPerDay * share) / 100) === used,
    )
    if (percent === undefined) return
    const { day, timeZone, endsAt } = this.#state(at, used)
    const left = attemptsPerDay - used
    const clock = this.#days.clockOf(endsAt)
    const facts = { percent, used, attempts: attemptsPerDay, left, day, clock, timeZone }
    raise(alertText('worker_budget', facts))
  }
}

function budget(limit: number, used: number): BudgetState {
  return { limit, left: Math.max(0, limit - used) }
}

/** How far ahead the end of a day is looked for: the longest there was had 48 hours of clock time. */
const MAX_DAY_MS = 49 * 60 * 60_000
const SECOND_MS = 1_000

/** The time zone of this machine, by its IANA name. */
function machineTimeZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone
}

/** Days by the clocks of a time zone. */
class LocalDays {
  readonly timeZone: string
  readonly #date: Intl.DateTimeFormat
  readonly #clock: Intl.DateTimeFormat

  /** @param timeZone IANA name, checked before */
  constructor(timeZone: string) {
    this.timeZone = timeZone
    const day = { year: 'numeric', month: '2-digit', day: '2-digit' } as const
    const options = { timeZone, calendar: 'iso8601', numberingSystem: 'latn' } as const
    this.#date = new Intl.DateTimeFormat('en-US', { ...options, ...day })
    const time = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
    this.#clock = new Intl.DateTimeFormat('en-US', { ...options, ...time })
  }

  /** @param at UTC milliseconds @returns `YYYY-MM-DD` */
  dayOf(at: number): string {
    const parts = partsOf(this.#date, at)
    return `${parts.get('year')?.padStart(4, '0')}-${parts.get('month')}-${parts.get('day')}`
  }

  /** @returns Such as `2026-11-23 00:00` */
  clockOf(at: number): string {
    const parts = partsOf(this.#clock, at)
    return `${this.dayOf(at)} ${parts.get('hour')}:${parts.get('minute')}`
  }

  /**
   * The end of the day of a moment: the first whole second whose date is a later one. Days of 23 and
   * 25 hours are right, and so are those that begin at 01:00.
   */
  endOfDay(at: number): number {
    const day = this.dayOf(at)
    let before = Math.floor(at / SECOND_MS)
    let after = before + MAX_DAY_MS / SECOND_MS
    while (after - before > 1) {
      const middle = Math.floor((before + after) / 2)
      if (this.dayOf(middle * SECOND_MS) > day) after = middle
      else before = middle
    }
    return after * SECOND_MS
  }
}

function partsOf(format: Intl.DateTimeFormat, at: number): Map<string, string> {
  return new Map(format.formatToParts(at).map(({ type, value }) => [type, value]))
}
