import { useSignal } from '@preact/signals'
import { useId, useRef } from 'preact/hooks'
import { randomId } from '../../ui/api.ts'
import { fullTime, relativeTime } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { useResource } from '../../ui/resource.ts'
import { navigate, query } from '../../ui/router.ts'
import { Show } from '../../ui/state.tsx'
import { attempt, toast } from '../../ui/toast.tsx'
import { jobCalls } from './job-calls.ts'
import { jobName, jobPage, statusLabel } from './job-label.ts'
import { watchEnd } from './job-watch.ts'
import { m } from './messages/en.ts'
import { ResultView } from './result-view.tsx'
import { StatusDot } from './status-dot.tsx'
import { hasEnded, type ListedJob } from './types.ts'

interface JobRowProps {
  job: ListedJob
  /** Whether its result is shown. */
  isOpen: boolean
  onToggle: (isOpen: boolean) => void
  /** Called when it was changed on the service, or another was made. */
  onChange: () => Promise<void>
}

/** A job: what it does, where it stands, and what can be done with it. */
export function JobRow({ job, isOpen, onToggle, onChange }: JobRowProps) {
  const resultId = useId()
  const name = jobName(job)
  const page = jobPage(job)
  const { progress, excerpt } = job
  return (
    <li class="row job">
      <StatusDot status={job.status} />
      <span class="grow">
        <span class="job-name">
          <Name job={job} />
          {excerpt !== null && (
            <span class="quiet one-line" dir="auto">
              {excerpt}
            </span>
          )}
        </span>
        <small>
          {statusLabel(job)} ·{' '}
          <time dateTime={job.created_at} title={fullTime(job.created_at)}>
            {relativeTime(job.created_at)}
          </time>
        </small>
        {job.status === 'running' && progress !== null && progress.total !== null && (
          <progress max={progress.total} value={progress.done} aria-label={m.progressOf(name)} />
        )}
      </span>
      <span class="actions beside">
        {job.status === 'succeeded' && page !== undefined && (
          <a class="button" href={page} aria-label={m.openOne(name)}>
            {m.open}
          </a>
        )}
        {job.status === 'succeeded' && page === undefined && (
          <button
            type="button"
            class="button"
            aria-expanded={isOpen}
            aria-controls={resultId}
            aria-label={m.resultOf(name)}
            onClick={() => onToggle(!isOpen)}
          >
            {m.result}
          </button>
        )}
        {hasEnded(job) ? (
          <AgainButton job={job} onChange={onChange} />
        ) : (
          <button
            type="button"
            class="button"
            aria-label={m.cancelOne(name)}
            onClick={() =>
              void attempt(async () => {
                await jobCalls(job.kind)?.cancel(job.job_id)
                await onChange()
              })
            }
          >
            {m.cancel}
          </button>
        )}
      </span>
      <div id={resultId} class="job-result" hidden={!isOpen}>
        {isOpen && job.status === 'succeeded' && <Result job={job} name={name} />}
      </div>
    </li>
  )
}

/** Of an agent task: it leads to its form and to this run. */
function Name({ job }: { job: ListedJob }) {
  const name = jobName(job)
  const page = jobPage(job)
  if (page !== undefined) return <a href={page}>{name}</a>
  if (job.task === null) return <span>{name}</span>
  const address = `/app/tasks/${encodeURIComponent(job.task)}?job=${encodeURIComponent(job.job_id)}`
  return <a href={address}>{name}</a>
}

function AgainButton({ job, onChange }: Pick<JobRowProps, 'job' | 'onChange'>) {
  const isBusy = useSignal(false)
  // Kept where no answer came, so that another click makes no second job.
  const key = useRef(randomId())
  const name = jobName(job)
  const calls = jobCalls(job.kind)
  const again = calls?.again
  if (again === undefined) return null
  const run = async () => {
    const { job_id } = await again(job.job_id, key.current)
    key.current = randomId()
    watchEnd({ ...job, job_id })
    toast(m.runsAgain(name))
    // With a filter, the new job may not be among those that are shown.
    if (query.peek().has('status')) navigate('/app/jobs')
    else await onChange()
  }
  return (
    <button
      type="button"
      class="button icon plain"
      aria-label={m.runAgainOne(name)}
      title={m.runAgain}
      disabled={isBusy.value}
      onClick={async () => {
        isBusy.value = true
        await attempt(run)
        isBusy.value = false
      }}
    >
      <Icon name="again" />
    </button>
  )
}

/** Loaded when it is opened: the list has no results. */
function Result({ job: { kind, job_id: id }, name }: { job: ListedJob; name: string }) {
  const whole = useResource(async (abort) => jobCalls(kind)?.read(id, abort), [id])
  return (
    <Show of={whole}>
      {(job) => {
        const result = job?.result ?? undefined
        if (result === undefined) return <p class="quiet">{m.noResult}</p>
        return <ResultView value={resultValue(result)} name={name} />
      }}
    </Show>
  )
}

/** What the job was for, without what else is told about it. */
function resultValue(result: object): unknown {
  for (const field of ['result', 'structured', 'srt', 'text'])
    if (field in result) return Reflect.get(result, field)
  return result
}
