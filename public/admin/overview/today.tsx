import { count, duration } from '../../ui/format.ts'
import { type Bar, Bars } from '../shared/bars.tsx'
import { Scroll } from '../shared/scroll.tsx'
import { dayName, weekdayName } from '../usage/labels.ts'
import { m } from './messages/en.ts'
import type { Day, UsageOfWeeks } from './use-overview.ts'

interface Figure {
  label: string
  /** Undefined on a day without any. */
  of: (day: Day) => number | undefined
  format: (value: number) => string
}

const ANSWERS = { label: m.answers, of: ({ answers }: Day) => answers, format: count }
const WAITED = { label: m.waited, of: ({ waitMs }: Day) => waitMs, format: waitText }
const FAILED = { label: m.failed, of: ({ failed }: Day) => failed, format: count }
const FIGURES: readonly Figure[] = [ANSWERS, WAITED, FAILED]

/** Three numbers of today, each beside those of the last weeks. */
export function Today({ days, waitMs }: UsageOfWeeks) {
  const today = days.at(-1)
  if (today === undefined) return null
  if (days.every(({ answers, failed }) => answers + failed === 0))
    return <p class="card quiet">{m.nothingAsked(days.length)}</p>
  const weekday = weekdayName(today.day)
  const usually = (value: string) => m.usual(value, weekday)
  return (
    <>
      <div class="figures">
        <Card figure={ANSWERS} days={days} usual={usualOn(days, ANSWERS.of)} when={usually} />
        <Card figure={WAITED} days={days} usual={waitMs} when={m.inWeeks} />
        <Card figure={FAILED} days={days} usual={usualOn(days, FAILED.of)} when={usually} />
      </div>
      <p class="quiet small note">{m.todayBeside(days.length)}</p>
      <Numbers days={days} />
    </>
  )
}

function Card({
  figure: { label, of, format },
  days,
  usual,
  when,
}: {
  figure: Figure
  days: readonly Day[]
  /** What today is compared with; undefined while there is nothing. */
  usual: number | undefined
  /** The same in words, with the days on which it is usual. */
  when: (usual: string) => string
}) {
  const today = days.at(-1)
  return (
    <div class="card figure">
      <small>{label}</small>
      <strong class="number">{textOf(today && of(today), format)}</strong>
      <small class="number">{usual === undefined ? m.nothingBefore : when(format(usual))}</small>
      <Bars label={label} bars={days.map((day) => bar(day, of(day), format))} />
    </div>
  )
}

/** The numbers of the bars. */
function Numbers({ days }: { days: readonly Day[] }) {
  return (
    <details class="fine">
      <summary>{m.dayByDay}</summary>
      <Scroll label={m.daysTable} class="card day-table">
        <table class="table">
          <thead>
            <tr>
              <th scope="col">{m.day}</th>
              {FIGURES.map(({ label }) => (
                <th scope="col" class="number" key={label}>
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {days.toReversed().map((day) => (
              <tr key={day.day}>
                <th scope="row">{dayName(day.day)}</th>
                {FIGURES.map(({ label, of, format }) => (
                  <td class="number" key={label}>
                    {textOf(of(day), format)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
    </details>
  )
}

function bar({ day }: Day, value: number | undefined, format: (value: number) => string): Bar {
  return { name: dayName(day), value: value ?? 0, format: textOf(value, format) }
}

function textOf(value: number | undefined, format: (value: number) => string): string {
  return value === undefined ? m.noneYet : format(value)
}

function waitText(ms: number): string {
  return duration(ms / 1000)
}

const DAYS_OF_WEEK = 7

/**
 * The median of the days before the last one that have its weekday; undefined where there was no
 * use before.
 *
 * @param days Every day, the oldest first
 */
function usualOn(days: readonly Day[], of: (day: Day) => number): number | undefined {
  const first = days.findIndex(({ answers, failed }) => answers + failed > 0)
  const last = days.length - 1
  const same = days.filter(
    (_, index) =>
      first !== -1 && index >= first && index < last && (last - index) % DAYS_OF_WEEK === 0,
  )
  return median(same.map(of))
}

function median(values: readonly number[]): number | undefined {
  const sorted = values.toSorted((a, b) => a - b)
  const [low, high] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]]
  return low === undefined || high === undefined ? undefined : (low + high) / 2
}
