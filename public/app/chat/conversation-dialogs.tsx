import { useSignal } from '@preact/signals'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { Dialog } from '../../ui/dialog.tsx'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { changeConversations, deleteConversations } from './conversation-actions.ts'
import { selection } from './list-state.ts'
import { titleOf } from './title.ts'
import type { Conversation } from './types.ts'

interface ConversationDialogsProps {
  conversation: Pick<Conversation, 'id' | 'title' | 'pinned' | 'allowed_tools'>
  /** What opened the menu. */
  anchor: Element
  isInList: boolean
  onClose: () => void
}

/** The menu of a conversation, and what asks for its new title. */
export function ConversationDialogs({
  conversation,
  anchor,
  isInList,
  onClose,
}: ConversationDialogsProps) {
  const isRenaming = useSignal(false)
  const { id, title, pinned, allowed_tools: allowed } = conversation
  const item = (label: string, icon: IconName, work: () => void, tone = '') => (
    <li>
      <button
        type="button"
        class={tone}
        onClick={() => {
          onClose()
          work()
        }}
      >
        <Icon name={icon} /> {label}
      </button>
    </li>
  )
  if (isRenaming.value)
    return (
      <Rename
        title={title}
        onClose={onClose}
        onRename={(next) => void changeConversations([id], { title: next })}
      />
    )
  return (
    <Dialog title={titleOf(conversation)} anchor={anchor} onClose={onClose}>
      <ul class="menu">
        <li>
          <button
            type="button"
            onClick={() => {
              isRenaming.value = true
            }}
          >
            <Icon name="edit" /> Rename
          </button>
        </li>
        {item(pinned ? 'Remove the pin' : 'Pin', 'pin', () =>
          changeConversations([id], { pinned: !pinned }),
        )}
        {allowed.length > 0 &&
          item(`Ask again before ${allowed.join(', ')}`, 'warning', () =>
            changeConversations([id], { allowed_tools: [] }),
          )}
        {isInList &&
          item('Select several', 'check', () => {
            selection.value = new Set([id])
          })}
        <li>
          <a href={`/api/conversations/${id}/export`} download>
            <Icon name="download" /> Save as Markdown
          </a>
        </li>
        <li>
          <a href={`/api/conversations/${id}/export?format=json`} download>
            <Icon name="download" /> Save as JSON
          </a>
        </li>
        {item('Delete', 'trash', () => deleteConversations([id]), 'danger')}
      </ul>
    </Dialog>
  )
}

interface RenameProps {
  title: string
  onClose: () => void
  onRename: (title: string) => void
}

function Rename({ title, onClose, onRename }: RenameProps) {
  const input = useRef<HTMLInputElement>(null)
  // Before the next key can be pressed.
  useLayoutEffect(() => input.current?.select(), [])
  return (
    <Dialog title="Rename" onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          const next = input.current?.value.trim() ?? ''
          if (next !== '') onRename(next)
          onClose()
        }}
      >
        <label class="field">
          <span>Title</span>
          <input ref={input} class="input" maxLength={200} defaultValue={title} dir="auto" />
        </label>
        <div class="actions">
          <button type="submit" class="button primary">
            Save
          </button>
          <button type="button" class="button" onClick={onClose}>
            Cancel
          </button>
        </div>
      </form>
    </Dialog>
  )
}
