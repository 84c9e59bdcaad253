import { api, read } from '../../ui/api.ts'
import { duration } from '../../ui/format.ts'
import { PageLayout } from '../../ui/layout.tsx'
import { useResource } from '../../ui/resource.ts'
import { attention } from '../attention.tsx'
import { ShowLive, useRefresh } from '../shared/live.tsx'
import { AttentionList } from './attention-list.tsx'
import { EngineList } from './engine-list.tsx'
import { FirstSteps } from './first-steps.tsx'
import { Now } from './now.tsx'
import { Today } from './today.tsx'
import { useOverview } from './use-overview.ts'
import './page.css'

/** While this page is shown the lists are fresher than the badges of the others. */
const REFRESH_MS = 15_000

/** What needs the owner, what happens now, and how it goes. */
export function Page() {
  useRefresh(attention, REFRESH_MS)
  const overview = useOverview()
  // A service that has never answered is set up first; later, people who wait come first.
  const isNew = overview.usage.value.value?.days.every(({ answers }) => answers === 0) ?? false
  return (
    <PageLayout title="Overview" side={<Host />}>
      {isNew && <FirstSteps of={overview} />}
      <section aria-labelledby="needs-you">
        <h2 class="section" id="needs-you">
          Needs you
        </h2>
        <ShowLive of={attention}>
          {(now) => <AttentionList {...now} doctor={overview.doctor} />}
        </ShowLive>
      </section>
      {!isNew && <FirstSteps of={overview} />}
      <section aria-labelledby="now">
        <h2 class="section" id="now">
          Now
        </h2>
        <Now />
      </section>
      <section aria-labelledby="today">
        <h2 class="section" id="today">
          Today
        </h2>
        <ShowLive of={overview.usage}>{(usage) => <Today {...usage} />}</ShowLive>
      </section>
      <section aria-labelledby="engines">
        <h2 class="section" id="engines">
          Engines
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

/** Which installation it is, and for how long it has been running. */
function Host() {
  const system = useResource((signal) => read(api.GET('/admin/system', { signal })))
  const { value } = system.value
  const up = value.state === 'ready' ? `, up ${duration(value.data.uptime_seconds)}` : ''
  return (
    <span class="quiet host">
      {window.location.host}
      <span class="number">{up}</span>
    </span>
  )
}
