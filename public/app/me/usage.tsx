import { api, read } from '../../ui/api.ts'
import type { components } from '../../ui/api-types.ts'
import { count, dollars, duration } from '../../ui/format.ts'
import { useResource } from '../../ui/resource.ts'
import { Show } from '../../ui/state.tsx'
import { m } from './messages/en.ts'

type Sums = components['schemas']['DashboardSummary']['usage']['month']
type Days = components['schemas']['DashboardUsage']

/** From here on, whoever has a budget is told. */
const ALERT_PERCENT = 80

/** What the reader has used: answers, credits and times, and the last 30 days. */
export function Usage() {
  const used = useResource((signal) =>
    Promise.all([
      read(api.GET('/api/dashboard/summary', { signal })),
      read(api.GET('/api/dashboard/usage', { params: { query: { days: 30 } }, signal })),
    ] as const),
  )
  return (
    <Show of={used}>
      {([{ usage, budget }, days]) => (
        <>
          {budget !== null && budget.used * 100 >= budget.credits * ALERT_PERCENT && (
            <p class="notice" role="status">
              {m.nearBudget(count(budget.used), count(budget.credits))}
            </p>
          )}
          <dl class="grid me-figures">
            <Figure label={m.questions} value={count(usage.month.model_calls)}>
              {m.today(count(usage.today.model_calls))}
            </Figure>
            <Figure label={m.credits} value={count(usage.month.credits)}>
              {budget === null
                ? m.worth(dollars(usage.month.usd))
                : m.ofMonth(count(budget.credits))}
            </Figure>
            <Figure label={m.waited} value={waited(usage.month)}>
              {m.onAverage}
            </Figure>
          </dl>
          <DayBars {...days} />
        </>
      )}
    </Show>
  )
}

function Figure({ label, value, children }: { label: string; value: string; children: string }) {
  return (
    <div class="card">
      <dt class="quiet small">{label}</dt>
      <dd>
        <strong class="number">{value}</strong>
        <small class="quiet">{children}</small>
      </dd>
    </div>
  )
}

function waited({ queue_ms, model_calls }: Sums): string {
  return model_calls === 0 ? m.nothingYet : duration(queue_ms / model_calls / 1000)
}

/** A bar for each day; the numbers are in its name. */
function DayBars({ items, models }: Days) {
  const highest = Math.max(...items.map(({ model_calls }) => model_calls))
  if (highest === 0) return null
  const total = items.reduce((sum, { model_calls }) => sum + model_calls, 0)
  const [most] = models
  const name = m.daysChart(items.length, count(total), count(highest))
  return (
    <figure class="card me-days">
      <svg
        viewBox={`0 0 ${items.length * 10} 40`}
        preserveAspectRatio="none"
        role="img"
        aria-label={name}
      >
        {items.map(({ day, model_calls }, index) => {
          const height = model_calls === 0 ? 0.8 : Math.max(2, (model_calls / highest) * 40)
          return (
            <rect
              key={day}
              class={index === items.length - 1 ? 'today' : undefined}
              x={index * 10 + 1}
              y={40 - height}
              width="8"
              height={height}
            >
              <title>{`${day}: ${count(model_calls)}`}</title>
            </rect>
          )
        })}
      </svg>
      <figcaption class="quiet small">
        {m.lastDays(items.length)}
        {most !== undefined && m.mostlyWith(`${most.engine}/${most.model}`)}
      </figcaption>
    </figure>
  )
}
