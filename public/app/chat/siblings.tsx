import { Icon } from '../../ui/icon.tsx'
import type { Message } from './types.ts'

interface SiblingsProps {
  message: Message
  /** Two at least. */
  siblings: readonly Message[]
  choose: (sibling: Message) => void
}

/** Which of several branches is shown, with a way to the others. */
export function Siblings({ message, siblings, choose }: SiblingsProps) {
  const index = siblings.findIndex(({ id }) => id === message.id)
  const [before, after] = [siblings[index - 1], siblings[index + 1]]
  return (
    <fieldset class="siblings">
      <legend class="hidden-text">Versions</legend>
      <button
        type="button"
        class="button plain icon"
        aria-label="Earlier version"
        aria-disabled={before === undefined}
        onClick={() => before && choose(before)}
      >
        <Icon name="left" />
      </button>
      <span class="number">
        {index + 1}/{siblings.length}
      </span>
      <button
        type="button"
        class="button plain icon"
        aria-label="Later version"
        aria-disabled={after === undefined}
        onClick={() => after && choose(after)}
      >
        <Icon name="right" />
      </button>
    </fieldset>
  )
}
