import { useSignal } from '@preact/signals'
import { useEffect, useMemo } from 'preact/hooks'
import { ApiError } from '../../ui/api.ts'
import { fill } from '../../ui/fill.ts'
import { PageLayout } from '../../ui/layout.tsx'
import { m as ui } from '../../ui/messages/en.ts'
import { useResource } from '../../ui/resource.ts'
import { navigate, path } from '../../ui/router.ts'
import { Empty, Failed, Loading } from '../../ui/state.tsx'
import { announce } from '../../ui/toast.tsx'
import { LiveJob } from '../jobs/live-job.ts'
import { hasEnded } from '../jobs/types.ts'
import { AllTranscripts } from './all-transcripts.tsx'
import { findEntryOf, JOB_CALLS, readEntry, transcriptOf } from './calls.ts'
import { Editor } from './editor.tsx'
import { JobProgress } from './job-progress.tsx'
import { recordingOf } from './local-recordings.ts'
import { m } from './messages/en.ts'
import { progressLabel } from './progress-label.ts'
import type { MediaJob } from './types.ts'

const PAGE = '/app/transcribe'

/** One transcript: that of a job, or one of the history. */
export function TranscriptPage({ id }: { id: string }) {
  return id.startsWith('his_') ? <StoredTranscript id={id} /> : <JobTranscript id={id} />
}

function StoredTranscript({ id }: { id: string }) {
  const entry = useResource(() => readEntry(id), [id])
  const loaded = entry.value.value
  if (loaded.state === 'ready') return <Editor key={id} transcript={loaded.data} />
  return (
    <PageLayout title={m.transcript} side={<AllTranscripts />}>
      {loaded.state === 'loading' ? (
        <Loading label={m.loadingTranscript} />
      ) : isGone(loaded.error) ? (
        <Gone />
      ) : (
        <Failed error={loaded.error} retry={() => void entry.reload()} />
      )}
    </PageLayout>
  )
}

function JobTranscript({ id }: { id: string }) {
  const live = useMemo(() => new LiveJob<MediaJob>(JOB_CALLS, id), [id])
  useEffect(() => () => live.close(), [live])
  const job = live.job.value
  const { value: error } = live.error
  if (job?.status === 'succeeded') return <FinishedJob job={job} />
  if (isGone(error)) return <ExpiredJob id={id} />
  return (
    <PageLayout title={m.transcript} side={<AllTranscripts />}>
      {error !== undefined ? (
        <Failed error={error} retry={() => live.retry()} />
      ) : job === undefined ? (
        <Loading label={m.loadingTranscript} />
      ) : (
        <Progress live={live} job={job} />
      )}
    </PageLayout>
  )
}

interface ProgressProps {
  live: LiveJob<MediaJob>
  job: MediaJob
}

function Progress({ live, job }: ProgressProps) {
  if (!hasEnded(job)) return <JobProgress live={live} name={recordingOf(live.id)?.name} />
  return (
    <div class={job.status === 'failed' ? 'notice bad' : 'notice'} role="status">
      <span>{ui.sentence(progressLabel(job))}</span>
      <a class="button" href={PAGE}>
        {m.transcribeAnother}
      </a>
    </div>
  )
}

/** Leads to the entry of the history, which stays when the job is deleted. */
function FinishedJob({ job }: { job: MediaJob }) {
  const { job_id: id } = job
  const transcript = useResource(async () => {
    const entry = await findEntryOf(id)
    if (entry !== undefined) return readEntry(entry.id)
    // Where nothing is spoken, nothing is kept.
    const transcript = transcriptOf(job)
    if (transcript === undefined) throw new ApiError(404, 'not_found', m.noJobTranscript)
    return transcript
  }, [id])
  const loaded = transcript.value.value
  const found = loaded.state === 'ready' ? loaded.data : undefined
  useEffect(() => {
    if (found === undefined) return
    announce(m.isThere)
    if (found.id !== null && path.peek() === `${PAGE}/${id}`)
      navigate(`${PAGE}/${found.id}${window.location.search}`, { replace: true })
  }, [found])
  if (found !== undefined) return <Editor key={id} transcript={found} />
  return (
    <PageLayout title={m.transcript} side={<AllTranscripts />}>
      {loaded.state === 'failed' ? (
        <Failed error={loaded.error} retry={() => void transcript.reload()} />
      ) : (
        <Loading label={m.loadingTranscript} />
      )}
    </PageLayout>
  )
}

/** A job is deleted an hour after its end; its transcript is not. */
function ExpiredJob({ id }: { id: string }) {
  const isPolling = useSignal(true)
  useEffect(() => {
    void findEntryOf(id).then(
      (entry) => {
        if (entry !== undefined) navigate(`${PAGE}/${entry.id}`, { replace: true })
        else isPolling.value = false
      },
      () => {
        isPolling.value = false
      },
    )
  }, [id])
  return (
    <PageLayout title={m.transcript} side={<AllTranscripts />}>
      {isPolling.value ? <Loading label={m.looking} /> : <Gone />}
    </PageLayout>
  )
}

function Gone() {
  return (
    <Empty icon="search" title={m.noSuchTranscript}>
      {fill(m.mayBeDeleted, { link: <a href={PAGE}>{m.showTranscripts}</a> })}
    </Empty>
  )
}

function isGone(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404
}
