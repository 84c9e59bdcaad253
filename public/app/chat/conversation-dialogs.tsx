import { useSignal } from '@preact/signals'
import { Icon } from '../../ui/icon.tsx'
import { MenuDialog, MenuItem } from '../../ui/menu-dialog.tsx'
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
  const opens = (dialog: 'name' | 'folder' | 'share') => () => {
    open.value = dialog
  }
  const closing = (work: () => void) => () => {
    onClose()
    work()
  }
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
    <MenuDialog title={titleOf(conversation)} anchor={anchor} onClose={onClose}>
      <MenuItem icon="edit" onPress={opens('name')}>
        {m.rename}
      </MenuItem>
      <MenuItem
        icon="pin"
        onPress={closing(() => void changeConversations([id], { pinned: !pinned }))}
      >
        {pinned ? m.unpin : m.pin}
      </MenuItem>
      <MenuItem icon="files" onPress={opens('folder')}>
        {m.moveToFolder}
      </MenuItem>
      <MenuItem icon="upload" onPress={opens('share')}>
        {m.share}
      </MenuItem>
      {allowed.length > 0 && (
        <MenuItem
          icon="warning"
          onPress={closing(() => void changeConversations([id], { allowed_tools: [] }))}
        >
          {m.askAgain(allowed.join(', '))}
        </MenuItem>
      )}
      {isInList && (
        <MenuItem
          icon="check"
          onPress={closing(() => {
            selection.value = new Set([id])
          })}
        >
          {m.selectSeveral}
        </MenuItem>
      )}
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
      <MenuItem icon="trash" isDanger onPress={closing(() => void deleteConversations([id]))}>
        {m.delete}
      </MenuItem>
    </MenuDialog>
  )
}
