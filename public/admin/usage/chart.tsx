import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import type { DrawnChart } from './draw.ts'
import { amount, dayName } from './labels.ts'
import { m } from './messages/en.ts'
import type { Measure } from './report.ts'
import type { Series } from './series.ts'
import 'uplot/dist/uPlot.min.css'

/** Bars by day, a colour for each of the largest groups. The table below has the same numbers. */
export function Chart({
  days,
  series,
  measure,
}: {
  days: readonly string[]
  /** The lowest of the bars first. */
  series: readonly Series[]
  measure: Measure
}) {
  const canvas = useRef<HTMLDivElement>(null)
  const legend = useRef<HTMLUListElement>(null)
  const day = useSignal<number | undefined>(undefined)
  useEffect(() => {
    const [place, swatches] = [canvas.current, legend.current]
    if (place === null || swatches === null) return
    let drawn: DrawnChart | undefined
    let isGone = false
    const draw = async () => {
      const { drawChart } = await import('./draw.ts')
      if (isGone) return
      drawn?.remove()
      drawn = drawChart(place, {
        days,
        series,
        colors: [...swatches.querySelectorAll('i')].map(
          (one) => getComputedStyle(one).backgroundColor,
        ),
        // Calls are whole, and a low axis has marks between them.
        nameOf: (value) =>
          measure === 'usd' || Number.isInteger(value) ? amount(measure, value) : '',
        onDay: (index) => {
          day.value = index
        },
      })
    }
    void draw()
    const stop = onColorChange(() => void draw())
    return () => {
      isGone = true
      stop()
      drawn?.remove()
    }
  }, [days, series, measure])
  return (
    <figure class="card chart">
      <div class="chart-canvas" ref={canvas} aria-hidden="true" />
      <ul class="chart-legend" ref={legend}>
        {series.map(({ name, values }, index) => (
          <li key={name}>
            <i class={`series-${index}`} />
            <bdi>{name}</bdi>
            <span class="number quiet">
              {amount(measure, day.value === undefined ? sumOf(values) : (values[day.value] ?? 0))}
            </span>
          </li>
        ))}
      </ul>
      <figcaption class="quiet small">
        {day.value === undefined && days.length > 1
          ? m.allDays(days.length)
          : dayName(days[day.value ?? 0] ?? '')}
      </figcaption>
    </figure>
  )
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0)
}

/** Calls back when light becomes dark, or dark light. */
function onColorChange(callback: () => void): () => void {
  const scheme = window.matchMedia('(prefers-color-scheme: dark)')
  const observer = new MutationObserver(callback)
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] })
  scheme.addEventListener('change', callback)
  return () => {
    observer.disconnect()
    scheme.removeEventListener('change', callback)
  }
}
