import type { RefObject } from 'preact'
import { useEffect } from 'preact/hooks'
import { count } from '../../ui/format.ts'
import { fit } from '../chat/text-area.ts'
import { m } from './messages/en.ts'

/** As the service bounds it; Unicode characters. */
const MAX_CHARACTERS = 32_000
/** From here on it is told how many are left. */
const TELL_FROM = 28_000

interface BriefFieldProps {
  area: RefObject<HTMLTextAreaElement | null>
  value: string
  /** Why it is not accepted as it is. */
  error: string | undefined
  onType: (text: string) => void
  onFiles: (files: readonly File[]) => void
  /** Called for Ctrl+Enter. */
  onSubmit: () => void
}

/** What the worker shall do. A text that is too long stays whole, to be shortened. */
export function BriefField({ area, value, error, onType, onFiles, onSubmit }: BriefFieldProps) {
  useEffect(() => fit(area.current), [value])
  const left = value.length < TELL_FROM ? MAX_CHARACTERS : charactersLeft(value)
  return (
    <div class="field">
      <label for="worker-brief">{m.brief}</label>
      <span class="hint" id="worker-brief-hint">
        {m.briefHint}
      </span>
      <textarea
        ref={area}
        id="worker-brief"
        class="input worker-brief"
        rows={5}
        dir="auto"
        value={value}
        aria-describedby="worker-brief-hint worker-brief-left"
        aria-invalid={error !== undefined || left < 0}
        onInput={({ currentTarget }) => onType(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.isComposing)
            return
          event.preventDefault()
          onSubmit()
        }}
        onPaste={(event) => {
          const { types = [], files = [] } = event.clipboardData ?? {}
          // A word processor copies a picture of the text as well.
          if (files.length === 0 || types.includes('text/plain')) return
          event.preventDefault()
          onFiles([...files])
        }}
      />
      <span id="worker-brief-left" class={left < 0 ? 'error number' : 'hint number'}>
        {leftText(value, left)}
      </span>
      {error !== undefined && (
        <span class="error" role="alert">
          {error}
        </span>
      )}
    </div>
  )
}

/** Why a brief cannot be sent; undefined when it can. */
export function briefError(text: string): string | undefined {
  if (text.trim() === '') return m.sayWhat
  const left = charactersLeft(text)
  return left < 0 ? m.shortenBy(-left) : undefined
}

function charactersLeft(text: string): number {
  let characters = 0
  for (const _ of text) characters += 1
  return MAX_CHARACTERS - characters
}

function leftText(text: string, left: number): string {
  if (text.length < TELL_FROM) return ''
  if (left < 0) return m.tooMany(-left)
  return m.charactersLeft(count(left), count(MAX_CHARACTERS))
}
