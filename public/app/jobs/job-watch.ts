import { api, read } from '../../ui/api.ts'
import { notice } from '../../ui/notices.ts'
import { navigate } from '../../ui/router.ts'
import { toast } from '../../ui/toast.tsx'
import { jobCalls } from './job-calls.ts'
import { jobName, jobPage } from './job-label.ts'
import { m } from './messages/en.ts'
import { hasEnded, type JobState, type ListedJob } from './types.ts'

/** How often jobs that no page follows are looked at. */
const REFRESH_MS = 4_000

type Watched = Pick<ListedJob, 'job_id' | 'kind' | 'task'>

const watched = new Map<string, Watched>()
let isPolling = false

/** Says so when a job ends, whatever page is shown then. */
export function watchEnd({ job_id, kind, task }: Watched): void {
  watched.set(job_id, { job_id, kind, task })
  if (isPolling) return
  isPolling = true
  setTimeout(() => void poll(), REFRESH_MS)
}

/**
 * Reports the end of a watched job.
 *
 * @param isShown Whether it is on the page
 * @returns What is said of it; undefined when it was not watched
 */
export function noteEnd({ job_id, status }: JobState, isShown: boolean): string | undefined {
  const job = watched.get(job_id)
  if (!watched.delete(job_id) || job === undefined || status === 'cancelled') return undefined
  const text = status === 'succeeded' ? m.isDone(jobName(job)) : m.hasFailed(jobName(job))
  notice(text)
  if (!isShown) toast(text, { label: m.show, run: () => navigate(resultPath(job)) })
  return text
}

/** The page on which the result of a job is shown. */
function resultPath(job: Pick<ListedJob, 'job_id' | 'task' | 'kind'>): string {
  const { job_id, task } = job
  const id = encodeURIComponent(job_id)
  const page = jobPage(job)
  if (page !== undefined) return page
  return task === null ? `/app/jobs?job=${id}` : `/app/tasks/${encodeURIComponent(task)}?job=${id}`
}

async function poll(): Promise<void> {
  try {
    const query = { status: 'unfinished', limit: 200 } as const
    const { items } = await read(api.GET('/api/ai/jobs', { params: { query } }))
    const unfinished = new Set(items.map(({ job_id }) => job_id))
    const gone = [...watched.values()].filter(({ job_id }) => !unfinished.has(job_id))
    await Promise.all(gone.map(readEnd))
  } catch {
    // Out of reach: the next look may succeed.
  }
  isPolling = watched.size > 0
  if (isPolling) setTimeout(() => void poll(), REFRESH_MS)
}

async function readEnd({ kind, job_id }: Watched): Promise<void> {
  try {
    const job = await jobCalls(kind)?.read(job_id)
    if (job !== undefined && hasEnded(job)) noteEnd(job, false)
  } catch {
    // It has expired, or was never of this person.
    watched.delete(job_id)
  }
}
