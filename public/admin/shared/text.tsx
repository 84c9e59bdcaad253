import { useSignal } from '@preact/signals'
import { m } from './messages/en.ts'

/** Characters of a text from outside that are shown before "Show all". */
const SHORT_CHARACTERS = 240
const CONTROL = /\p{Cc}/gu
const BREAKS = '\t\n\r'
/** Direction and zero-width characters, which hide or turn round what follows. */
const INVISIBLE = /[\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g

/** A text with its control and invisible characters made visible. */
export function visibleText(text: string): string {
  return text
    .replace(CONTROL, (one) => (BREAKS.includes(one) ? one : codePoint(one.charCodeAt(0))))
    .replace(INVISIBLE, (one) => codePoint(one.charCodeAt(0)))
}

function codePoint(code: number): string {
  return `[U+${code.toString(16).toUpperCase().padStart(4, '0')}]`
}

/** A text that a client, a server or a tool has chosen. It cannot change the text around it. */
export function ForeignText({ text }: { text: string }) {
  return <bdi>{visibleText(text)}</bdi>
}

/** The same for texts that may be very long: beyond `limit` characters they are shown on request. */
export function LongText({ text, limit = SHORT_CHARACTERS }: { text: string; limit?: number }) {
  const isWhole = useSignal(false)
  const shown = visibleText(text)
  if (shown.length <= limit) return <bdi>{shown}</bdi>
  return (
    <>
      <bdi>{isWhole.value ? shown : `${shown.slice(0, limit)}…`}</bdi>{' '}
      <button
        type="button"
        class="text-button"
        aria-expanded={isWhole.value}
        onClick={() => {
          isWhole.value = !isWhole.value
        }}
      >
        {isWhole.value ? m.showLess : m.showAll}
      </button>
    </>
  )
}
