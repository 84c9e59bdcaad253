/** How far ahead the end of a day is looked for: the longest there was had 48 hours of clock time. */
const MAX_DAY_MS = 49 * 60 * 60_000
const SECOND_MS = 1_000

/** The time zone of this machine, by its IANA name. */
export function machineTimeZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone
}

/** Days by the clocks of a time zone. */
export class LocalDays {
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
