import { DeleteButton, KeepButton, RenameButton } from './entry-buttons.tsx'
import { KINDS } from './history-text.ts'
import type { HistoryItem } from './types.ts'

interface EntryActionsProps {
  item: HistoryItem
  /** Whether there is little room: then a phone shows less. */
  isRow?: boolean
  onChange: (item: HistoryItem) => void
  onGone: () => void
}

/** Keeps, renames and deletes an entry. */
export function EntryActions({ item, isRow = false, onChange, onGone }: EntryActionsProps) {
  const { id, title, keep, kind } = item
  return (
    <span class="actions beside">
      {/* Transcripts and translations stay by themselves. */}
      {(kind === 'speech' || !keep) && (
        <KeepButton item={item} hint="Keep it until you delete it" onChange={onChange} />
      )}
      <RenameButton
        id={id}
        title={title}
        label={`Rename ${title}`}
        class={isRow ? 'wide-only' : ''}
        onChange={onChange}
      />
      <DeleteButton
        item={item}
        noun={KINDS[kind].one.toLowerCase()}
        text={`“${title}” is deleted for good${kind === 'speech' ? ', and its link stops working' : ''}. This cannot be undone.`}
        onGone={onGone}
      />
    </span>
  )
}
