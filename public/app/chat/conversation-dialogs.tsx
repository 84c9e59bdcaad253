import { useSignal } from '@preact/signals'
import { Dialog } from '../../ui/dialog.tsx'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { changeConversations, deleteConversations } from './conversation-actions.ts'
import { MoveDialog } from './folder-dialogs.tsx'
import { selection } from './list-state.ts'
import { NameDialog } from './name-dialog.tsx'
import { m } from './parts/messages/en.ts'
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
        title={m.rename}
        label={m.title}
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
        {opens(m.rename, 'edit', 'name')}
        {item(pinned ? m.unpin : m.pin, 'pin', () =>
          changeConversations([id], { pinned: !pinned }),
        )}
        {opens(m.moveToFolder, 'files', 'folder')}
        {opens(m.share, 'upload', 'share')}
        {allowed.length > 0 &&
          item(`Ask again before ${allowed.join(', ')}`, 'warning', () =>
            changeConversations([id], { allowed_tools: [] }),
          )}
        {isInList &&
          item(m.selectSeveral, 'check', () => {
            selection.value = new Set([id])
          })}
        <li>
          <a href={`/api/conversations/${id}/export`} download>
            <Icon name="download" /> {m.saveMarkdown}
          </a>
        </li>
        <li>
          <a href={`/api/conversations/${id}/export?format=json`} download>
            <Icon name="download" /> {m.saveJson}
          </a>
        </li>
        {item(m.delete, 'trash', () => deleteConversations([id]), 'danger')}
      </ul>
    </Dialog>
  )
}
