import { useComputed } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { path } from '../../ui/router.ts'
import { dragged, type ListedConversation } from './list-state.ts'
import { targetMessage } from './target-message.ts'
import { titleOf } from './title.ts'

interface EntryProps {
  item: ListedConversation
  /** Of a message that was found in it. */
  children?: ComponentChildren
}

/** A link to a conversation in the list. */
export function Entry({ item, children }: EntryProps) {
  const { id, title, match } = item
  const isOpen = useComputed(
    () =>
      path.value === `/app/c/${id}` &&
      (match === undefined || match.message_id === targetMessage.value),
  ).value
  return (
    <a
      class="entry"
      href={`/app/c/${id}${match === undefined ? '' : `?message=${match.message_id}`}`}
      aria-current={isOpen ? 'page' : undefined}
      onDragStart={() => {
        dragged.value = [item]
      }}
    >
      <span dir="auto">{titleOf({ title })}</span>
      {children}
    </a>
  )
}
