import { useSignal } from '@preact/signals'
import { useEffect, useMemo, useRef } from 'preact/hooks'
import { ApiError } from '../../ui/api.ts'
import { Icon } from '../../ui/icon.tsx'
import { randomId } from '../../ui/random-id.ts'
import { setQuery } from '../../ui/router.ts'
import { Empty, Loading } from '../../ui/state.tsx'
import { announce } from '../../ui/toast.tsx'
import { LiveJob } from '../jobs/live-job.ts'
import { JOB_CALLS } from '../transcribe/calls.ts'
import { JobProgress } from '../transcribe/job-progress.tsx'
import type { MediaJob } from '../transcribe/types.ts'
import { Waiting } from './answer-view.tsx'
import type { Asked } from './asked.ts'
import { spokenTextOf, startTranscript } from './calls.ts'
import { Fault } from './fault.tsx'
import { SpokenWords } from './spoken-words.tsx'
import { BackToList } from './video-details.tsx'
import { siteOf } from './web-address.ts'

interface TranscriptProps {
  asked: Asked
  /** Whether it was asked for just now, and not by an address that somebody has opened. */
  isWanted: boolean
  /** Called to ask for it, or for another one. */
  onAsk: (asked: Asked) => void
}

/** What is said in a video. It may cost much: so it is started by a button only. */
export function Transcript({ asked, isWanted, onAsk }: TranscriptProps) {
  return (
    <div class="answer">
      <BackToList asked={asked} />
      {asked.job !== '' ? (
        <Job key={asked.job} asked={asked} onAsk={onAsk} />
      ) : isWanted ? (
        <Start asked={asked} onAsk={onAsk} />
      ) : (
        <Empty icon="document" title="Nothing was asked yet">
          <p>What is said in this video of {siteOf(asked.url)} can be had as text.</p>
          <button type="button" class="button" onClick={() => onAsk(asked)}>
            <Icon name="document" /> Get the transcript
          </button>
        </Empty>
      )}
    </div>
  )
}

function Start({ asked, onAsk }: Omit<TranscriptProps, 'isWanted'>) {
  const fault = useSignal<unknown>(undefined)
  const isStopped = useSignal(false)
  const running = useRef(new AbortController())
  // Sent again after a lost answer, it makes no second job.
  const key = useRef(randomId())
  const start = async () => {
    const abort = new AbortController()
    running.current = abort
    fault.value = undefined
    isStopped.value = false
    try {
      const job = await startTranscript(asked, key.current, abort.signal)
      if (!abort.signal.aborted) setQuery({ job })
    } catch (error) {
      if (!abort.signal.aborted) fault.value = error
    }
  }
  useEffect(() => {
    void start()
    return () => running.current.abort()
  }, [])
  if (fault.value !== undefined)
    return <Fault error={fault.value} asked={asked} onAsk={onAsk} retry={() => void start()} />
  if (isStopped.value)
    return (
      <div class="notice" role="status">
        <span>Stopped.</span>
        <button type="button" class="button" onClick={() => void start()}>
          <Icon name="again" /> Ask again
        </button>
      </div>
    )
  return (
    <Waiting
      doing="Asking for the transcript"
      onStop={() => {
        running.current.abort()
        isStopped.value = true
      }}
    />
  )
}

function Job({ asked, onAsk }: Omit<TranscriptProps, 'isWanted'>) {
  const live = useMemo(
    () =>
      new LiveJob<MediaJob>(JOB_CALLS, asked.job, ({ status }) => {
        if (status === 'succeeded') announce('The transcript is there')
      }),
    [asked.job],
  )
  useEffect(() => () => live.close(), [live])
  const job = live.job.value
  const { value: error } = live.error
  const again =
    asked.url === '' ? undefined : (
      <button type="button" class="button" onClick={() => onAsk({ ...asked, job: '' })}>
        <Icon name="again" /> Ask again
      </button>
    )
  if (error instanceof ApiError && error.status === 404)
    return (
      <Empty icon="clock" title="This transcript is no longer here">
        <p>
          A job is deleted an hour after its end, and is seen by nobody else. What was transcribed
          by listening is in the <a href="/app/history?kind=transcript">history</a>.
        </p>
        {again}
      </Empty>
    )
  if (error !== undefined)
    return <Fault error={error} asked={asked} onAsk={onAsk} retry={() => void live.load()} />
  if (job === undefined) return <Loading label="Loading the transcript" />
  switch (job.status) {
    case 'queued':
    case 'running':
      return <JobProgress live={live} name={asked.url === '' ? undefined : asked.url} />
    case 'cancelled':
      return (
        <div class="notice" role="status">
          <span>Cancelled.</span>
          {again}
        </div>
      )
    case 'failed':
      return (
        <Fault
          error={failureOf(job)}
          asked={asked}
          onAsk={asked.url === '' ? undefined : onAsk}
          retry={asked.url === '' ? undefined : () => onAsk({ ...asked, job: '' })}
        />
      )
    case 'succeeded':
      return <Found job={job} asked={asked} />
  }
}

function Found({ job, asked }: { job: MediaJob; asked: Asked }) {
  const text = useMemo(() => spokenTextOf(job), [job])
  if (text === undefined)
    return (
      <Empty icon="search" title="There is no such transcript">
        <a href="/app/jobs">Show all jobs</a>
      </Empty>
    )
  return <SpokenWords text={text} asked={asked} jobId={job.job_id} />
}

/** A job that has failed, as the refusal of a request. */
function failureOf({ error }: MediaJob): ApiError {
  const { code = 'unknown', detail = 'It failed, and no reason is known' } = error ?? {}
  return new ApiError(500, code, detail)
}
