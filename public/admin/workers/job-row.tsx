import { useSignal } from '@preact/signals'
import { useId } from 'preact/hooks'
import { api, send } from '../../ui/api.ts'
import { duration, fullTime, plural, relativeTime } from '../../ui/format.ts'
import { StepList } from '../../ui/workers/step-list.tsx'
import { ActionButton } from '../shared/action-button.tsx'
import { ForeignText, LongText, visibleText } from '../shared/text.tsx'
import type { AdminWorkerJob } from './calls.ts'

const STATES = {
  queued: { dot: 'dot', text: 'Waiting' },
  running: { dot: 'dot ok', text: 'Running' },
  succeeded: { dot: 'dot ok', text: 'Done' },
  failed: { dot: 'dot bad', text: 'Failed' },
  cancelled: { dot: 'dot', text: 'Cancelled' },
} as const satisfies Record<AdminWorkerJob['status'], { dot: string; text: string }>

/** A job of somebody: whose, with which profile, how it stands, and what it has done. */
export function JobRow({ job, changed }: { job: AdminWorkerJob; changed: () => Promise<void> }) {
  const isOpen = useSignal(false)
  const stepsId = useId()
  const { status, profile, excerpt, created_at: at, error, steps, started_at: startedAt } = job
  const actor = job.actor ?? job.owner_id
  const hidden = job.steps_total - steps.length
  const created = job.artifacts.map(({ name }) => name).join(', ')
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
          {stateLabel(job)}, asked for{' '}
          <time dateTime={at} title={fullTime(at)}>
            {relativeTime(at)}
          </time>
        </small>
        {excerpt !== null && (
          <small>
            <LongText text={excerpt} />
          </small>
        )}
        {created !== '' && (
          <small>
            Made: <LongText text={created} />
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

function stateLabel({
  status,
  started_at: started,
  finished_at: finished,
}: AdminWorkerJob): string {
  const { text } = STATES[status]
  if (started === null || status === 'queued') return text
  const end = finished === null ? Date.now() : Date.parse(finished)
  const took = duration(Math.max(0.1, (end - Date.parse(started)) / 1000))
  return status === 'running' ? `${text} for ${took}` : `${text} after ${took}`
}
