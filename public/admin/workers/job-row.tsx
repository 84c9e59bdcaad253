import { useSignal } from '@preact/signals'
import { useId } from 'preact/hooks'
import { api, send } from '../../ui/api.ts'
import { fill } from '../../ui/fill.ts'
import { duration, fullTime, relativeTime } from '../../ui/format.ts'
import { StepList } from '../../ui/workers/step-list.tsx'
import { ActionButton } from '../shared/action-button.tsx'
import { ForeignText, LongText, visibleText } from '../shared/text.tsx'
import type { AdminWorkerJob } from './calls.ts'
import { m } from './messages/en.ts'

const DOTS = {
  queued: '',
  running: 'ok',
  succeeded: 'ok',
  failed: 'bad',
  cancelled: '',
} as const satisfies Record<AdminWorkerJob['status'], string>

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
      <span class={`dot ${DOTS[status]}`} />
      <span class="grow">
        <ForeignText text={actor} />
        {profile !== null && (
          <>
            , <ForeignText text={profile} />
          </>
        )}
        <small>
          {fill(m.askedFor(stateLabel(job)), {
            time: (
              <time dateTime={at} title={fullTime(at)}>
                {relativeTime(at)}
              </time>
            ),
          })}
        </small>
        {excerpt !== null && (
          <small>
            <LongText text={excerpt} />
          </small>
        )}
        {created !== '' && <small>{fill(m.made, { files: <LongText text={created} /> })}</small>}
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
            aria-label={m.stepsOf(m.steps(job.steps_total), visibleText(actor))}
            onClick={() => {
              isOpen.value = !isOpen.value
            }}
          >
            {m.steps(job.steps_total)}
          </button>
        )}
        {isLive && (
          <ActionButton
            label={m.cancel}
            about={m.workerOf(actor)}
            work={async () => {
              const params = { path: { id: job.job_id } }
              await send(api.POST('/admin/queue/{id}/cancel', { params }))
              await changed()
            }}
            done={m.isCancelled(actor)}
            confirm={{
              title: m.cancelThis(visibleText(actor)),
              text: m.cancelText,
              action: m.cancelWorker,
              keep: m.goOn,
            }}
          />
        )}
      </span>
      <div id={stepsId} class="worker-done" hidden={!isOpen.value}>
        {isOpen.value && hidden > 0 && <p class="quiet small">{m.hidden(hidden)}</p>}
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
  const text = m.states[status]
  if (started === null || status === 'queued') return text
  const end = finished === null ? Date.now() : Date.parse(finished)
  const took = duration(Math.max(0.1, (end - Date.parse(started)) / 1000))
  return status === 'running' ? m.runningFor(text, took) : m.endedAfter(text, took)
}
