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
import { amount, dayName, dollars, hasUsage, weekdayName } from './labels.ts'
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
      <Icon name="download" /> Every call as CSV
    </a>
  )
  return (
    <PageLayout title="Usage" side={csv}>
      <Filters range={{ from, to }} days={days} group={group} measure={measure} />
      <Show of={report}>
        {(data) => (
          <>
            <Totals report={data} />
            {hasUsage(data.totals) ? (
              <Numbers report={data} group={group} measure={measure} />
            ) : (
              <Empty icon="usage" title="Nothing was used in these days">
                Choose more days above. What is asked from now on appears here.
              </Empty>
            )}
            <Prices report={data} />
          </>
        )}
      </Show>
    </PageLayout>
  )
}

const TOTALS = {
  model_calls: 'Model calls',
  calls: 'Priced work',
  failures: 'Failures',
  credits: 'Credits',
  usd: 'Worth',
} as const

function Totals({ report: { totals, usual, to } }: { report: Report }) {
  return (
    <dl class="figures totals">
      {MEASURE_NAMES.map((measure) => (
        <div class="card" key={measure}>
          <dt class="quiet small">{TOTALS[measure]}</dt>
          <dd class="number">{amount(measure, totals[measure])}</dd>
          {usual !== undefined && (
            <dd class="quiet small usual">
              {amount(measure, usual[measure])} on a usual {weekdayName(to)}
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
  if (groups.length === 0)
    return <p class="card quiet">By {title.toLowerCase()} there is nothing in these days.</p>
  const isNothing = groups.every(({ sums }) => sums[measure] === 0)
  return (
    <>
      {isNothing ? (
        <p class="card quiet no-chart">
          {MEASURES[measure]}: none in these days. Choose another measure above.
        </p>
      ) : (
        names.length > 1 && (
          <>
            <h2 class="section">{MEASURES[measure]} by day</h2>
            <Chart days={names} series={series} measure={measure} />
            <SeriesTable days={names} series={series} measure={measure} />
          </>
        )
      )}
      <h2 class="section">By {title.toLowerCase()}</h2>
      {isPart && (
        <p class="notice">
          There are more than fit here: the table has the first {count(groups.length)}. The CSV has
          all.
        </p>
      )}
      <GroupTable groups={groups} title={title} />
    </>
  )
}

function Prices({ report: { prices, usdPerCredit } }: { report: Report }) {
  return (
    <details class="fine">
      <summary>Price list</summary>
      <div class="card">
        <p class="quiet small">
          A credit is worth {dollars(usdPerCredit)}. Credits only count: nobody pays Hearth, and
          nothing is refused for them. Chat costs none.
        </p>
        <table class="table">
          <thead>
            <tr>
              <th scope="col">Work</th>
              <th scope="col" class="number">
                Credits
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

const PRICE_NAMES: Readonly<Record<string, string>> = {
  transcript_native: 'A transcript that the site has',
  transcript_generated_per_min: 'A transcript made here, a minute',
  video: 'Details of a video',
  channel: 'List of a channel',
  playlist: 'List of a playlist',
  web_scrape: 'A web page',
  image: 'A picture',
  tts: 'A spoken text',
  translate_per_min: 'A translated transcript, a minute',
  file_transcribe_per_min: 'A transcribed file, a minute',
  agent: 'An agent task',
}

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
