import { m } from './messages/en.ts'
import './bars.css'

/** One bar: its whole height, the part of it that failed, and its name. */
export interface Bar {
  name: string
  value: number
  failed?: number
  /** The value in words. */
  format: string
}

/** Heights of a bar that is not zero, in percent, so that it can be seen. */
const LOWEST_PERCENT = 6

/** So many are read out one by one. */
const FEW_BARS = 10

/** A small chart of numbers in a row; the last bar is today. Of nothing there is none. */
export function Bars({ label, bars }: { label: string; bars: readonly Bar[] }) {
  const highest = Math.max(0, ...bars.map(({ value }) => value))
  if (highest === 0) return null
  return (
    <div class="spark" role="img" aria-label={spokenOf(label, bars, highest)}>
      {bars.map(({ name, value, failed = 0, format: text }) => (
        <i key={name} title={`${name}: ${text}`} style={{ height: `${percent(value, highest)}%` }}>
          {failed > 0 && <b style={{ height: `${Math.max(20, percent(failed, value))}%` }} />}
        </i>
      ))}
    </div>
  )
}

/** All of a few bars; of many the highest, because a table has them all. */
function spokenOf(label: string, bars: readonly Bar[], highest: number): string {
  const of = m.chartOfDays(label, bars.length)
  const top = bars.find(({ value }) => value === highest)
  if (top === undefined) return of
  if (bars.length > FEW_BARS) return m.atMost(of, top.format, top.name)
  return `${of}: ${bars.map(({ name, format: text }) => `${name} ${text}`).join('; ')}`
}

function percent(value: number, of: number): number {
  if (value <= 0 || of <= 0) return 0
  return Math.max(LOWEST_PERCENT, Math.round((value / of) * 100))
}
