import { useSignal } from '@preact/signals'
import { count, duration, plural, relativeTime } from '../../ui/format.ts'
import { PageLayout } from '../../ui/layout.tsx'
import { usePolling } from '../../ui/resource.ts'
import { ShowLive } from '../shared/live.tsx'
import { Scroll } from '../shared/scroll.tsx'
import { ForeignText, LongText } from '../shared/text.tsx'
import { MoreButton, usePages } from '../shared/use-pages.tsx'
import {
  type AdminWorkerJob,
  loadWorkers,
  PAGE_ITEMS,
  type Today,
  type WorkerFacts,
} from './calls.ts'
import { JobRow } from './job-row.tsx'
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

/** What was started today, in all and by whom. */
function Budget({ today }: { today: Today }) {
  const { owners, ends_at: ends, time_zone: zone, jobs_per_day: each } = today
  const { limit, left } = today.all
  const used = limit - left
  return (
    <section aria-labelledby="worker-budget">
      <h2 class="section" id="worker-budget">
        Today
      </h2>
      <div class="card stack">
        <div>
          <strong>
            {count(used)} of {plural(limit, 'job')} started, {count(left)} left
          </strong>
          <progress class="worker-used" max={limit} value={used} aria-label="Started today" />
          <p class="quiet small">
            {count(each)} for each key or person. The next day starts {relativeTime(ends)} ({zone}).
            Jobs count when they are accepted.
          </p>
        </div>
        {owners.length > 0 && (
          <Scroll label="Started today, by key or person" class="">
            <table class="table">
              <thead>
                <tr>
                  <th scope="col">Key or person</th>
                  <th scope="col" class="number">
                    Started
                  </th>
                  <th scope="col" class="number">
                    Left
                  </th>
                </tr>
              </thead>
              <tbody>
                {owners.map(({ owner_id: id, actor, used: own, left: rest }) => (
                  <tr key={id}>
                    <th scope="row">
                      <ForeignText text={actor} />
                    </th>
                    <td class="number">{count(own)}</td>
                    <td class="number">{count(Math.min(left, rest))}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </Scroll>
        )}
      </div>
    </section>
  )
}

const SOURCES = {
  shipped: 'shipped',
  own: 'yours',
  override: 'yours, in place of the shipped one',
} as const satisfies Record<WorkerFacts['profiles'][number]['source'], string>

/** The kinds of workers; those that cannot be used first, with the reason. */
function Profiles({
  profiles,
  profile_faults: errors,
}: Pick<WorkerFacts, 'profiles' | 'profile_faults'>) {
  return (
    <section aria-labelledby="worker-profiles">
      <h2 class="section" id="worker-profiles">
        Profiles
      </h2>
      <ul class="rows">
        {errors.map(({ name, fault: error }) => (
          <li class="row" key={name}>
            <span class="dot bad" />
            <span class="grow">
              <ForeignText text={name} />
              <small class="bad-text">
                It cannot be used: <LongText text={error} />
              </small>
            </span>
          </li>
        ))}
        {profiles.map(({ name, description, source, steps, seconds, links_per_host: links }) => (
          <li class="row" key={name}>
            <span class="dot ok" />
            <span class="grow">
              <ForeignText text={name} />
              <small>
                <LongText text={description} />
              </small>
              <small>
                At most {plural(steps, 'step')} and {duration(seconds)}
                {typeof links === 'number' &&
                  `; with attached files ${plural(links, 'link')} of each site`}
              </small>
            </span>
            <span class="tag">{SOURCES[source]}</span>
          </li>
        ))}
      </ul>
      <p class="quiet small worker-hint">
        Who may use one is set with each key and each person. A folder with a PROFILE.md in the data
        folder, under worker-profiles, adds one of your own.
      </p>
    </section>
  )
}
