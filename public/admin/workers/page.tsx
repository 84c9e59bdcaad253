import { useSignal } from '@preact/signals'
import { fill } from '../../ui/fill.ts'
import { count, duration, relativeTime } from '../../ui/format.ts'
import { PageLayout } from '../../ui/layout.tsx'
import { m as ui } from '../../ui/messages/en.ts'
import { usePolling } from '../../ui/resource.ts'
import { ShowLive } from '../shared/live.tsx'
import { Scroll } from '../shared/scroll.tsx'
import { codedText } from '../shared/service-texts.ts'
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
import { m } from './messages/en.ts'
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
    <PageLayout title={m.title}>
      <ShowLive of={jobs.live}>
        {({ items }) => (
          <>
            {facts.value !== undefined && <NoSandbox {...facts.value} />}
            {facts.value !== undefined && <Budget today={facts.value.today} />}
            <section aria-labelledby="worker-jobs">
              <h2 class="section" id="worker-jobs">
                {m.jobs}
              </h2>
              {items.length === 0 ? (
                <p class="card quiet">{m.noJobs} </p>
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
function NoSandbox({ sandbox: { ok, reason, fix, params } }: Pick<WorkerFacts, 'sandbox'>) {
  if (ok) return null
  const why = codedText(params?.['reason'], reason ?? m.noSandbox)
  const remedy = codedText(params?.['fix'], fix ?? '')
  return (
    <p class="notice bad worker-sandbox">
      <span>
        {fill(m.cannotRun, {
          reason: <LongText text={`${ui.sentence(why)} ${remedy}`} />,
        })}
      </span>
      <a class="button" href="/admin/system">
        {m.seeMissing}
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
        {m.today}
      </h2>
      <div class="card stack">
        <div>
          <strong>{m.started(used, limit, left)}</strong>
          <progress class="worker-used" max={limit} value={used} aria-label={m.startedToday} />
          <p class="quiet small">{m.rules(each, relativeTime(ends), zone)} </p>
        </div>
        {owners.length > 0 && (
          <Scroll label={m.byOwner} class="">
            <table class="table">
              <thead>
                <tr>
                  <th scope="col">{m.owner}</th>
                  <th scope="col" class="number">
                    {m.startedShort}
                  </th>
                  <th scope="col" class="number">
                    {m.left}
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

/** The kinds of workers; those that cannot be used first, with the reason. */
function Profiles({
  profiles,
  profile_faults: errors,
}: Pick<WorkerFacts, 'profiles' | 'profile_faults'>) {
  return (
    <section aria-labelledby="worker-profiles">
      <h2 class="section" id="worker-profiles">
        {m.profiles}
      </h2>
      <ul class="rows">
        {errors.map(({ name, fault: error }) => (
          <li class="row" key={name}>
            <span class="dot bad" />
            <span class="grow">
              <ForeignText text={name} />
              <small class="bad-text">
                {fill(m.cannotBeUsed, { reason: <LongText text={error} /> })}
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
                {typeof links === 'number'
                  ? m.withLinks(m.atMost(steps, duration(seconds)), links)
                  : m.atMost(steps, duration(seconds))}
              </small>
            </span>
            <span class="tag">{m.sources[source]}</span>
          </li>
        ))}
      </ul>
      <p class="quiet small worker-hint">{m.profilesHint} </p>
    </section>
  )
}
