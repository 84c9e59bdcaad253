import { duration } from '../../ui/format.ts'
import type { Message } from './types.ts'
import './tool-calls.css'

/** What a model has looked up for its answer: one folded line for each call, with what came back. */
export function ToolCalls({ steps }: Pick<Message, 'steps'>) {
  return (
    <div class="tool-calls">
      {steps.flatMap(({ position, calls }) =>
        calls.map(({ label, text, seconds, ok }, index) => (
          <details key={`${position} ${index}`}>
            <summary>
              {label}, {seconds < 10 ? duration(Math.round(seconds * 10) / 10) : duration(seconds)}
              {!ok && ' (failed)'}
            </summary>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls */}
            <pre dir="auto" tabIndex={0}>
              {text}
            </pre>
          </details>
        )),
      )}
    </div>
  )
}
