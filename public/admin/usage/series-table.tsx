import { useSignal } from '@preact/signals'
import { Scroll } from '../shared/scroll.tsx'
import { amount, dayName } from './labels.ts'
import type { Measure } from './report.ts'
import type { Series } from './series.ts'

/** The numbers of the chart, the newest day first. */
export function SeriesTable({
  days,
  series,
  measure,
}: {
  days: readonly string[]
  series: readonly Series[]
  measure: Measure
}) {
  const isOpen = useSignal(false)
  const indexes = days.map((_, index) => days.length - 1 - index)
  return (
    <details
      class="fine"
      onToggle={({ currentTarget }) => {
        isOpen.value = currentTarget.open
      }}
    >
      <summary>The numbers of the chart</summary>
      {isOpen.value && (
        <Scroll label="Usage by day" class="card usage-table">
          <table class="table">
            <thead>
              <tr>
                <th scope="col">Day</th>
                {series.map(({ name }) => (
                  <th scope="col" class="number" key={name}>
                    <bdi title={name}>{name}</bdi>
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {indexes.map((index) => (
                <tr key={index}>
                  <th scope="row">{dayName(days[index] ?? '')}</th>
                  {series.map(({ name, values }) => (
                    <td class="number" key={name}>
                      {amount(measure, values[index] ?? 0)}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </Scroll>
      )}
    </details>
  )
}
