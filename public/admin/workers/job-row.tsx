import { useSignal } from '@preact/signals'
import { useId } from 'preact/hooks'
import { api, send } from '../../ui/api.ts'
import { duration, fullTime, plural, relativeTime } from '../../ui/format.ts'
import { StepList } from '../../ui/workers/step-list.tsx'
import { ActionButton } from '../parts/action-button.tsx'
import { ForeignText, LongText, visibleText } from '../parts/text.tsx'
import type { AdminWorkerJob } from './calls.ts'

const STATES = {
  queued: { dot: 'dot', words: 'Waiting' },
  running: { dot: 'dot ok', words: 'Running' },
  succeeded: { dot: 'dot ok', words: 'Done' },
  failed: { dot: 'dot bad', words: 'Failed' },
  cancelled: { dot: 'dot', words: 'Cancelled' },
} as const satisfies Record<AdminWorkerJob['status'], { dot: string; words: string }>

/** A job of somebody: whose, with which profile, how it stands, and what it has done. */
export function JobRow({ job, changed }: { job: AdminWorkerJob; changed: () => Promise<void> }) {
  const isOpen = useSignal(false)
  const stepsId = useId()
  const { status, profile, excerpt, created_at: at, error, steps, started_at: startedAt } = job
  const actor = job.actor ?? job.owner_id
  const hidden = job.steps_total - steps.length
  const made = job.artifacts.map(({ name }) => name).join(', ')
  const isLive = status === 'queued' || status === 'running'
  return (
    <li class="row" data-job={job.job_id}>
      <span class={STATES[status].dot} />
      <span class="grow">
        <ForeignText text={actor} />
        {profile !== null && (
          <>
            , <ForeignText text={profile} />
          </>
        )}
        <small>
          {stateWords(job)}, asked for{' '}
          <time dateTime={at} title={fullTime(at)}>
            {relativeTime(at)}
          </time>
        </small>
        {excerpt !== null && (
          <small>
            <LongText text={excerpt} />
          </small>
        )}
        {made !== '' && (
          <small>
            Made: <LongText text={made} />
          </small>
        )}
        {error !== null && (
          <small class="bad-text">
            <LongText text={error.detail} />
          </small>
        )}
      </span>
      <span class="actions beside">
        {steps.length > 0 && (
          <button
            type="button"
            class="button"
            aria-expanded={isOpen.value}
            aria-controls={stepsId}
            aria-label={`${plural(job.steps_total, 'step')} of ${visibleText(actor)}`}
            onClick={() => {
              isOpen.value = !isOpen.value
            }}
          >
            {plural(job.steps_total, 'step')}
          </button>
        )}
        {isLive && (
          <ActionButton
            label="Cancel"
            about={`worker of ${actor}`}
            work={async () => {
              const params = { path: { id: job.job_id } }
              await send(api.POST('/admin/queue/{id}/cancel', { params }))
              await changed()
            }}
            done={`The worker of ${actor} is cancelled`}
            confirm={{
              title: `Cancel the worker of ${visibleText(actor)}?`,
              text: 'It is stopped without an answer, and still counts for today. What it has made so far stays for an hour.',
              action: 'Cancel the worker',
              keep: 'Go on',
            }}
          />
        )}
      </span>
      <div id={stepsId} class="worker-done" hidden={!isOpen.value}>
        {isOpen.value && hidden > 0 && (
          <p class="quiet small">The first {plural(hidden, 'step')} are not shown.</p>
        )}
        {isOpen.value && <StepList steps={steps} startedAt={startedAt} />}
      </div>
    </li>
  )
}

function stateWords({
  status,
  started_at: started,
  finished_at: finished,
}: AdminWorkerJob): string {
  const { words } = STATES[status]
  if (started === null || status === 'queued') return words
  const end = finished === null ? Date.now() : Date.parse(finished)
  const took = duration(Math.max(0.1, (end - Date.parse(started)) / 1000))
  return status === 'running' ? `${words} for ${took}` : `${words} after ${took}`
}
