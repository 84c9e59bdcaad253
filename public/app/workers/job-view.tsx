import { useSignal } from '@preact/signals'
import { Confirm } from '../../ui/dialog.tsx'
import { fullTime, plural, shortTime } from '../../ui/format.ts'
import { visible } from '../../ui/markdown/visible-text.ts'
import { attempt } from '../../ui/toast.tsx'
import { StepList } from '../../ui/workers/step-list.tsx'
import { statusLabel } from '../jobs/job-label.ts'
import { JobWait } from '../jobs/job-wait.tsx'
import type { LiveJob } from '../jobs/live-job.ts'
import { hasEnded } from '../jobs/types.ts'
import { AgainButton } from './again-button.tsx'
import { ArtifactList } from './artifact-list.tsx'
import { JobOutcome } from './job-outcome.tsx'
import { OutputButton } from './output-button.tsx'
import type { WorkerJob } from './types.ts'

/** A longer brief is folded. */
const SHORT_BRIEF = 400

/** A job as it changes: its answer and its files beside what it has done. */
export function JobView({ live, job }: { live: LiveJob<WorkerJob>; job: WorkerJob }) {
  const isOver = hasEnded(job)
  return (
    <div class="worker-job">
      <div class="worker-results">
        {job.brief !== null && <Brief text={job.brief} />}
        {/* It is there from the start, so that the end is read aloud. */}
        <div role="status" class={isOver ? 'hidden-text' : undefined}>
          {isOver ? statusLabel(job) : <JobWait job={job} isLost={live.isLost.value} />}
        </div>
        {isOver ? <JobOutcome job={job} /> : <StopRow live={live} />}
        {job.artifacts.length > 0 && (
          <section>
            <h2 class="section">{plural(job.artifacts.length, 'file')}</h2>
            <ArtifactList artifacts={job.artifacts} />
          </section>
        )}
        {isOver && (
          <div class="run-foot">
            <AgainButton job={job} />
            <Deletion at={job.expires_at} />
          </div>
        )}
      </div>
      <section>
        <h2 class="section">{plural(job.steps.length, 'step')}</h2>
        {job.steps.length === 0 && (
          <p class="quiet small">
            {isOver ? 'It has done nothing.' : 'What it does appears here.'}
          </p>
        )}
        <StepList
          steps={job.steps}
          startedAt={job.started_at}
          more={({ output }, number) =>
            output !== null && <OutputButton output={output} number={number} />
          }
        />
      </section>
    </div>
  )
}

function Brief({ text }: { text: string }) {
  const isWhole = useSignal(text.length <= SHORT_BRIEF)
  const shown = visible(isWhole.value ? text : `${text.slice(0, SHORT_BRIEF)}…`)
  return (
    <div class="worker-asked">
      <p dir="auto">{shown}</p>
      {text.length > SHORT_BRIEF && (
        <button
          type="button"
          class="button plain"
          aria-expanded={isWhole.value}
          onClick={() => {
            isWhole.value = !isWhole.value
          }}
        >
          {isWhole.value ? 'Show less' : 'Show the whole brief'}
        </button>
      )}
    </div>
  )
}

function StopRow({ live }: { live: LiveJob<WorkerJob> }) {
  const isAsking = useSignal(false)
  return (
    <div class="run-foot">
      <button
        type="button"
        class="button"
        onClick={() => {
          isAsking.value = true
        }}
      >
        Stop
      </button>
      <span class="quiet small">You can close this page: the job goes on.</span>
      {isAsking.value && (
        <Confirm
          title="Stop this job?"
          text="It ends without an answer, and still counts as one of today’s jobs. What it has done and made so far stays here for an hour."
          action="Stop the job"
          keep="Let it go on"
          onConfirm={() => void attempt(() => live.cancel())}
          onClose={() => {
            isAsking.value = false
          }}
        />
      )}
    </div>
  )
}

function Deletion({ at }: { at: string | null }) {
  if (at === null) return null
  return (
    <span class="quiet small">
      All of this is deleted at{' '}
      <time dateTime={at} title={fullTime(at)}>
        {shortTime(at)}
      </time>
      , an hour after the end. Download what you want to keep.
    </span>
  )
}
