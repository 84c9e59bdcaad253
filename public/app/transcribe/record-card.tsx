import { useSignal } from '@preact/signals'
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import { clockTime } from '../../ui/audio/clock-time.ts'
import { Level } from '../../ui/audio/level.tsx'
import { Recorder, RecorderError, recordingError } from '../../ui/audio/recorder.ts'
import { Icon } from '../../ui/icon.tsx'
import { holdPage } from '../../ui/page-hold.ts'
import { announce } from '../../ui/toast.tsx'
import { m } from './messages/en.ts'

/** It is held in the memory of the page, about 20 MB an hour. */
const MAX_SECONDS = 4 * 3_600

/** Records the microphone; what was recorded is sent when it is stopped. */
export function RecordCard({ onRecorded }: { onRecorded: (file: File) => void }) {
  const recorder = useSignal<Recorder | undefined>(undefined)
  const error = useSignal<string | undefined>(recordingError())
  const isOpening = useSignal(false)
  const stopButton = useRef<HTMLButtonElement>(null)
  const canRecord = recordingError() === undefined
  useEffect(
    () => () => {
      recorder.peek()?.cancel()
      holdPage('recording', false)
    },
    [],
  )
  const set = (next: Recorder | undefined) => {
    recorder.value = next
    holdPage('recording', next !== undefined)
  }
  const start = async () => {
    if (isOpening.peek()) return
    isOpening.value = true
    error.value = undefined
    try {
      set(await Recorder.start(MAX_SECONDS, () => void finish()))
      announce(m.recording)
    } catch (cause) {
      error.value = cause instanceof RecorderError ? cause.message : m.microphoneFailed
    } finally {
      isOpening.value = false
    }
  }
  const finish = async () => {
    const now = recorder.peek()
    if (now === undefined) return
    set(undefined)
    onRecorded(await now.stop(m.recordingName(nameOfNow())))
  }
  const now = recorder.value
  const isRecording = now !== undefined
  useLayoutEffect(() => {
    if (isRecording) stopButton.current?.focus()
  }, [isRecording])
  if (now === undefined)
    return (
      <div class="source">
        <button
          type="button"
          class="button"
          disabled={isOpening.value || !canRecord}
          onClick={() => void start()}
        >
          <Icon name="microphone" /> {m.record}
        </button>
        {error.value === undefined ? (
          <span class="quiet small">{m.recordHint}</span>
        ) : (
          <span class={canRecord ? 'notice bad small' : 'quiet small'} role="alert">
            {error.value}
          </span>
        )}
      </div>
    )
  return (
    <div class="source">
      <button ref={stopButton} type="button" class="button primary" onClick={() => void finish()}>
        <Icon name="stop" /> {m.stopAndTranscribe}
      </button>
      <Level level={now.level} />
      <span class="number small">{clockTime(now.seconds.value)}</span>
      <button
        type="button"
        class="button plain"
        onClick={() => {
          now.cancel()
          set(undefined)
        }}
      >
        {m.discard}
      </button>
    </div>
  )
}

/** `2026-03-01 14.05`: a name that every system takes. */
function nameOfNow(): string {
  const now = new Date()
  const two = (value: number) => String(value).padStart(2, '0')
  const day = `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`
  return `${day} ${two(now.getHours())}.${two(now.getMinutes())}`
}
