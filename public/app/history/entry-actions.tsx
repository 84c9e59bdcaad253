import { DeleteButton, KeepButton, RenameButton } from './entry-buttons.tsx'
import { m } from './messages/en.ts'
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
        <KeepButton item={item} hint={m.keepUntilDeleted} onChange={onChange} />
      )}
      <RenameButton
        id={id}
        title={title}
        label={m.renameOne(title)}
        class={isRow ? 'wide-only' : ''}
        onChange={onChange}
      />
      <DeleteButton
        item={item}
        kind={kind}
        text={kind === 'speech' ? m.deleteClipText(title) : m.deleteText(title)}
        onGone={onGone}
      />
    </span>
  )
}
