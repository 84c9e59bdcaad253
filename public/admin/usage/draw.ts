import UPlot from 'uplot'
import { dayName } from './labels.ts'
import type { Series } from './series.ts'

const HEIGHT_PX = 240
const AXIS_PX = 64
const LABELS_PX = 30
/** Share of a day's room that its bar has, and its greatest width. */
const BAR_SIZE: [number, number] = [0.7, 48]
const LEAST_TICK_PX = 70

interface ChartOptions {
  days: readonly string[]
  series: readonly Series[]
  /** One for each series. */
  colors: readonly string[]
  /** A value of the vertical axis in words. */
  nameOf: (value: number) => string
  /** Called with the index of the day under the pointer. */
  onDay: (index: number | undefined) => void
}

/** A chart in the page. */
export interface DrawnChart {
  remove(): void
}

/** Draws stacked bars, as wide as their place, also when that changes. */
export function drawChart(
  place: HTMLElement,
  { days, series, colors, nameOf, onDay }: ChartOptions,
): DrawnChart {
  const { color: text } = getComputedStyle(place)
  const line = getComputedStyle(place).getPropertyValue('--line')
  const ground = getComputedStyle(place).getPropertyValue('--card')
  const axis = { stroke: text, grid: { stroke: line, width: 1 }, ticks: { show: false } }
  const bars = UPlot.paths.bars?.({ size: BAR_SIZE, radius: 0.1 })
  const stacked = stack(series)
  const plot = new UPlot(
    {
      width: place.clientWidth,
      height: HEIGHT_PX,
      legend: { show: false },
      cursor: { y: false, points: { show: false }, drag: { x: false, y: false } },
      scales: {
        x: { time: false, range: [-0.5, days.length - 0.5] },
        y: { range: (_, __, highest) => [0, Math.max(1, highest * 1.05)] },
      },
      axes: [
        {
          ...axis,
          grid: { show: false },
          size: LABELS_PX,
          space: LEAST_TICK_PX,
          incrs: [1, 2, 7, 14, 30, 61, 92],
          values: (_, ticks) => ticks.map((tick) => (days[tick] ? dayName(days[tick]) : '')),
        },
        { ...axis, size: AXIS_PX, values: (_, ticks) => ticks.map(nameOf) },
      ],
      series: [
        {},
        // The highest is drawn first, and the others over it.
        ...stacked.map((_, index) => ({
          ...(bars === undefined ? {} : { paths: bars }),
          fill: colors[stacked.length - 1 - index] ?? text,
          // Parts are told apart by the line between them as well.
          stroke: ground,
          width: 1,
          points: { show: false },
        })),
      ],
      hooks: {
        setCursor: [({ cursor: { idx } }) => onDay(idx ?? undefined)],
      },
    },
    [days.map((_, index) => index), ...stacked.toReversed()],
    place,
  )
  const observer = new ResizeObserver(() =>
    plot.setSize({ width: place.clientWidth, height: HEIGHT_PX }),
  )
  observer.observe(place)
  return {
    remove() {
      observer.disconnect()
      plot.destroy()
    },
  }
}

/** Each series on top of those before it. */
function stack(series: readonly Series[]): number[][] {
  let below: readonly number[] = []
  return series.map(({ values }) => {
    const top = values.map((value, index) => value + (below[index] ?? 0))
    below = top
    return top
  })
}
