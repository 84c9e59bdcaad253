import { useEffect, useMemo } from 'preact/hooks'
import { errorMessage } from '../../ui/api.ts'
import { plural } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { announce, attempt } from '../../ui/toast.tsx'
import { statusLabel } from '../jobs/job-label.ts'
import { LiveJob } from '../jobs/live-job.ts'
import { hasEnded } from '../jobs/types.ts'
import { type CreatedTranslation, JOB_CALLS, translationOf } from './calls.ts'
import { fromSrt } from './cues.ts'
import { Downloads } from './downloads.tsx'
import { languageName } from './languages.ts'
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
    announce('The translation stands beside the original')
  }, [created?.srt])
  const failed = errorOf(live)
  if (failed !== undefined)
    return (
      <div class="notice bad" role="alert">
        <span>The translation is not there. {failed}</span>
        <button type="button" class="button" onClick={onClose}>
          Close
        </button>
      </div>
    )
  if (created === undefined)
    return (
      <div class="notice">
        <p class="wait" role="status">
          <i aria-hidden="true" />
          {job === undefined ? 'Translating' : statusLabel(job)}
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
          Stop
        </button>
      </div>
    )
  const cues = fromSrt(created.srt)
  return (
    <div class="notice translation">
      <span>
        {languageName(created.target)} stands beside the original.
        {created.issues.length > 0 && <Issues issues={created.issues} />}
      </span>
      <div class="actions">
        <Downloads cues={() => cues} name={`${title} ${created.target}`} what="the translation" />
      </div>
      <button
        type="button"
        class="button plain icon"
        aria-label="Close the translation"
        title="Close"
        onClick={onClose}
      >
        <Icon name="close" />
      </button>
    </div>
  )
}

/** Why there is no translation, in words; undefined while there may be one. */
function errorOf({ job, error }: LiveJob<MediaJob>): string | undefined {
  if (error.value !== undefined) return errorMessage(error.value)
  const { value: now } = job
  if (now === undefined || !hasEnded(now)) return undefined
  if (now.status !== 'succeeded') return `${statusLabel(now)}.`
  return translationOf(now) === undefined ? 'This job is no translation of subtitles.' : undefined
}

/** What was left as it is: it is told, and not hidden among the rest. */
function Issues({ issues }: Pick<CreatedTranslation, 'issues'>) {
  return (
    <details class="small">
      <summary>{plural(issues.length, 'subtitle')} could not be translated</summary>
      <ul class="bullets">
        {issues.map(({ cue, reason }, index) => (
          <li key={index}>{cue === undefined ? reason : `${cue}: ${reason}`}</li>
        ))}
      </ul>
    </details>
  )
}
