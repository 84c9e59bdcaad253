import { useSignal } from '@preact/signals'
import { isPassing } from '../../ui/api.ts'
import { PageLayout } from '../../ui/layout.tsx'
import { Polling, type Resource, useResource } from '../../ui/resource.ts'
import { followUp } from '../../ui/router.ts'
import { Loading } from '../../ui/state.tsx'
import { watchEnd } from '../jobs/job-watch.ts'
import { loadJobs, loadOffer } from './calls.ts'
import { JobForm } from './job-form.tsx'
import { JobList } from './job-list.tsx'
import { NotAllowed, NoWorkers, WorkersFailed } from './no-workers.tsx'

/** The budget is free again at midnight, and others use it as well. */
const REFRESH_MS = 60_000
/** Jobs that are shown at first, and with each "Show more". */
const PAGE_SIZE = 50

/** A new job, and those of this person. */
export function NewJobPage() {
  const offer = useStored(loadOffer)
  const shown = useSignal(PAGE_SIZE)
  const jobs = useStored((signal) => loadJobs(shown.peek(), signal))
  const { value: loaded } = offer.value
  const known = loaded.state === 'ready' ? loaded.data : undefined
  const start = followUp()
  const showMore = async () => {
    const target = shown.peek() + PAGE_SIZE
    const more = await loadJobs(target)
    shown.value = target
    jobs.change(() => more)
    // One that was under way would bring the shorter list back.
    await jobs.reload()
  }
  return (
    <PageLayout title="Workers">
      {loaded.state === 'loading' ? (
        <Loading label="Loading the workers" />
      ) : loaded.state === 'failed' ? (
        <WorkersFailed error={loaded.error} retry={() => void offer.reload()} />
      ) : typeof known?.unavailable === 'string' ? (
        <NoWorkers error={known.unavailable} retry={() => void offer.reload()} />
      ) : known === undefined || known.items.length === 0 ? (
        <NotAllowed />
      ) : (
        <>
          <Polling reload={() => void offer.reload()} everyMs={REFRESH_MS} />
          <p class="quiet task-lead">
            A worker does one task by itself, step by step, in a sandbox on this machine. You get an
            answer, and the files that it has made.
          </p>
          <div class="task">
            <JobForm
              profiles={known.items}
              budget={known.budget}
              onStart={(id) => {
                watchEnd({ job_id: id, kind: 'worker', task: null })
                start(`/app/workers/${encodeURIComponent(id)}`)
              }}
              onRefused={() => void offer.reload()}
            />
            <JobList jobs={jobs} onMore={showMore} />
          </div>
        </>
      )}
    </PageLayout>
  )
}

/** What is shown stays while the service is out of reach, and what is being typed with it. */
function useStored<data>(load: (signal: AbortSignal) => Promise<data>): Resource<data> {
  const resource: Resource<data> = useResource(async (signal): Promise<data> => {
    const before = resource.value.peek()
    try {
      return await load(signal)
    } catch (error) {
      if (before.state !== 'ready' || !isPassing(error)) throw error
      return before.data
    }
  })
  return resource
}
