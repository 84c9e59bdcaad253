import { Icon } from '../../ui/icon.tsx'
import { m } from './messages/en.ts'

/** On a phone: opens the list of conversations. */
export function ListButton({ onOpen }: { onOpen: () => void }) {
  return (
    <button
      type="button"
      class="button icon only-phone"
      aria-label={m.conversations}
      onClick={onOpen}
    >
      <Icon name="menu" />
    </button>
  )
}
