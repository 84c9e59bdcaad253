import { type Signal, useSignal } from '@preact/signals'
import { duration } from '../../ui/format.ts'
import type { Message } from './types.ts'
import './thoughts.css'
import { m } from './parts/messages/en.ts'

interface ThoughtsProps {
  message: Message
  of: Signal<string>
  isThinking: boolean
}

/** What was thought before the answer, folded; it is drawn when somebody wants to read it. */
export function Thoughts({ message, of, isThinking }: ThoughtsProps) {
  const isOpen = useSignal(false)
  return (
    <details
      class="thoughts"
      onToggle={({ currentTarget }) => {
        isOpen.value = currentTarget.open
      }}
    >
      <summary>
        {isThinking ? (
          <span class="wait">
            {m.thinkingNow}
            <i aria-hidden="true" />
          </span>
        ) : (
          label(message)
        )}
      </summary>
      {isOpen.value && (
        <p class="thought-text" dir="auto">
          {of.value}
        </p>
      )}
    </details>
  )
}

function label({ thought_seconds: seconds }: Message): string {
  return seconds === null ? m.thoughts : m.thoughtFor(duration(seconds))
}
