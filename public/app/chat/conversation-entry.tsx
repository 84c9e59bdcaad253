import type { ComponentChildren } from 'preact'
import { dragged, type ListedConversation } from './list-state.ts'
import { targetMessage } from './target-message.ts'
import { titleOf } from './title.ts'

interface EntryProps {
  item: ListedConversation
  current: string | undefined
  /** Of a message that was found in it. */
  children?: ComponentChildren
}

/** A link to a conversation in the list. */
export function Entry({ item, current, children }: EntryProps) {
  const { id, title, match } = item
  const isCurrent =
    id === current && (match === undefined || match.message_id === targetMessage.value)
  return (
    <a
      class="entry"
      href={`/app/c/${id}${match === undefined ? '' : `?message=${match.message_id}`}`}
      aria-current={isCurrent ? 'page' : undefined}
      onDragStart={() => {
        dragged.value = [item]
      }}
    >
      <span dir="auto">{titleOf({ title })}</span>
      {children}
    </a>
  )
}
