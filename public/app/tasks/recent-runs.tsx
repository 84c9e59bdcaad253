import { api, read } from '../../ui/api.ts'
import { fullTime, relativeTime } from '../../ui/format.ts'
import { Polling, type Resource } from '../../ui/resource.ts'
import { statusLabel } from '../jobs/job-label.ts'
import { StatusDot } from '../jobs/status-dot.tsx'
import { hasEnded, type ListedJob } from '../jobs/types.ts'
import { m } from './messages/en.ts'

const SHOWN = 8
const REFRESH_MS = 3_000

/** The latest runs of a task. */
export async function loadRecentRuns(
  task: string,
  abort: AbortSignal,
): Promise<readonly ListedJob[]> {
  const query = { task, limit: SHOWN }
  return (await read(api.GET('/api/ai/jobs', { params: { query }, signal: abort }))).items
}

/** The latest runs, each with a link to its result; they are kept for an hour after their end. */
export function RecentRuns({
  runs,
  shown,
  isAlone,
}: {
  runs: Resource<readonly ListedJob[]>
  /** Id of the run on the page. */
  shown: string | null
  /** Whether no run is on the page. */
  isAlone: boolean
}) {
  const loaded = runs.value.value
  const isLive = loaded.state === 'ready' && loaded.data.some((job) => !hasEnded(job))
  if (loaded.state !== 'ready') return null
  const { data } = loaded
  if (data.length === 0) return isAlone ? <p class="quiet small run-empty">{m.resultHere}</p> : null
  return (
    <section>
      <h2 class="section">{m.recentRuns}</h2>
      {isLive && <Polling reload={() => void runs.reload()} everyMs={REFRESH_MS} />}
      <ul class="rows">
        {data.map((job) => (
          <li key={job.job_id}>
            <a
              class="row task-link"
              href={`?job=${encodeURIComponent(job.job_id)}`}
              aria-current={job.job_id === shown ? 'true' : undefined}
            >
              <StatusDot status={job.status} />
              <span class="grow one-line">{statusLabel(job)}</span>
              <time class="quiet small" dateTime={job.created_at} title={fullTime(job.created_at)}>
                {relativeTime(job.created_at)}
              </time>
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
