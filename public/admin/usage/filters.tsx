import { setQuery } from '../../ui/router.ts'
import { m } from './messages/en.ts'
import { PRESETS, type Range } from './range.ts'
import { GROUPS, type Group, MEASURES, type Measure } from './report.ts'

/** Which days, by what, and which number; all in the address of the page. */
export function Filters({
  range: { from, to },
  days,
  group,
  measure,
}: {
  range: Range
  days: number | undefined
  group: Group
  measure: Measure
}) {
  const setDay = (name: 'from' | 'to', value: string) => {
    if (value === '') return
    const next = { from, to, [name]: value }
    // The other end moves along where the range would be turned round.
    if (next.from > next.to) next[name === 'from' ? 'to' : 'from'] = value
    setQuery({ ...next, days: '' })
  }
  return (
    <search class="usage-filters">
      <fieldset class="presets plain-set" aria-label={m.days}>
        {PRESETS.map((preset) => (
          <button
            key={preset.days}
            type="button"
            class="button"
            aria-pressed={preset.days === days}
            onClick={() => setQuery({ days: String(preset.days), from: '', to: '' })}
          >
            {preset.label}
          </button>
        ))}
      </fieldset>
      <div class="filters">
        <label>
          <span>{m.from}</span>
          <input
            class="input"
            type="date"
            value={from}
            onChange={({ currentTarget }) => setDay('from', currentTarget.value)}
          />
        </label>
        <label>
          <span>{m.to}</span>
          <input
            class="input"
            type="date"
            value={to}
            onChange={({ currentTarget }) => setDay('to', currentTarget.value)}
          />
        </label>
        <label>
          <span>{m.groupBy}</span>
          <select
            class="input"
            value={group}
            onChange={({ currentTarget }) => setQuery({ by: currentTarget.value })}
          >
            {Object.entries(GROUPS).map(([name, { label }]) => (
              <option key={name} value={name}>
                {label}
              </option>
            ))}
          </select>
        </label>
        <label>
          <span>{m.measure}</span>
          <select
            class="input"
            value={measure}
            onChange={({ currentTarget }) => setQuery({ measure: currentTarget.value })}
          >
            {Object.entries(MEASURES).map(([name, label]) => (
              <option key={name} value={name}>
                {label}
              </option>
            ))}
          </select>
        </label>
      </div>
    </search>
  )
}
