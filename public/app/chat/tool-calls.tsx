import { duration } from '../../ui/format.ts'
import { ConfirmCall } from './confirm-call.tsx'
import { type Call, isUnfinished, type Message } from './types.ts'
import './tool-calls.css'
import { m } from './parts/messages/en.ts'

export { Footnotes, withFootnotes } from './footnotes.tsx'

/** What a model has called for its answer: one folded line for each call, or the question about it. */
export function ToolCalls({ message }: { message: Message }) {
  return (
    <div class="tool-calls">
      {message.steps.flatMap(({ position, calls }) =>
        calls.map((call, index) => {
          const { confirm } = call
          const key = `${position} ${index}`
          const isAsked = confirm !== null && confirm.decision === null && isUnfinished(message)
          return isAsked ? (
            <ConfirmCall key={key} message={message} call={call} confirm={confirm} />
          ) : (
            <OneCall key={key} call={call} />
          )
        }),
      )}
    </div>
  )
}

function OneCall({ call: { label, text, seconds, ok, confirm } }: { call: Call }) {
  return (
    <details>
      <summary>
        {label}
        {ok && `, ${seconds < 10 ? duration(Math.round(seconds * 10) / 10) : duration(seconds)}`}
        {!ok && ` (${failureOf(text, confirm)})`}
      </summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls */}
      <pre dir="auto" tabIndex={0}>
        {confirm !== null && `${confirm.arguments}\n\n`}
        {text}
      </pre>
    </details>
  )
}

function failureOf(text: string, confirm: Call['confirm']): string {
  if (confirm === null) return m.callFailed
  if (confirm.decision === 'refuse') return m.notAllowed
  if (confirm.decision === null || confirm.decision === 'late') return m.notAnswered
  return text === '' ? m.callRunning : m.callFailed
}
