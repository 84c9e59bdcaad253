import { fullTime, relativeTime, visible } from '../../ui/format.ts'
import { Polling, type Resource } from '../../ui/resource.ts'
import { ShowMore } from '../../ui/show-more.tsx'
import { Show } from '../../ui/state.tsx'
import { statusLabel, workerName } from '../jobs/job-label.ts'
import { StatusDot } from '../jobs/status-dot.tsx'
import { hasEnded } from '../jobs/types.ts'
import type { WorkerJobs } from './calls.ts'
import { m } from './messages/en.ts'
import type { ListedWorkerJob } from './types.ts'

const REFRESH_MS = 3_000

interface JobListProps {
  jobs: Resource<WorkerJobs>
  /** Loads older ones as well. */
  onMore: () => Promise<void>
}

/** The jobs of this person, the newest first; each leads to its page. */
export function JobList({ jobs, onMore }: JobListProps) {
  const loaded = jobs.value.value
  const isLive = loaded.state === 'ready' && loaded.data.items.some((job) => !hasEnded(job))
  return (
    <section aria-labelledby="own-jobs">
      <h2 class="section" id="own-jobs">
        {m.yourJobs}
      </h2>
      {isLive && <Polling reload={() => void jobs.reload()} everyMs={REFRESH_MS} />}
      <Show of={jobs}>
        {({ items, hasMore }) =>
          items.length === 0 ? (
            <p class="quiet">{m.noneYet}</p>
          ) : (
            <>
              <ul class="rows">
                {items.map((job) => (
                  <JobItem key={job.job_id} job={job} />
                ))}
              </ul>
              {hasMore && <ShowMore onMore={onMore} />}
              <p class="quiet small list-end">{m.deletedAfter}</p>
            </>
          )
        }
      </Show>
    </section>
  )
}

function JobItem({ job }: { job: ListedWorkerJob }) {
  const { job_id: id, profile, excerpt, created_at: at } = job
  return (
    <li>
      <a class="row task-link" href={`/app/workers/${encodeURIComponent(id)}`}>
        <StatusDot status={job.status} />
        <span class="grow one-line">
          <bdi>{visible(excerpt ?? m.workerJob)}</bdi>
          <small class="one-line">
            {[...(profile === null ? [] : [workerName(profile)]), statusLabel(job)].join(' · ')}
          </small>
        </span>
        <time class="quiet small" dateTime={at} title={fullTime(at)}>
          {relativeTime(at)}
        </time>
      </a>
    </li>
  )
}
