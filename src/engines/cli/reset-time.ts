const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
/** A date without a year that is longer ago than this is a date of the next year. */
const HALF_YEAR_MS = 182 * DAY_MS

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

const UNIT_MS: Readonly<Record<string, number>> = {
  ms: 1,
  milli: 1,
  s: 1_000,
  m: MINUTE_MS,
  h: 3_600_000,
  d: DAY_MS,
  w: 7 * DAY_MS,
}

/** The words before a time; at most 40 characters may lie between. */
const CUE = '(?:resets?|again|retry|retrying|available|renews?)'
const UNIT = '(?:ms|milliseconds?|s|secs?|seconds?|m|mins?|minutes?|h|hrs?|hours?|d|days?|w|weeks?)'
const AMOUNT = String.raw`\d{1,12}(?:\.\d{1,9})?\s?${UNIT}(?![a-z])`
const AMOUNTS = `${AMOUNT}(?:(?:,? and |, ?| )?${AMOUNT}){0,5}`
const DURATION = new RegExp(
  String.raw`\b${CUE}\b[^.\d]{0,40}\b(?:in|after)\s(?:about |~ ?)?(${AMOUNTS})`,
  'i',
)
/** The fields of Google's error details. */
const DELAY = new RegExp(`"(?:quotaResetDelay|retryDelay)": ?"(${AMOUNTS})"`)
const PART = /(\d+(?:\.\d+)?)\s?(ms|milli|[smhdw])/gi
const EPOCH = /(?:\||reset[a-z_]*["']?\s?[:=]?\s?)(\d{10}|\d{13})(?!\d)/i
const ISO = new RegExp(
  String.raw`\b${CUE}\b[^.\d]{0,40}(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d)?)(?:\.\d+)?\s?(Z|UTC|[+-]\d\d:?\d\d)?`,
  'i',
)
const CLOCK = new RegExp(
  [
    String.raw`\b${CUE}\b(?:\s(?:at|on|by))?\s`,
    String.raw`(?:(?<month>${MONTHS.join('|')})[a-z]*\.?\s(?<day>\d{1,2})(?:st|nd|rd|th)?(?:,?\s(?<year>\d{4}))?)?`,
    String.raw`(?:,?\s?(?:at\s)?(?<hour>\d{1,2})(?::(?<minute>\d\d))?(?::\d\d)?(?:\s?(?<meridiem>[ap])\.?m\b\.?|(?<=:\d\d)))?`,
    String.raw`(?:\s?\(?(?<zone>[A-Za-z]+(?:\/[A-Za-z0-9_+-]+)+|UTC|GMT)\)?)?`,
  ].join(''),
  'gi',
)

/**
 * Finds the time at which a quota is reset: a duration, clock time, date, ISO time or epoch. Clock
 * times without a zone are UTC, the zone in which the tools run.
 *
 * @param now UTC milliseconds
 * @returns UTC milliseconds after `now`, not capped; undefined when the text has no such time
 */
export function resetTime(text: string, now: number): number | undefined {
  const line = text.replace(/\s+/g, ' ')
  const found = epoch(line) ?? iso(line) ?? duration(line, now) ?? clock(line, now)
  return found !== undefined && found > now ? found : undefined
}

function epoch(line: string): number | undefined {
  const digits = EPOCH.exec(line)?.[1]
  if (digits === undefined) return undefined
  return digits.length === 10 ? Number(digits) * 1_000 : Number(digits)
}

function iso(line: string): number | undefined {
  const [, date, time, zone = 'Z'] = ISO.exec(line) ?? []
  if (date === undefined) return undefined
  const moment = Date.parse(`${date}T${time}${zone.toUpperCase() === 'UTC' ? 'Z' : zone}`)
  return Number.isNaN(moment) ? undefined : moment
}

function duration(line: string, now: number): number | undefined {
  const amounts = (DELAY.exec(line) ?? DURATION.exec(line))?.[1]
  if (amounts === undefined) return undefined
  let ms = 0
  for (const [, amount, unit = ''] of amounts.matchAll(PART))
    ms += Number(amount) * (UNIT_MS[unit.toLowerCase()] ?? 0)
  return now + Math.ceil(ms)
}

function clock(line: string, now: number): number | undefined {
  // "Try again later" may precede the text with the time.
  const found = line.matchAll(CLOCK).find(({ groups }) => groups?.['hour'] ?? groups?.['month'])
  const { month, day, year, hour, minute, meridiem, zone } = found?.groups ?? {}
  if (hour === undefined && month === undefined) return undefined
  const time = {
    hour: hour === undefined ? 0 : hourOf(Number(hour), meridiem),
    minute: Number(minute ?? 0),
  }
  if (time.hour > 23 || time.minute > 59) return undefined
  const timeZone = zone !== undefined && isZone(zone) ? zone : 'UTC'
  if (month === undefined) return nextAt(time, timeZone, now)
  const date = { month: MONTHS.indexOf(month.toLowerCase()) + 1, day: Number(day) }
  if (year !== undefined) return momentsOf({ ...time, ...date, year: Number(year) }, timeZone)[0]
  return nearestYear({ ...time, ...date }, timeZone, now)
}

function hourOf(hour: number, meridiem: string | undefined): number {
  if (meridiem === undefined) return hour
  // 12 AM is midnight and 12 PM is noon.
  return (hour % 12) + (meridiem.toLowerCase() === 'p' ? 12 : 0)
}

function nextAt(time: Pick<WallTime, 'hour' | 'minute'>, zone: string, now: number) {
  const thisMinute = Math.floor(now / MINUTE_MS) * MINUTE_MS
  const today = wallTime(now, zone)
  for (const days of [0, 1]) {
    const day = { ...today, ...time, day: today.day + days }
    for (const moment of momentsOf(day, zone)) {
      // Tools omit the seconds: the current minute means a few seconds from now, not tomorrow.
      if (moment === thisMinute) return moment + MINUTE_MS
      if (moment > now) return moment
    }
  }
  return undefined
}

function nearestYear(date: Omit<WallTime, 'year'>, zone: string, now: number) {
  const { year } = wallTime(now, zone)
  const moment = momentsOf({ ...date, year }, zone)[0] ?? now
  return moment < now - HALF_YEAR_MS ? momentsOf({ ...date, year: year + 1 }, zone)[0] : moment
}

/** A local date and time. `month` counts from 1; `day` may exceed the length of the month. */
interface WallTime {
  year: number
  month: number
  day: number
  hour: number
  minute: number
}

/** Whether the runtime knows a time zone of this name, such as `Europe/Helsinki`. */
function isZone(name: string): boolean {
  try {
    formatOf(name)
    return true
  } catch {
    return false
  }
}

/** The local time of a moment in a zone. */
function wallTime(moment: number, zone: string): WallTime {
  const read: Record<string, number> = {}
  for (const { type, value } of formatOf(zone).formatToParts(moment)) read[type] = Number(value)
  const { year = 0, month = 0, day = 0, hour = 0, minute = 0 } = read
  return { year, month, day, hour, minute }
}

/**
 * The moments of a local time in a zone: two when clocks are set back in that hour; the shifted one
 * when the hour is skipped.
 */
function momentsOf(wall: WallTime, zone: string): readonly number[] {
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
