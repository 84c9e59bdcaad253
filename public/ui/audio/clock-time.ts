import { m } from '../messages/en.ts'

/** A time within a recording as it is read: `0:07`, `12:34`, `1:02:03`. */
export function clockTime(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds))
  const [hours, minutes, rest] = [
    Math.floor(whole / 3600),
    Math.floor((whole % 3600) / 60),
    whole % 60,
  ]
  const tail = String(rest).padStart(2, '0')
  return hours === 0 ? `${minutes}:${tail}` : `${hours}:${String(minutes).padStart(2, '0')}:${tail}`
}

/** The same as it is spoken: `1 h 2 min 3 s`. */
export function spokenTime(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds))
  const parts = [
    [Math.floor(whole / 3600), m.hours],
    [Math.floor((whole % 3600) / 60), m.minutes],
    [whole % 60, m.seconds],
  ] as const
  const said = parts.filter(([amount]) => amount > 0).map(([amount, text]) => text(String(amount)))
  return said.length === 0 ? m.seconds('0') : said.join(' ')
}
