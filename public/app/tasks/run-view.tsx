import { useEffect, useRef } from 'preact/hooks'
import { m as ui } from '../../ui/messages/en.ts'
import { Failed, Loading } from '../../ui/state.tsx'
import { attempt } from '../../ui/toast.tsx'
import { statusLabel } from '../jobs/job-label.ts'
import { JobWait } from '../jobs/job-wait.tsx'
import type { LiveJob } from '../jobs/live-job.ts'
import { ResultView } from '../jobs/result-view.tsx'
import { type AgentJob, hasEnded } from '../jobs/types.ts'
import { m } from './messages/en.ts'

interface RunViewProps {
  live: LiveJob<AgentJob>
  task: string
  /** Runs the task again with what is in the form. */
  onAgain: () => void
}

/** A run of a task: where it stands, then its result or why there is none. */
export function RunView({ live, task, onAgain }: RunViewProps) {
  const section = useRef<HTMLElement>(null)
  useEffect(() => {
    // On a phone the run is below the form.
    section.current?.scrollIntoView({ block: 'nearest' })
  }, [live])
  const job = live.job.value
  return (
    <section ref={section} aria-label={m.run} class="run">
      {job === undefined ? (
        live.error.value === undefined ? (
          <Loading label={m.loadingRun} />
        ) : (
          <Failed error={live.error.value} retry={() => live.retry()} />
        )
      ) : (
        <>
          <div role="status" class={hasEnded(job) ? 'hidden-text' : undefined}>
            {hasEnded(job) ? statusLabel(job) : <JobWait job={job} isLost={live.isLost.value} />}
          </div>
          {hasEnded(job) ? (
            <Outcome job={job} task={task} onAgain={onAgain} />
          ) : (
            <div class="run-foot">
              <button
                type="button"
                class="button"
                onClick={() => void attempt(() => live.cancel())}
              >
                {m.cancel}
              </button>
              <span class="quiet small">{m.canClose}</span>
            </div>
          )}
        </>
      )}
    </section>
  )
}

function Outcome({ job, task, onAgain }: { job: AgentJob; task: string; onAgain: () => void }) {
  const { result, status } = job
  if (status === 'succeeded' && result !== null) {
    return (
      <>
        <ResultView value={result.result} name={task} title={m.result} />
        <p class="quiet small">
          {result.engine}/{result.model} · {statusLabel(job)}
        </p>
      </>
    )
  }
  return (
    <div class={status === 'failed' ? 'notice bad' : 'notice'}>
      <span>{ui.sentence(statusLabel(job))}</span>
      <button type="button" class="button" onClick={onAgain}>
        {status === 'cancelled' ? m.runAgain : m.tryAgain}
      </button>
    </div>
  )
}
