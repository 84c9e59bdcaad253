import { useSignal } from '@preact/signals'
import { CopyButton } from '../../ui/copy.tsx'
import { Confirm } from '../../ui/dialog.tsx'
import { fill } from '../../ui/fill.ts'
import { bytes, fullTime, shortTime, visible } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { Markdown } from '../../ui/markdown/markdown.tsx'
import { m as ui } from '../../ui/messages/en.ts'
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
import { m } from './messages/en.ts'
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
            <h2 class="section">{m.fileCount(job.artifacts.length)}</h2>
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
        <h2 class="section">{m.steps(job.steps.length)}</h2>
        {job.steps.length === 0 && (
          <p class="quiet small">{isOver ? m.didNothing : m.appearsHere}</p>
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
          {isWhole.value ? m.showLess : m.showBrief}
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
        {m.stop}
      </button>
      <span class="quiet small">{m.canClose}</span>
      {isAsking.value && (
        <Confirm
          title={m.stopThis}
          text={m.stopText}
          action={m.stopJob}
          keep={m.letItGoOn}
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
      {fill(m.deletedAt, {
        time: (
          <time dateTime={at} title={fullTime(at)}>
            {shortTime(at)}
          </time>
        ),
      })}
    </span>
  )
}

/** Leads to a new job with the same brief, which may be changed there before it is sent. */
function AgainButton({ job: { profile, brief, collections } }: { job: WorkerJob }) {
  if (brief === null) return null
  const again = () => {
    const before = draft.peek()
    changeDraft({ profile: profile ?? '', brief, collections })
    navigate('/app/workers')
    // What was typed and not sent is not lost.
    if (before.brief.trim() !== '' && before.brief !== brief)
      toast(m.tookPlace, {
        label: m.takeBack,
        run: () => changeDraft(before),
      })
    else toast(m.attachAgain)
  }
  return (
    <button type="button" class="button" onClick={again}>
      <Icon name="again" /> {m.againButton}
    </button>
  )
}

/** The answer of a job that has ended, or why there is none. */
function JobOutcome({ job }: { job: WorkerJob }) {
  const { result, status } = job
  if (result === null)
    return (
      <p class={status === 'failed' ? 'notice bad' : 'notice'}>
        {status === 'cancelled' ? m.stoppedBefore : ui.sentence(statusLabel(job))}
      </p>
    )
  const { answer, engine, model } = result
  return (
    <section class="run">
      <div class="actions">
        <h2 class="section">{m.answer}</h2>
        <CopyButton text={() => answer} label={m.copyAnswer} />
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
        aria-label={m.showOutputOf(number, bytes(size))}
        onClick={() => {
          isOpen.value = true
        }}
      >
        {m.showOutput}
      </button>
      {isOpen.value && (
        <FileDialog
          name={name}
          url={url}
          title={m.outputOf(number)}
          onClose={() => {
            isOpen.value = false
          }}
        >
          <FileText name={name} url={url} size={size} />
        </FileDialog>
      )}
    </>
  )
}
