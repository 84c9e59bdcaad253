import { useSignal } from '@preact/signals'
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import { ApiError, errorMessage, read } from '../../../ui/api.ts'
import { clockTime } from '../../../ui/audio/clock-time.ts'
import { Level } from '../../../ui/audio/level.tsx'
import { m as audio } from '../../../ui/audio/messages/en.ts'
import { Recorder, RecorderError } from '../../../ui/audio/recorder.ts'
import { toWav } from '../../../ui/audio/to-wav.ts'
import { Icon, IconButton } from '../../../ui/icon.tsx'
import { announce, toast } from '../../../ui/toast.tsx'
import { m } from '../parts/messages/en.ts'
import { insertedAt } from './insert-text.ts'

/** Then it ends by itself, and is transcribed. */
const MAX_SECONDS = 5 * 60

export interface DictateProps {
  /** Where the text is written. */
  area: { readonly current: HTMLTextAreaElement | null }
  /** Called with the whole text of the field. */
  onText: (text: string) => void
}

type State =
  | { kind: 'idle' }
  | { kind: 'opening' }
  | { kind: 'recording'; recorder: Recorder }
  | { kind: 'writing'; abort: AbortController }

/** Records what is said and writes it into a text field, where the caret stands. */
export function DictateButton({ area, onText }: DictateProps) {
  const state = useSignal<State>({ kind: 'idle' })
  const stopButton = useRef<HTMLButtonElement>(null)
  const set = (next: State) => {
    state.value = next
  }
  const start = async () => {
    set({ kind: 'opening' })
    try {
      const recorder = await Recorder.start(MAX_SECONDS, () => void finish())
      // Given up while the browser asked.
      if (state.peek().kind !== 'opening') {
        recorder.cancel()
        return
      }
      set({ kind: 'recording', recorder })
      announce(m.recording)
    } catch (error) {
      set({ kind: 'idle' })
      toast(error instanceof RecorderError ? error.message : audio.microphoneFailed)
    }
  }
  const finish = async () => {
    const now = state.peek()
    if (now.kind !== 'recording') return
    const abort = new AbortController()
    set({ kind: 'writing', abort })
    announce(m.transcribing)
    try {
      const recording = await now.recorder.stop('dictation')
      const spoken = await writeDown(recording, abort.signal)
      set({ kind: 'idle' })
      insert(spoken)
    } catch (error) {
      if (abort.signal.aborted) return
      set({ kind: 'idle' })
      toast(m.notTranscribed(errorMessage(error)))
      area.current?.focus()
    }
  }
  const insert = (spoken: string) => {
    const field = area.current
    if (field === null) return
    if (spoken === '') {
      toast(m.nothingHeard)
      field.focus()
      return
    }
    const { text, caret } = insertedAt(field, spoken)
    onText(text)
    // When the field has the text.
    requestAnimationFrame(() => {
      field.focus()
      field.setSelectionRange(caret, caret)
    })
  }
  const cancel = () => {
    const now = state.peek()
    if (now.kind === 'recording') now.recorder.cancel()
    if (now.kind === 'writing') now.abort.abort()
    if (now.kind === 'idle') return
    set({ kind: 'idle' })
    announce(m.dictationCancelled)
    area.current?.focus()
  }
  const { kind } = state.value
  const isBusy = kind !== 'idle'
  useLayoutEffect(() => {
    if (kind === 'recording') stopButton.current?.focus()
  }, [kind])
  useLayoutEffect(() => {
    if (!isBusy) return
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.preventDefault()
      cancel()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [isBusy])
  // Nothing goes on recording behind another page.
  useEffect(
    () => () => {
      const now = state.peek()
      if (now.kind === 'recording') now.recorder.cancel()
      if (now.kind === 'writing') now.abort.abort()
      state.value = { kind: 'idle' }
    },
    [],
  )
  switch (state.value.kind) {
    case 'idle':
    case 'opening':
      return (
        <button
          type="button"
          class="button plain icon dictate"
          aria-label={m.dictate}
          title={m.dictate}
          disabled={state.value.kind === 'opening'}
          onClick={() => void start()}
        >
          <Icon name="microphone" />
        </button>
      )
    case 'recording':
      return (
        <span class="dictating">
          <button
            ref={stopButton}
            type="button"
            class="button plain icon dictate on"
            aria-label={m.stopAndWrite}
            title={m.stopAndWrite}
            onClick={() => void finish()}
          >
            <Icon name="check" />
          </button>
          <Level level={state.value.recorder.level} />
          <span class="number small">{clockTime(state.value.recorder.seconds.value)}</span>
          <CancelButton onCancel={cancel} />
        </span>
      )
    case 'writing':
      return (
        <span class="dictating">
          <span class="wait">
            <i aria-hidden="true" />
            {m.transcribing}
          </span>
          <CancelButton onCancel={cancel} />
        </span>
      )
  }
}

function CancelButton({ onCancel }: { onCancel: () => void }) {
  return (
    <IconButton icon="close" label={m.cancelDictation} title={m.cancelEscape} onPress={onCancel} />
  )
}

/**
 * What is spoken in a recording of this browser. A service without a decoder takes WAV only: then it
 * is sent once more as that.
 *
 * @returns Trimmed; empty where nothing is spoken
 * @throws {ApiError}
 */
async function writeDown(recording: File, signal: AbortSignal): Promise<string> {
  try {
    return await send(recording, signal)
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'not_installed') throw error
    const wav = await toWav(recording).catch(() => undefined)
    if (wav === undefined) throw error
    return await send(wav, signal)
  }
}

async function send(file: File, signal: AbortSignal): Promise<string> {
  const body = new FormData()
  body.set('file', file)
  body.set('model', 'auto')
  // What was said is in the message.
  body.set('store', 'false')
  const { text } = await read(answerOf(body, signal))
  return text.trim()
}

async function answerOf(
  body: FormData,
  signal: AbortSignal,
): Promise<{ data?: { text: string }; error?: unknown; response: Response }> {
  const response = await fetch('/v1/audio/transcriptions', { method: 'POST', body, signal })
  const answer: unknown = await response.json().catch(() => undefined)
  if (!response.ok) return { error: answer, response }
  const { text } = Object(answer)
  return { data: { text: typeof text === 'string' ? text : '' }, response }
}
