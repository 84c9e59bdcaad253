import { useSignal } from '@preact/signals'
import { useEffect, useMemo, useRef } from 'preact/hooks'
import { ApiError, randomId } from '../../ui/api.ts'
import { fill } from '../../ui/fill.ts'
import { Icon } from '../../ui/icon.tsx'
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
import { ErrorNotice } from './error-notice.tsx'
import { m } from './messages/en.ts'
import { TranscriptText } from './transcript-text.tsx'
import { BackToList } from './video-details.tsx'
import { siteOf } from './web-address.ts'

interface TranscriptProps {
  asked: Asked
  /** Whether it was asked for just now, and not by an address that somebody has opened. */
  isTarget: boolean
  /** Called to ask for it, or for another one. */
  onAsk: (asked: Asked) => void
}

/** What is said in a video. It may cost much: so it is started by a button only. */
export function Transcript({ asked, isTarget, onAsk }: TranscriptProps) {
  return (
    <div class="video-answer">
      <BackToList asked={asked} />
      {asked.job !== '' ? (
        <Job key={asked.job} asked={asked} onAsk={onAsk} />
      ) : isTarget ? (
        <Start asked={asked} onAsk={onAsk} />
      ) : (
        <Empty icon="document" title={m.nothingAsked}>
          <p>{m.canBeHad(siteOf(asked.url))}</p>
          <button type="button" class="button" onClick={() => onAsk(asked)}>
            <Icon name="document" /> {m.getTranscript}
          </button>
        </Empty>
      )}
    </div>
  )
}

function Start({ asked, onAsk }: Omit<TranscriptProps, 'isTarget'>) {
  const error = useSignal<unknown>(undefined)
  const isStopped = useSignal(false)
  const running = useRef(new AbortController())
  // Sent again after a lost answer, it makes no second job.
  const key = useRef(randomId())
  const start = async () => {
    const abort = new AbortController()
    running.current = abort
    error.value = undefined
    isStopped.value = false
    try {
      const job = await startTranscript(asked, key.current, abort.signal)
      if (!abort.signal.aborted) setQuery({ job })
    } catch (cause) {
      if (!abort.signal.aborted) error.value = cause
    }
  }
  useEffect(() => {
    void start()
    return () => running.current.abort()
  }, [])
  if (error.value !== undefined)
    return (
      <ErrorNotice error={error.value} asked={asked} onAsk={onAsk} retry={() => void start()} />
    )
  if (isStopped.value)
    return (
      <div class="notice" role="status">
        <span>{m.stopped}</span>
        <button type="button" class="button" onClick={() => void start()}>
          <Icon name="again" /> {m.askAgain}
        </button>
      </div>
    )
  return (
    <Waiting
      doing={m.askingTranscript}
      onStop={() => {
        running.current.abort()
        isStopped.value = true
      }}
    />
  )
}

function Job({ asked, onAsk }: Omit<TranscriptProps, 'isTarget'>) {
  const live = useMemo(
    () =>
      new LiveJob<MediaJob>(JOB_CALLS, asked.job, ({ status }) => {
        if (status === 'succeeded') announce(m.isThere)
      }),
    [asked.job],
  )
  useEffect(() => () => live.close(), [live])
  const job = live.job.value
  const { value: error } = live.error
  const again =
    asked.url === '' ? undefined : (
      <button type="button" class="button" onClick={() => onAsk({ ...asked, job: '' })}>
        <Icon name="again" /> {m.askAgain}
      </button>
    )
  if (error instanceof ApiError && error.status === 404)
    return (
      <Empty icon="clock" title={m.noLonger}>
        <p>
          {fill(m.noLongerText, {
            history: <a href="/app/history?kind=transcript">{m.history}</a>,
          })}
        </p>
        {again}
      </Empty>
    )
  if (error !== undefined)
    return <ErrorNotice error={error} asked={asked} onAsk={onAsk} retry={() => live.retry()} />
  if (job === undefined) return <Loading label={m.loadingTranscript} />
  switch (job.status) {
    case 'queued':
    case 'running':
      return <JobProgress live={live} name={asked.url === '' ? undefined : asked.url} />
    case 'cancelled':
      return (
        <div class="notice" role="status">
          <span>{m.cancelled}</span>
          {again}
        </div>
      )
    case 'failed':
      return (
        <ErrorNotice
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
      <Empty icon="search" title={m.noSuchTranscript}>
        <a href="/app/jobs">{m.showJobs}</a>
      </Empty>
    )
  return <TranscriptText text={text} asked={asked} jobId={job.job_id} />
}

/** A job that has failed, as the refusal of a request. */
function failureOf({ error }: MediaJob): ApiError {
  const { code = 'unknown', detail = m.failedUnknown, reason } = error ?? {}
  return new ApiError(500, code, detail, undefined, reason)
}
