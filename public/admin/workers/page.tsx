import { useSignal } from '@preact/signals'
import { PageLayout } from '../../ui/layout.tsx'
import { usePolling } from '../../ui/resource.ts'
import { ShowLive } from '../shared/live.tsx'
import { LongText } from '../shared/text.tsx'
import { MoreButton, usePages } from '../shared/use-pages.tsx'
import { Budget } from './budget.tsx'
import { type AdminWorkerJob, loadWorkers, PAGE_ITEMS, type WorkerFacts } from './calls.ts'
import { JobRow } from './job-row.tsx'
import { Profiles } from './profiles.tsx'
import './page.css'

const REFRESH_MS = 5_000

/** What workers do and have done, for whom, and what of today's budget is left. */
export function Page() {
  const facts = useSignal<WorkerFacts | undefined>(undefined)
  const jobs = usePages<AdminWorkerJob>(async (cursor, signal) => {
    const { items, next_cursor, ...rest } = await loadWorkers(cursor, signal)
    facts.value = rest
    return { items, next_cursor }
  })
  usePolling(() => {
    // What was loaded below the first page would be lost.
    if ((jobs.live.value.peek()?.items.length ?? 0) <= PAGE_ITEMS) void jobs.live.refresh()
  }, REFRESH_MS)
  return (
    <PageLayout title="Workers">
      <ShowLive of={jobs.live}>
        {({ items }) => (
          <>
            {facts.value !== undefined && <NoSandbox {...facts.value} />}
            {facts.value !== undefined && <Budget today={facts.value.today} />}
            <section aria-labelledby="worker-jobs">
              <h2 class="section" id="worker-jobs">
                Jobs
              </h2>
              {items.length === 0 ? (
                <p class="card quiet">
                  No worker was started within the last hour. Jobs appear here with all that they
                  do, and are deleted an hour after their end.
                </p>
              ) : (
                <ul class="rows">
                  {items.map((job) => (
                    <JobRow key={job.id} job={job} changed={() => jobs.live.reload()} />
                  ))}
                </ul>
              )}
              <MoreButton of={jobs} />
            </section>
            {facts.value !== undefined && <Profiles {...facts.value} />}
          </>
        )}
      </ShowLive>
    </PageLayout>
  )
}

/** Why no worker can run, and what helps. */
function NoSandbox({ sandbox: { ok, reason, fix } }: Pick<WorkerFacts, 'sandbox'>) {
  if (ok) return null
  return (
    <p class="notice bad worker-sandbox">
      <span>
        No worker can run on this machine:{' '}
        <LongText text={`${reason ?? 'no sandbox'}. ${fix ?? ''}`} />
      </span>
      <a class="button" href="/admin/system">
        See what is missing
      </a>
    </p>
  )
}
