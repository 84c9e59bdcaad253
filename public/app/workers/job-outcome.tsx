import { CopyButton } from '../../ui/copy.tsx'
import { Markdown } from '../../ui/markdown/markdown.tsx'
import { statusLabel } from '../jobs/job-label.ts'
import type { WorkerJob } from './types.ts'

/** The answer of a job that has ended, or why there is none. */
export function JobOutcome({ job }: { job: WorkerJob }) {
  const { result, status } = job
  if (result === null)
    return (
      <p class={status === 'failed' ? 'notice bad' : 'notice'}>
        {status === 'cancelled' ? 'Stopped before it had an answer.' : `${statusLabel(job)}.`}
      </p>
    )
  const { answer, engine, model } = result
  return (
    <section class="run">
      <div class="actions">
        <h2 class="section">Answer</h2>
        <CopyButton text={() => answer} label="Copy the answer" />
      </div>
      <div class="result">
        <Markdown text={answer} />
      </div>
      <p class="quiet small">
        {engine}/{model} · {statusLabel(job)}
      </p>
    </section>
  )
}
