import { api, read } from '../../ui/api.ts'
import type { components } from '../../ui/api-types.ts'
import { count, duration } from '../../ui/format.ts'
import { useResource } from '../../ui/resource.ts'
import { Show } from '../../ui/state.tsx'

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
              {`You have used ${count(budget.used)} of ${count(budget.credits)} credits of this month. Nothing is refused.`}
            </p>
          )}
          <dl class="grid me-figures">
            <Figure label="Questions to models" value={count(usage.month.model_calls)}>
              {`${count(usage.today.model_calls)} today`}
            </Figure>
            <Figure label="Credits" value={count(usage.month.credits)}>
              {budget === null
                ? `worth $${usage.month.usd.toFixed(2)}; nothing is charged`
                : `of ${count(budget.credits)} that are meant for a month`}
            </Figure>
            <Figure label="Waited in line" value={waited(usage.month)}>
              for each question, on average
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
  return model_calls === 0 ? 'Nothing yet' : duration(queue_ms / model_calls / 1000)
}

/** A bar for each day; the numbers are in its name. */
function DayBars({ items, models }: Days) {
  const highest = Math.max(...items.map(({ model_calls }) => model_calls))
  if (highest === 0) return null
  const total = items.reduce((sum, { model_calls }) => sum + model_calls, 0)
  const [most] = models
  const name = `Questions of the last ${items.length} days: ${count(total)}, at most ${count(highest)} a day`
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
        {`Last ${items.length} days`}
        {most !== undefined && `, mostly with ${most.engine}/${most.model}`}
      </figcaption>
    </figure>
  )
}
