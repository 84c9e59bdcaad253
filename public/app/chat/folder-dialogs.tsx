import { useSignal } from '@preact/signals'
import { Confirm } from '../../ui/dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import { MenuDialog, MenuItem } from '../../ui/menu-dialog.tsx'
import { changeConversations } from './conversation-actions.ts'
import { changeFolder, deleteFolder, makeFolder } from './folder-actions.ts'
import { conversations, type Folder } from './list-state.ts'
import { NameDialog } from './name-dialog.tsx'
import { m } from './parts/messages/en.ts'

/** What a dialog for the name of a folder has. */
export const FOLDER_NAME = { label: m.name, maxLength: 60 }

interface MoveDialogProps {
  ids: readonly string[]
  /** The folder that all of them are in; undefined where that is not known. */
  current?: string | null
  anchor: Element
  onMoved?: () => void
  onClose: () => void
}

/** Asks for the folder that conversations are moved to. */
export function MoveDialog({ ids, current, anchor, onMoved, onClose }: MoveDialogProps) {
  const isNaming = useSignal(false)
  const move = (folder: string | null) => {
    onClose()
    onMoved?.()
    void changeConversations(ids, { folder_id: folder })
  }
  if (isNaming.value)
    return (
      <NameDialog
        {...FOLDER_NAME}
        title={m.moveToNew}
        onSave={(name) => {
          onMoved?.()
          void makeFolder(name, ids)
        }}
        onClose={onClose}
      />
    )
  const folders = conversations.value?.folders ?? []
  return (
    <MenuDialog title={m.moveTo} anchor={anchor} onClose={onClose}>
      {folders.map(({ id, name }) => (
        <li key={id}>
          <button type="button" aria-current={id === current} onClick={() => move(id)}>
            <Icon name="files" />
            <span class="one-line" dir="auto">
              {name}
            </span>
            {id === current && <Icon name="check" />}
          </button>
        </li>
      ))}
      {current !== null && folders.length > 0 && (
        <MenuItem icon="chat" onPress={() => move(null)}>
          {m.noFolder}
        </MenuItem>
      )}
      <MenuItem
        icon="plus"
        onPress={() => {
          isNaming.value = true
        }}
      >
        {m.newFolder}
      </MenuItem>
    </MenuDialog>
  )
}

interface FolderDialogsProps {
  folder: Folder
  anchor: Element
  onClose: () => void
}

/** The menu of a folder, and what it asks. */
export function FolderDialogs({ folder, anchor, onClose }: FolderDialogsProps) {
  const open = useSignal<'menu' | 'name' | 'delete'>('menu')
  const { id, name, conversations: count } = folder
  if (open.value === 'name')
    return (
      <NameDialog
        {...FOLDER_NAME}
        title={m.rename}
        name={name}
        onSave={(next) => changeFolder(id, { name: next })}
        onClose={onClose}
      />
    )
  if (open.value === 'delete')
    return (
      <Confirm
        title={m.deleteFolderThis(name)}
        text={count === 0 ? m.isEmpty : m.willStay(count)}
        action={m.deleteFolder}
        onConfirm={() => deleteFolder(id)}
        onClose={onClose}
      />
    )
  return (
    <MenuDialog title={name} anchor={anchor} onClose={onClose}>
      <MenuItem
        icon="edit"
        onPress={() => {
          open.value = 'name'
        }}
      >
        {m.rename}
      </MenuItem>
      <MenuItem
        icon="trash"
        isDanger
        onPress={() => {
          open.value = 'delete'
        }}
      >
        {m.delete}
      </MenuItem>
    </MenuDialog>
  )
}
