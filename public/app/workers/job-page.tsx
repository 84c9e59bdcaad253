import { useEffect, useMemo } from 'preact/hooks'
import { ApiError } from '../../ui/api.ts'
import { fill } from '../../ui/fill.ts'
import { Icon } from '../../ui/icon.tsx'
import { PageLayout } from '../../ui/layout.tsx'
import { Empty, Failed, Loading } from '../../ui/state.tsx'
import { workerName } from '../jobs/job-label.ts'
import { noteEnd, watchEnd } from '../jobs/job-watch.ts'
import { LiveJob } from '../jobs/live-job.ts'
import { hasEnded } from '../jobs/types.ts'
import { WORKER_CALLS } from './calls.ts'
import { JobView } from './job-view.tsx'
import { m } from './messages/en.ts'
import type { WorkerJob } from './types.ts'

/** One job: where it stands, what it has done, and what it has made. */
export function JobPage({ id }: { id: string }) {
  const live = useMemo(() => new LiveJob(WORKER_CALLS, id, (job) => noteEnd(job, true)), [id])
  useEffect(
    () => () => {
      live.close()
      const job = live.job.peek()
      // Anyone who leaves the page is told at the end.
      if (job !== undefined && !hasEnded(job)) watchEnd({ job_id: id, kind: 'worker', task: null })
    },
    [live],
  )
  const job = live.job.value
  const error = live.error.value
  const title = job === undefined ? m.worker : titleOf(job)
  useEffect(() => {
    document.title = `${title} · ${m.title} · Hearth`
  }, [title])
  return (
    <PageLayout
      title={job?.profile == null ? m.worker : workerName(job.profile)}
      side={
        <a class="button plain" href="/app/workers">
          <Icon name="left" /> {m.allJobs}
        </a>
      }
    >
      {job !== undefined ? (
        <JobView live={live} job={job} />
      ) : error === undefined ? (
        <Loading label={m.loadingJob} />
      ) : error instanceof ApiError && error.status === 404 ? (
        <Empty icon="search" title={m.noSuchJob}>
          <p>{fill(m.mayBeDeleted, { link: <a href="/app/workers">{m.seeJobs}</a> })}</p>
        </Empty>
      ) : (
        <Failed error={error} retry={() => live.retry()} />
      )}
    </PageLayout>
  )
}

/** The start of the brief, for the tab of the browser. */
function titleOf({ brief }: WorkerJob): string {
  const [first = ''] = (brief ?? m.job).trim().split('\n', 1)
  return first.length > 60 ? `${first.slice(0, 60)}…` : first
}
