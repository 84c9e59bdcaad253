import { useSignal } from '@preact/signals'
import { useId, useRef } from 'preact/hooks'
import { errorMessage, randomId } from '../../ui/api.ts'
import { refusalText } from '../../ui/error-texts.ts'
import { count } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { attempt } from '../../ui/toast.tsx'
import { statusLabel } from '../jobs/job-label.ts'
import type { LiveJob } from '../jobs/live-job.ts'
import { hasEnded } from '../jobs/types.ts'
import { startSpeech } from './calls.ts'
import { m } from './messages/en.ts'
import { MAX_CHARACTERS, target, want } from './target.ts'
import type { SpeechJob, Voices } from './types.ts'
import { VoiceFields } from './voice-fields.tsx'

interface SpeakFormProps {
  voices: Voices
  /** The clip that is being made, or was last. */
  live: LiveJob<SpeechJob> | undefined
  /** Called with the id of a job. */
  onStarted: (id: string) => void
}

/** Text and voice; while a clip is made, its place in line and a way to stop it. */
export function SpeakForm({ voices, live, onStarted }: SpeakFormProps) {
  const id = useId()
  const area = useRef<HTMLTextAreaElement>(null)
  const error = useSignal<string | undefined>(undefined)
  const isSending = useSignal(false)
  const key = useRef({ name: randomId(), of: target.peek() })
  const { text } = target.value
  const characters = [...text].length
  const job = live?.job.value
  const isGoingOn = isSending.value || (job !== undefined && !hasEnded(job))
  const speak = async () => {
    const now = target.peek()
    if (isGoingOn || now.text.trim() === '') {
      area.current?.focus()
      return
    }
    // Sent again after a lost answer, it makes no second clip.
    if (key.current.of !== now) key.current = { name: randomId(), of: now }
    isSending.value = true
    error.value = undefined
    try {
      const started = await startSpeech(now, key.current.name)
      // The same text may be spoken again.
      key.current = { name: randomId(), of: now }
      onStarted(started)
    } catch (cause) {
      error.value = errorMessage(cause)
    } finally {
      isSending.value = false
    }
  }
  const failed = job?.status === 'failed' && job.error !== null ? refusalText(job.error) : undefined
  return (
    <form
      class="speak"
      onSubmit={(event) => {
        event.preventDefault()
        void speak()
      }}
    >
      <div class="field">
        <label for={`${id}-text`}>{m.text}</label>
        <textarea
          ref={area}
          id={`${id}-text`}
          class="input"
          rows={6}
          dir="auto"
          aria-describedby={`${id}-count`}
          placeholder={m.whatToSpeak}
          value={text}
          onInput={({ currentTarget }) => {
            error.value = undefined
            want({ text: currentTarget.value })
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
            event.preventDefault()
            void speak()
          }}
        />
        <span class={characters > MAX_CHARACTERS ? 'error' : 'hint number'} id={`${id}-count`}>
          {m.charactersOf(count(characters), count(MAX_CHARACTERS))}
        </span>
      </div>
      <VoiceFields voices={voices} />
      {(error.value ?? failed) !== undefined && (
        <p class="notice bad error-notice" role="alert">
          {error.value ?? `${failed}.`}
        </p>
      )}
      <div class="actions speak-foot">
        {isGoingOn ? (
          <>
            <button
              type="button"
              class="button primary"
              disabled={live === undefined || isSending.value}
              onClick={() => void attempt(async () => live?.cancel())}
            >
              <Icon name="stop" /> {m.stop}
            </button>
            <p class="wait" role="status">
              <i aria-hidden="true" />
              {live?.isLost.value === true
                ? m.lost
                : job?.status === 'queued'
                  ? statusLabel(job)
                  : m.speaking}
            </p>
          </>
        ) : (
          <button type="submit" class="button primary" disabled={characters > MAX_CHARACTERS}>
            <Icon name="speak" /> {m.speak}
          </button>
        )}
      </div>
    </form>
  )
}
