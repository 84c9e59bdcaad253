import { useSignal } from '@preact/signals'
import { ApiError, errorMessage, isPassing } from '../../ui/api.ts'
import { boot } from '../../ui/boot.ts'
import { refusalText } from '../../ui/error-texts.ts'
import { fill } from '../../ui/fill.ts'
import { Icon } from '../../ui/icon.tsx'
import { PageLayout } from '../../ui/layout.tsx'
import { m as ui } from '../../ui/messages/en.ts'
import { Polling, type Resource, useResource } from '../../ui/resource.ts'
import { followUp } from '../../ui/router.ts'
import { Empty, Failed, Loading } from '../../ui/state.tsx'
import { watchEnd } from '../jobs/job-watch.ts'
import { loadJobs, loadOffer } from './calls.ts'
import { JobForm } from './job-form.tsx'
import { JobList } from './job-list.tsx'
import { m } from './messages/en.ts'

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
    <PageLayout title={m.title}>
      {loaded.state === 'loading' ? (
        <Loading label={m.loadingWorkers} />
      ) : loaded.state === 'failed' ? (
        <WorkersFailed error={loaded.error} retry={() => void offer.reload()} />
      ) : typeof known?.unavailable === 'string' ? (
        <NoWorkers
          error={ui.sentence(refusalText({ code: 'not_installed', detail: known.unavailable }))}
          retry={() => void offer.reload()}
        />
      ) : known === undefined || known.items.length === 0 ? (
        <NotAllowed />
      ) : (
        <>
          <Polling reload={() => void offer.reload()} everyMs={REFRESH_MS} />
          <p class="quiet task-lead">{m.lead}</p>
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

/** Why no worker can run on this machine, and who can change that. */
function NoWorkers({ error, retry }: { error: string; retry: () => void }) {
  return (
    <div class="state" role="alert">
      <Icon name="worker" />
      <h2>{m.cannotRun}</h2>
      <p>{error}</p>
      <p>
        {boot.isAdmin
          ? fill(m.onceMended, { link: <a href="/admin/system">{m.seeMissing}</a> })
          : m.canMend}
      </p>
      <button type="button" class="button" onClick={retry}>
        <Icon name="again" /> {m.tryAgain}
      </button>
    </div>
  )
}

/** This person may use none. */
function NotAllowed() {
  return (
    <Empty icon="key" title={m.mayNotStart}>
      <p>{m.mayNotStartText}</p>
    </Empty>
  )
}

/** Why it is not known what there is. */
function WorkersFailed({ error, retry }: { error: unknown; retry: () => void }) {
  const code = error instanceof ApiError ? error.code : undefined
  switch (code) {
    case 'not_installed':
      return <NoWorkers error={errorMessage(error)} retry={retry} />
    case 'capability_denied':
      return <NotAllowed />
    case 'pending_approval':
      return (
        <Empty icon="clock" title={m.waitsApproval}>
          <p>{m.untilApproved}</p>
        </Empty>
      )
    default:
      return <Failed error={error} retry={retry} />
  }
}
