import { useSignal } from '@preact/signals'
import { Icon } from '../../ui/icon.tsx'
import { changeConversations, deleteConversations } from './conversation-actions.ts'
import { MoveDialog } from './folder-dialogs.tsx'
import { selection } from './list-state.ts'
import './selection-bar.css'
import { m } from './parts/messages/en.ts'

/** What can be done with the conversations that are selected. */
export function SelectionBar({ selected }: { selected: ReadonlySet<string> }) {
  const stop = () => {
    selection.value = undefined
  }
  const ids = [...selected]
  const moving = useSignal<Element | undefined>(undefined)
  return (
    <div class="selection" role="toolbar" aria-label={m.selectedConversations}>
      <span class="small" role="status">
        {m.selected(ids.length)}
      </span>
      <button
        type="button"
        class="button"
        disabled={ids.length === 0}
        onClick={() => {
          stop()
          void changeConversations(ids, { pinned: true })
        }}
      >
        <Icon name="pin" /> {m.pin}
      </button>
      <button
        type="button"
        class="button"
        disabled={ids.length === 0}
        aria-haspopup="dialog"
        onClick={({ currentTarget }) => {
          moving.value = currentTarget
        }}
      >
        <Icon name="files" /> {m.move}
      </button>
      {moving.value !== undefined && (
        <MoveDialog
          ids={ids}
          anchor={moving.value}
          onMoved={stop}
          onClose={() => {
            moving.value = undefined
          }}
        />
      )}
      <button
        type="button"
        class="button danger"
        disabled={ids.length === 0}
        onClick={() => {
          stop()
          deleteConversations(ids)
        }}
      >
        <Icon name="trash" /> {m.delete}
      </button>
      <button type="button" class="button" onClick={stop}>
        {m.cancel}
      </button>
    </div>
  )
}
