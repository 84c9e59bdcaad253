import { useSignal } from '@preact/signals'
import { CopyButton } from '../../ui/copy.tsx'
import { Confirm } from '../../ui/dialog.tsx'
import { bytes, fullTime, plural, shortTime } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { Markdown } from '../../ui/markdown/markdown.tsx'
import { visible } from '../../ui/markdown/visible-text.ts'
import { navigate } from '../../ui/router.ts'
import { attempt, toast } from '../../ui/toast.tsx'
import { StepList } from '../../ui/workers/step-list.tsx'
import { statusLabel } from '../jobs/job-label.ts'
import { JobWait } from '../jobs/job-wait.tsx'
import type { LiveJob } from '../jobs/live-job.ts'
import { hasEnded } from '../jobs/types.ts'
import { ArtifactList } from './artifact-list.tsx'
import { changeDraft, draft } from './draft.ts'
import { FileDialog } from './file-dialog.tsx'
import { FileText } from './file-text.tsx'
import type { StepOutput, WorkerJob } from './types.ts'

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

/** Leads to a new job with the same brief, which may be changed there before it is sent. */
function AgainButton({ job: { profile, brief } }: { job: WorkerJob }) {
  if (brief === null) return null
  const again = () => {
    const before = draft.peek()
    changeDraft({ profile: profile ?? '', brief })
    navigate('/app/workers')
    // What was typed and not sent is not lost.
    if (before.brief.trim() !== '' && before.brief !== brief)
      toast('It took the place of the brief that you had started. Attach its files again', {
        label: 'Take mine back',
        run: () => changeDraft(before),
      })
    else toast('Attach its files again, if it had any')
  }
  return (
    <button type="button" class="button" onClick={again}>
      <Icon name="again" /> Again
    </button>
  )
}

/** The answer of a job that has ended, or why there is none. */
function JobOutcome({ job }: { job: WorkerJob }) {
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

interface OutputButtonProps {
  output: StepOutput
  /** From 1. */
  number: number
}

/** Opens all that the tool of a step has said. */
function OutputButton({ output: { url, bytes: size }, number }: OutputButtonProps) {
  const isOpen = useSignal(false)
  const name = `step-${number}.txt`
  return (
    <>
      <button
        type="button"
        class="button plain worker-output"
        aria-label={`Show the whole output of step ${number}, ${bytes(size)}`}
        onClick={() => {
          isOpen.value = true
        }}
      >
        Show the whole output
      </button>
      {isOpen.value && (
        <FileDialog
          {...{ name, url }}
          title={`Output of step ${number}`}
          onClose={() => {
            isOpen.value = false
          }}
        >
          <FileText {...{ name, url, size }} />
        </FileDialog>
      )}
    </>
  )
}
