import { useSignal } from '@preact/signals'
import { Dialog } from '../../ui/dialog.tsx'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { changeConversations, deleteConversations } from './conversation-actions.ts'
import { MoveDialog } from './folder-dialogs.tsx'
import { selection } from './list-state.ts'
import { NameDialog } from './name-dialog.tsx'
import { ShareDialog } from './share-dialog.tsx'
import { titleOf } from './title.ts'
import type { Conversation } from './types.ts'

interface ConversationDialogsProps {
  conversation: Pick<Conversation, 'id' | 'title' | 'pinned' | 'folder_id' | 'allowed_tools'>
  /** What opened the menu. */
  anchor: Element
  isInList: boolean
  messageId: string | undefined
  onClose: () => void
}

/** The menu of a conversation, and what asks for its new title. */
export function ConversationDialogs({
  conversation,
  anchor,
  isInList,
  messageId,
  onClose,
}: ConversationDialogsProps) {
  const open = useSignal<'menu' | 'name' | 'folder' | 'share'>('menu')
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
  const opens = (label: string, icon: IconName, dialog: 'name' | 'folder' | 'share') => (
    <li>
      <button
        type="button"
        onClick={() => {
          open.value = dialog
        }}
      >
        <Icon name={icon} /> {label}
      </button>
    </li>
  )
  if (open.value === 'name')
    return (
      <NameDialog
        title="Rename"
        label="Title"
        name={title}
        maxLength={200}
        onSave={(next) => void changeConversations([id], { title: next })}
        onClose={onClose}
      />
    )
  if (open.value === 'share') return <ShareDialog id={id} messageId={messageId} onClose={onClose} />
  if (open.value === 'folder')
    return (
      <MoveDialog ids={[id]} current={conversation.folder_id} anchor={anchor} onClose={onClose} />
    )
  return (
    <Dialog title={titleOf(conversation)} anchor={anchor} onClose={onClose}>
      <ul class="menu">
        {opens('Rename', 'edit', 'name')}
        {item(pinned ? 'Remove the pin' : 'Pin', 'pin', () =>
          changeConversations([id], { pinned: !pinned }),
        )}
        {opens('Move to folder', 'files', 'folder')}
        {opens('Share', 'upload', 'share')}
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
