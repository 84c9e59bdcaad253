import { useSignal } from '@preact/signals'
import { api, isPassing, read } from '../../ui/api.ts'
import { PageLayout } from '../../ui/layout.tsx'
import { Polling, useResource } from '../../ui/resource.ts'
import { query, setQuery } from '../../ui/router.ts'
import { ShowMore } from '../../ui/show-more.tsx'
import { Empty, Failed, Loading, Tries } from '../../ui/state.tsx'
import { announce } from '../../ui/toast.tsx'
import { JobRow } from './job-row.tsx'
import { noteEnd, watchEnd } from './job-watch.ts'
import { hasEnded, type ListedJob } from './types.ts'
import './page.css'
import { m } from './messages/en.ts'

const REFRESH_MS = 2_000
/** While nothing goes on: a script of the same person may start something. */
const IDLE_REFRESH_MS = 5_000
const PAGE_SIZE = 50
const MAX_PAGE_SIZE = 200

const FILTERS = [
  { value: '', label: m.all },
  { value: 'unfinished', label: m.unfinished },
  { value: 'succeeded', label: m.status.succeeded },
  { value: 'failed', label: m.status.failed },
  { value: 'cancelled', label: m.status.cancelled },
] as const
type Status = (typeof FILTERS)[number]['value']

interface Jobs {
  items: readonly ListedJob[]
  nextCursor: string | null
}

/** All jobs of this person, the newest first. */
export function Page() {
  const status = statusOf(query.value.get('status'))
  const size = useSignal(PAGE_SIZE)
  const isLost = useSignal(false)
  const jobs = useResource(
    async (abort): Promise<Jobs> => {
      const before = jobs.value.peek()
      try {
        const loaded = await loadJobs(status, size.peek(), abort)
        isLost.value = false
        return loaded
      } catch (error) {
        // What is shown stays, and is loaded again by itself.
        if (before.state !== 'ready' || !isPassing(error)) throw error
        isLost.value = true
        return before.data
      }
    },
    [status],
  )
  const loaded = jobs.value.value
  const items = loaded.state === 'ready' ? loaded.data.items : []
  const isLive = items.some((job) => !hasEnded(job))
  return (
    <PageLayout
      title={m.title}
      side={
        isLost.value && (
          <span class="quiet small" role="status">
            {m.lost}
          </span>
        )
      }
    >
      <nav class="actions job-filters" aria-label={m.whichJobs}>
        {FILTERS.map(({ value, label }) => (
          <a
            key={value}
            class="chip"
            href={value === '' ? '/app/jobs' : `/app/jobs?status=${value}`}
            aria-current={value === status ? 'true' : undefined}
          >
            {label}
          </a>
        ))}
      </nav>
      {/* More than one page holds would be cut by loading them again. */}
      {loaded.state === 'ready' && (isLive || items.length <= MAX_PAGE_SIZE) && (
        <Polling
          reload={() => void jobs.reload()}
          everyMs={isLive || isLost.value ? REFRESH_MS : IDLE_REFRESH_MS}
        />
      )}
      {loaded.state === 'loading' ? (
        <Loading label={m.loadingJobs} />
      ) : loaded.state === 'failed' ? (
        <Failed error={loaded.error} retry={() => void jobs.reload()} />
      ) : items.length === 0 ? (
        <NoJobs status={status} />
      ) : (
        <>
          <ul class="rows">
            {items.map((job) => (
              <JobRow
                key={job.job_id}
                job={job}
                isOpen={query.value.get('job') === job.job_id}
                onToggle={(isOpen) => setQuery({ job: isOpen ? job.job_id : '' })}
                onChange={() => jobs.reload()}
              />
            ))}
          </ul>
          {loaded.data.nextCursor !== null && (
            <ShowMore
              onMore={async () => {
                const next = await loadPage(status, PAGE_SIZE, loaded.data.nextCursor)
                jobs.change((before) => ({
                  items: [...before.items, ...next.items],
                  nextCursor: next.nextCursor,
                }))
                size.value = Math.min(MAX_PAGE_SIZE, items.length + next.items.length)
              }}
            />
          )}
          <p class="quiet small list-end">{m.deletedAfter}</p>
        </>
      )}
    </PageLayout>
  )
}

function NoJobs({ status }: { status: Status }) {
  if (status !== '')
    return (
      <Empty icon="jobs" title={m.noSuchJobs}>
        <a href="/app/jobs">{m.showAll}</a>
      </Empty>
    )
  return (
    <Empty icon="jobs" title={m.noJobs}>
      {m.noJobsText}
      <Tries
        of={[
          { label: m.runTask, href: '/app/tasks', icon: 'tasks' },
          { label: m.transcribeRecording, href: '/app/transcribe', icon: 'microphone' },
          { label: m.speakText, href: '/app/speak', icon: 'speak' },
        ]}
      />
    </Empty>
  )
}

async function loadJobs(status: Status, size: number, abort: AbortSignal): Promise<Jobs> {
  const page = await loadPage(status, size, null, abort)
  for (const job of page.items) {
    if (!hasEnded(job)) {
      watchEnd(job)
      continue
    }
    const text = noteEnd(job, true)
    if (text !== undefined) announce(text)
  }
  return page
}

async function loadPage(
  status: Status,
  limit: number,
  cursor: string | null,
  abort?: AbortSignal,
): Promise<Jobs> {
  const page = await read(
    api.GET('/api/ai/jobs', {
      params: {
        query: {
          limit,
          ...(cursor === null ? {} : { cursor }),
          ...(status === '' ? {} : { status }),
        },
      },
      ...(abort === undefined ? {} : { signal: abort }),
    }),
  )
  return { items: page.items, nextCursor: page.next_cursor }
}

function statusOf(text: string | null): Status {
  return FILTERS.find(({ value }) => value === text)?.value ?? ''
}
