import { useEffect, useMemo } from 'preact/hooks'
import { errorMessage } from '../../ui/api.ts'
import { IconButton } from '../../ui/icon.tsx'
import { m as ui } from '../../ui/messages/en.ts'
import { announce, attempt } from '../../ui/toast.tsx'
import { statusLabel } from '../jobs/job-label.ts'
import { LiveJob } from '../jobs/live-job.ts'
import { hasEnded } from '../jobs/types.ts'
import { type CreatedTranslation, JOB_CALLS, translationOf } from './calls.ts'
import { fromSrt } from './cues.ts'
import { Downloads } from './downloads.tsx'
import { languageName } from './languages.ts'
import { m } from './messages/en.ts'
import type { MediaJob } from './types.ts'

interface TranslationViewProps {
  /** Of its job. */
  id: string
  /** Of the transcript. */
  title: string
  onTexts: (texts: readonly string[]) => void
  onClose: () => void
}

/** Where a translation stands, and what can be done with it; its texts stand beside the original. */
export function TranslationView({ id, title, onTexts, onClose }: TranslationViewProps) {
  const live = useMemo(() => new LiveJob<MediaJob>(JOB_CALLS, id), [id])
  useEffect(() => () => live.close(), [live])
  const job = live.job.value
  const created = job?.status === 'succeeded' ? translationOf(job) : undefined
  useEffect(() => {
    if (created === undefined) return
    onTexts(fromSrt(created.srt).map(({ text }) => text))
    announce(m.translationBeside)
  }, [created?.srt])
  const failed = errorOf(live)
  if (failed !== undefined)
    return (
      <div class="notice bad" role="alert">
        <span>{m.noTranslation(failed)}</span>
        <button type="button" class="button" onClick={onClose}>
          {m.close}
        </button>
      </div>
    )
  if (created === undefined)
    return (
      <div class="notice">
        <p class="wait" role="status">
          <i aria-hidden="true" />
          {job === undefined ? m.translating : statusLabel(job)}
        </p>
        <button
          type="button"
          class="button"
          onClick={() =>
            void attempt(async () => {
              await live.cancel()
              onClose()
            })
          }
        >
          {m.stop}
        </button>
      </div>
    )
  const cues = fromSrt(created.srt)
  return (
    <div class="notice translation">
      <span>
        {m.beside(languageName(created.target))}
        {created.issues.length > 0 && <Issues issues={created.issues} />}
      </span>
      <div class="actions">
        <Downloads cues={() => cues} name={`${title} ${created.target}`} isTranslation />
      </div>
      <IconButton icon="close" label={m.closeTranslation} title={m.close} onPress={onClose} />
    </div>
  )
}

/** Why there is no translation, in words; undefined while there may be one. */
function errorOf({ job, error }: LiveJob<MediaJob>): string | undefined {
  if (error.value !== undefined) return errorMessage(error.value)
  const { value: now } = job
  if (now === undefined || !hasEnded(now)) return undefined
  if (now.status !== 'succeeded') return ui.sentence(statusLabel(now))
  return translationOf(now) === undefined ? m.noSubtitles : undefined
}

/** What was left as it is: it is told, and not hidden among the rest. */
function Issues({ issues }: Pick<CreatedTranslation, 'issues'>) {
  return (
    <details class="small">
      <summary>{m.notTranslated(issues.length)}</summary>
      <ul class="bullets">
        {issues.map(({ cue, reason }, index) => (
          <li key={index}>{cue === undefined ? reason : `${cue}: ${reason}`}</li>
        ))}
      </ul>
    </details>
  )
}
