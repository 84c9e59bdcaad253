import { Icon } from '../../ui/icon.tsx'
import { openList } from './list-state.ts'
import { m } from './messages/en.ts'

/** On a phone: opens the list of conversations. */
export function ListButton() {
  return (
    <button
      type="button"
      class="button icon only-phone"
      aria-label={m.conversations}
      onClick={openList}
    >
      <Icon name="menu" />
    </button>
  )
}
