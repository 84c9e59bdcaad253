import { useSignal } from '@preact/signals'
import { useEffect, useMemo } from 'preact/hooks'
import { words } from '../../ui/api.ts'
import { CopyButton } from '../../ui/copy.tsx'
import { Icon } from '../../ui/icon.tsx'
import { saveText } from '../../ui/save-text.ts'
import { announce, attempt } from '../../ui/toast.tsx'
import { jobWords } from '../jobs/job-words.ts'
import { LiveJob } from '../jobs/live-job.ts'
import { hasEnded } from '../jobs/types.ts'
import { JOB_CALLS, readTranslation } from './calls.ts'
import { fromSrt, toSrt, toText, toVtt } from './cues.ts'
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
  const result = useSignal<{ srt: string; target: string } | undefined>(undefined)
  const fault = useSignal<string | undefined>(undefined)
  const job = live.job.value
  const isDone = job?.status === 'succeeded'
  useEffect(() => {
    if (!isDone) return
    readTranslation(id).then(
      (read) => {
        result.value = read
        onTexts(fromSrt(read.srt).map(({ text }) => text))
        announce('The translation stands beside the original')
      },
      (error) => {
        fault.value = words(error)
      },
    )
  }, [isDone])
  const failed =
    fault.value ??
    (live.error.value === undefined ? undefined : words(live.error.value)) ??
    (job !== undefined && hasEnded(job) && !isDone
      ? `${jobWords({ ...job, kind: 'agent' })}.`
      : undefined)
  if (failed !== undefined)
    return (
      <div class="notice bad" role="alert">
        <span>The translation is not there. {failed}</span>
        <button type="button" class="button" onClick={onClose}>
          Close
        </button>
      </div>
    )
  const { value: made } = result
  if (made === undefined)
    return (
      <div class="notice">
        <p class="wait" role="status">
          <i aria-hidden="true" />
          {job === undefined ? 'Translating' : jobWords({ ...job, kind: 'agent' })}
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
  const name = `${title} ${made.target}`
  return (
    <div class="notice translation">
      <span>{languageName(made.target)} stands beside the original.</span>
      <div class="actions">
        {(
          [
            ['SRT', 'srt', 'application/x-subrip', toSrt],
            ['VTT', 'vtt', 'text/vtt', toVtt],
            ['Text', 'txt', 'text/plain', toText],
          ] as const
        ).map(([label, ending, type, write]) => (
          <button
            key={ending}
            type="button"
            class="button"
            aria-label={`Download the translation as ${label}`}
            onClick={() => saveText(`${name}.${ending}`, type, write(cues))}
          >
            <Icon name="download" /> {label}
          </button>
        ))}
        <CopyButton text={() => toText(cues)} label="Copy the translation" />
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
