const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

/** A local date and time. `month` counts from 1; `day` may exceed the length of the month. */
export interface WallTime {
  year: number
  month: number
  day: number
  hour: number
  minute: number
}

/** Whether the runtime knows a time zone of this name, such as `Europe/Helsinki`. */
export function isZone(name: string): boolean {
  try {
    formatOf(name)
    return true
  } catch {
    return false
  }
}

/** The local time of a moment in a zone. */
export function wallTime(moment: number, zone: string): WallTime {
  const read: Record<string, number> = {}
  for (const { type, value } of formatOf(zone).formatToParts(moment)) read[type] = Number(value)
  const { year = 0, month = 0, day = 0, hour = 0, minute = 0 } = read
  return { year, month, day, hour, minute }
}

/**
 * The moments of a local time in a zone: two when clocks are set back in that hour; the shifted one
 * when the hour is skipped.
 */
export function momentsOf(wall: WallTime, zone: string): readonly number[] {
  const asUtc = utc(wall)
  const before = offsetAt(asUtc - DAY_MS, zone)
  const after = offsetAt(asUtc + DAY_MS, zone)
  const shown = [...new Set([before, after])]
    .map((offset) => asUtc - offset)
    .filter((moment) => utc(wallTime(moment, zone)) === asUtc)
  return shown.length > 0 ? shown.sort((a, b) => a - b) : [asUtc - before]
}

function offsetAt(moment: number, zone: string): number {
  return utc(wallTime(moment, zone)) - Math.floor(moment / MINUTE_MS) * MINUTE_MS
}

function utc({ year, month, day, hour, minute }: WallTime): number {
  return Date.UTC(year, month - 1, day, hour, minute)
}

function formatOf(zone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  })
}
