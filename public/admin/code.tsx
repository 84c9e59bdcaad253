import { CopyButton } from '../ui/copy.tsx'
import { m } from './shared/messages/en.ts'
import './code.css'

/** Text to be copied: a command, a key. */
export function Code({
  text,
  label,
  wraps = false,
}: {
  text: string
  label: string
  wraps?: boolean
}) {
  return (
    <div class={wraps ? 'code wrap' : 'code'}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also with the keyboard */}
      <section class="text" tabIndex={0} aria-label={label}>
        <pre>{text}</pre>
      </section>
      <CopyButton text={() => text} label={m.copy(label)} />
    </div>
  )
}
