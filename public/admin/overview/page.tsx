import { api, read } from '../../ui/api.ts'
import { duration } from '../../ui/format.ts'
import { PageLayout } from '../../ui/layout.tsx'
import { useResource } from '../../ui/resource.ts'
import { Loading } from '../../ui/state.tsx'
import { attention } from '../attention.tsx'
import { RunRow } from '../queue/run-row.tsx'
import { answersText, type Engine, engineText, engineTone } from '../shared/account.ts'
import { ShowLive, useLive, useRefresh } from '../shared/live.tsx'
import { ForeignText } from '../shared/text.tsx'
import { AttentionList } from './attention-list.tsx'
import { FirstSteps } from './first-steps.tsx'
import { m } from './messages/en.ts'
import { Today } from './today.tsx'
import { type Overview, useOverview } from './use-overview.ts'
import './page.css'

/** While this page is shown the lists are fresher than the badges of the others. */
const REFRESH_MS = 15_000

/** What needs the owner, what happens now, and how it goes. */
export function Page() {
  useRefresh(attention, REFRESH_MS)
  const overview = useOverview()
  if (!isPlaced(overview))
    return (
      <PageLayout title={m.title} side={<Host />}>
        <Loading />
      </PageLayout>
    )
  // A service that has never answered is set up first; later, people who wait come first.
  const isNew = overview.usage.value.value?.days.every(({ answers }) => answers === 0) ?? false
  return (
    <PageLayout title={m.title} side={<Host />}>
      {isNew && <FirstSteps of={overview} />}
      <section aria-labelledby="needs-you">
        <h2 class="section" id="needs-you">
          {m.needsYou}
        </h2>
        <ShowLive of={attention}>
          {(now) => <AttentionList {...now} doctor={overview.doctor} />}
        </ShowLive>
      </section>
      {!isNew && <FirstSteps of={overview} />}
      <section aria-labelledby="now">
        <h2 class="section" id="now">
          {m.now}
        </h2>
        <Now />
      </section>
      <section aria-labelledby="today">
        <h2 class="section" id="today">
          {m.today}
        </h2>
        <ShowLive of={overview.usage}>{(usage) => <Today {...usage} />}</ShowLive>
      </section>
      <section aria-labelledby="engines">
        <h2 class="section" id="engines">
          {m.engines}
        </h2>
        <ShowLive of={attention}>
          {({ engines }) => (
            <EngineList engines={engines} calls={overview.usage.value.value?.byEngine} />
          )}
        </ShowLive>
      </section>
    </PageLayout>
  )
}

/** Whether it is known what stands above the rest, or that it cannot be: what is drawn moves no more then. */
function isPlaced({ usage, keys, accounts }: Overview): boolean {
  return (
    [attention, usage].every(
      (one) => one.value.value !== undefined || one.error.value !== undefined,
    ) && [keys, accounts].every(({ value }) => value.value.state !== 'loading')
  )
}

/** Which installation it is, and for how long it has been running. */
function Host() {
  const system = useResource((signal) => read(api.GET('/admin/system', { signal })))
  const { value } = system.value
  const up = value.state === 'ready' ? m.up(duration(value.data.uptime_seconds)) : ''
  return (
    <span class="quiet host">
      {window.location.host}
      <span class="number">{up}</span>
    </span>
  )
}

/** Every engine with its state, and how often it was asked today. */
function EngineList({
  engines,
  calls,
}: {
  engines: readonly Engine[]
  /** By engine; undefined while it is loaded. */
  calls: ReadonlyMap<string, number> | undefined
}) {
  const isSilent = !engines.some(answersText)
  return (
    <ul class="rows">
      {isSilent && <li class="row quiet">{m.noEngineAnswers}</li>}
      {engines.map((engine) => (
        <li class="row" key={`${engine.type} ${engine.id}`}>
          <span class={`dot ${engineTone(engine)}`} />
          <span class="grow">
            <a class="quiet-link" href={`/admin/engines?engine=${encodeURIComponent(engine.id)}`}>
              <ForeignText text={engine.label} />
            </a>
            <small>
              <ForeignText text={engineText(engine)} />
            </small>
          </span>
          {calls !== undefined && answersText(engine) && (
            <span class="number quiet">{m.callsToday(calls.get(engine.id) ?? 0)}</span>
          )}
        </li>
      ))}
    </ul>
  )
}

const QUEUE_REFRESH_MS = 2_000
/** Rows before the rest is left to the page of the queue. */
const SHOWN = 6

/** What runs and what waits, the first of it. */
function Now() {
  const queue = useLive((signal) => read(api.GET('/admin/queue', { signal })), QUEUE_REFRESH_MS)
  return (
    <ShowLive of={queue}>
      {({ running, waiting }) => {
        const runs = [...running, ...waiting]
        const more = runs.length - SHOWN
        if (runs.length === 0) return <p class="card quiet">{m.nothingRuns}</p>
        return (
          <ul class="rows">
            {runs.slice(0, SHOWN).map((run) => (
              <RunRow key={run.id} run={run} changed={() => queue.reload()} />
            ))}
            {more > 0 && (
              <li class="row">
                <a href="/admin/queue">{m.moreInQueue(more)}</a>
              </li>
            )}
          </ul>
        )
      }}
    </ShowLive>
  )
}
