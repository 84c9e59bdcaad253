import { attempt } from '../../ui/toast.tsx'
import { lazyPart, useLazy } from '../../ui/use-lazy.ts'
import type { LiveJob } from '../jobs/live-job.ts'
import { m } from './messages/en.ts'
import { progressLabel } from './progress-label.ts'
import type { MediaJob } from './types.ts'

const notifyMe = lazyPart(() => import('../../ui/notify/notify-me.tsx'))

interface JobProgressProps {
  live: LiveJob<MediaJob>
  /** Of the recording, where it is known. */
  name?: string | undefined
}

/** How far a transcription is, and a way to end it. */
export function JobProgress({ live, name }: JobProgressProps) {
  const job = live.job.value
  const offer = useLazy(notifyMe, true)
  if (job === undefined) return null
  const total = job.progress?.total ?? null
  const text = live.isLost.value ? m.lost : progressLabel(job)
  return (
    <section class="card transcript-progress" aria-label={m.progress}>
      {name !== undefined && (
        <p class="one-line" dir="auto">
          <b>{name}</b>
        </p>
      )}
      {/* What changes with each second is not read aloud. */}
      <p class="hidden-text" role="status">
        {job.status === 'queued' ? progressLabel(job) : m.transcribing}
      </p>
      {total === null ? (
        <p class="wait" aria-hidden="true">
          <i />
          {text}
        </p>
      ) : (
        <>
          <progress
            class="thin-progress"
            max={total}
            value={job.progress?.done ?? 0}
            aria-label={m.transcribed}
          />
          <p class="quiet small number" aria-hidden="true">
            {text}
          </p>
        </>
      )}
      <div class="actions">
        <button type="button" class="button" onClick={() => void attempt(() => live.cancel())}>
          {m.cancel}
        </button>
        <span class="quiet small">{m.canClose}</span>
        {offer !== undefined && <offer.NotifyMe />}
      </div>
    </section>
  )
}
