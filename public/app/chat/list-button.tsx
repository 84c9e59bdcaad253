import { Icon } from '../../ui/icon.tsx'

/** On a phone: opens the list of conversations. */
export function ListButton({ onOpen }: { onOpen: () => void }) {
  return (
    <button
      type="button"
      class="button icon only-phone"
      aria-label="Conversations"
      onClick={onOpen}
    >
      <Icon name="menu" />
    </button>
  )
}
