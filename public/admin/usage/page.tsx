import { useSignal } from '@preact/signals'
import { useMemo } from 'preact/hooks'
import { count } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { PageLayout } from '../../ui/layout.tsx'
import { useResource } from '../../ui/resource.ts'
import { query } from '../../ui/router.ts'
import { Empty, Show } from '../../ui/state.tsx'
import { Scroll } from '../shared/scroll.tsx'
import { oneOf } from '../shared/search-field.tsx'
import { Chart } from './chart.tsx'
import { Filters } from './filters.tsx'
import { amount, dayName, hasUsage, inSentence, price, weekdayName } from './labels.ts'
import { m } from './messages/en.ts'
import { rangeOf } from './range.ts'
import { GROUPS, type Group, loadReport, MEASURES, type Measure, type Report } from './report.ts'
import { type Series, seriesOf } from './series.ts'
import { GroupTable } from './tables.tsx'
import './page.css'

const MEASURE_NAMES = Object.keys(MEASURES) as Measure[]

/** Who has used what, by day. */
export function Page() {
  const { from, to, days } = rangeOf(query.value)
  const group = oneOf(Object.keys(GROUPS) as Group[], query.value.get('by')) ?? 'who'
  const measure = oneOf(MEASURE_NAMES, query.value.get('measure')) ?? 'model_calls'
  const report = useResource((signal) => loadReport({ from, to }, group, signal), [from, to, group])
  const csv = (
    <a class="button" href={`/admin/usage.csv?from=${from}&to=${to}`} download>
      <Icon name="download" /> {m.csv}
    </a>
  )
  return (
    <PageLayout title={m.title} side={csv}>
      <Filters range={{ from, to }} days={days} group={group} measure={measure} />
      <Show of={report}>
        {(data) => (
          <>
            <Totals report={data} />
            {hasUsage(data.totals) ? (
              <Numbers report={data} group={group} measure={measure} />
            ) : (
              <Empty icon="usage" title={m.nothingUsed}>
                {m.nothingUsedText}
              </Empty>
            )}
            <Prices report={data} />
          </>
        )}
      </Show>
    </PageLayout>
  )
}

function Totals({ report: { totals, usual, to } }: { report: Report }) {
  return (
    <dl class="figures totals">
      {MEASURE_NAMES.map((measure) => (
        <div class="card" key={measure}>
          <dt class="quiet small">{m.measures[measure]}</dt>
          <dd class="number">{amount(measure, totals[measure])}</dd>
          {usual !== undefined && (
            <dd class="quiet small usual">
              {m.usual(amount(measure, usual[measure]), weekdayName(to))}
            </dd>
          )}
        </div>
      ))}
    </dl>
  )
}

function Numbers({ report, group, measure }: { report: Report; group: Group; measure: Measure }) {
  const { days, isPart } = report
  const [groups, series, names] = useMemo(() => {
    const sorted = report.groups.toSorted(
      (a, b) =>
        b.sums[measure] - a.sums[measure] ||
        b.sums.model_calls - a.sums.model_calls ||
        a.name.localeCompare(b.name),
    )
    return [sorted, seriesOf(days, sorted, measure), days.map(({ day }) => day)] as const
  }, [report, measure])
  const title = GROUPS[group].label
  if (groups.length === 0) return <p class="card quiet">{m.nothingBy(title)}</p>
  const isNothing = groups.every(({ sums }) => sums[measure] === 0)
  return (
    <>
      {isNothing ? (
        <p class="card quiet no-chart">{m.noneOf(MEASURES[measure])}</p>
      ) : (
        names.length > 1 && (
          <>
            <h2 class="section">{m.byDay(MEASURES[measure])}</h2>
            <Chart days={names} series={series} measure={measure} />
            <SeriesTable days={names} series={series} measure={measure} />
          </>
        )
      )}
      <h2 class="section">{m.by(inSentence(title))}</h2>
      {isPart && <p class="notice">{m.isPart(groups.length)}</p>}
      <GroupTable groups={groups} title={title} />
    </>
  )
}

function Prices({ report: { prices, usdPerCredit } }: { report: Report }) {
  return (
    <details class="fine">
      <summary>{m.priceList}</summary>
      <div class="card">
        <p class="quiet small">{m.creditWorth(price(usdPerCredit))}</p>
        <table class="table">
          <thead>
            <tr>
              <th scope="col">{m.work}</th>
              <th scope="col" class="number">
                {m.measures.credits}
              </th>
            </tr>
          </thead>
          <tbody>
            {Object.entries(prices).map(([name, credits]) => (
              <tr key={name}>
                <td>{PRICE_NAMES[name] ?? name}</td>
                <td class="number">{count(credits)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  )
}

const PRICE_NAMES: Readonly<Record<string, string>> = m.prices

/** The numbers of the chart, the newest day first. */
function SeriesTable({
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
      <summary>{m.chartNumbers}</summary>
      {isOpen.value && (
        <Scroll label={m.usageByDay} class="card usage-table">
          <table class="table">
            <thead>
              <tr>
                <th scope="col">{m.day}</th>
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
