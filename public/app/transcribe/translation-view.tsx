import { useEffect, useMemo } from 'preact/hooks'
import { words } from '../../ui/api.ts'
import { plural } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { announce, attempt } from '../../ui/toast.tsx'
import { jobWords } from '../jobs/job-words.ts'
import { LiveJob } from '../jobs/live-job.ts'
import { hasEnded } from '../jobs/types.ts'
import { JOB_CALLS, type MadeTranslation, translationOf } from './calls.ts'
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
  const made = job?.status === 'succeeded' ? translationOf(job) : undefined
  useEffect(() => {
    if (made === undefined) return
    onTexts(fromSrt(made.srt).map(({ text }) => text))
    announce('The translation stands beside the original')
  }, [made?.srt])
  const failed = faultOf(live)
  if (failed !== undefined)
    return (
      <div class="notice bad" role="alert">
        <span>The translation is not there. {failed}</span>
        <button type="button" class="button" onClick={onClose}>
          Close
        </button>
      </div>
    )
  if (made === undefined)
    return (
      <div class="notice">
        <p class="wait" role="status">
          <i aria-hidden="true" />
          {job === undefined ? 'Translating' : jobWords(job)}
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
  const cues = fromSrt(made.srt)
  return (
    <div class="notice translation">
      <span>
        {languageName(made.target)} stands beside the original.
        {made.problems.length > 0 && <Problems problems={made.problems} />}
      </span>
      <div class="actions">
        <Downloads cues={() => cues} name={`${title} ${made.target}`} what="the translation" />
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
function faultOf({ job, error }: LiveJob<MediaJob>): string | undefined {
  if (error.value !== undefined) return words(error.value)
  const { value: now } = job
  if (now === undefined || !hasEnded(now)) return undefined
  if (now.status !== 'succeeded') return `${jobWords(now)}.`
  return translationOf(now) === undefined ? 'This job is no translation of subtitles.' : undefined
}

/** What was left as it is: it is told, and not hidden among the rest. */
function Problems({ problems }: Pick<MadeTranslation, 'problems'>) {
  return (
    <details class="small">
      <summary>{plural(problems.length, 'subtitle')} could not be translated</summary>
      <ul class="bullets">
        {problems.map(({ cue, reason }, index) => (
          <li key={index}>{cue === undefined ? reason : `${cue}: ${reason}`}</li>
        ))}
      </ul>
    </details>
  )
}
