import type { ComponentChildren } from 'preact'
import { Icon } from '../../ui/icon.tsx'
import type { Asked } from './asked.ts'
import { ErrorNotice } from './error-notice.tsx'
import { m } from './messages/en.ts'
import type { Asking } from './use-answer.ts'

interface AnswerViewProps<data> {
  of: Asking<data>
  asked: Asked
  /** What is being done, as "Reading the page". */
  doing: string
  children: (data: data) => ComponentChildren
}

/** An answer, or how far it is, or why there is none. */
export function AnswerView<data>({ of, asked, doing, children }: AnswerViewProps<data>) {
  const { value, stop, again } = of
  const answer = value.value
  switch (answer.state) {
    case 'loading':
      return <Waiting doing={doing} onStop={stop} />
    case 'stopped':
      return (
        <div class="notice" role="status">
          <span>{m.stopped}</span>
          <button type="button" class="button" onClick={again}>
            <Icon name="again" /> {m.askAgain}
          </button>
        </div>
      )
    case 'failed':
      return <ErrorNotice error={answer.error} asked={asked} retry={again} />
    case 'ready':
      return <>{children(answer.data)}</>
  }
}

/** Something is asked of a site, and can be stopped. */
export function Waiting({ doing, onStop }: { doing: string; onStop: () => void }) {
  return (
    <div class="card ask-wait">
      <p class="wait" role="status">
        <i aria-hidden="true" />
        {doing}
      </p>
      <button type="button" class="button" onClick={onStop}>
        <Icon name="stop" /> {m.stop}
      </button>
    </div>
  )
}
