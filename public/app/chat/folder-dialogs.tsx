import { useSignal } from '@preact/signals'
import { Confirm, Dialog } from '../../ui/dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
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
    <Dialog title={m.moveTo} anchor={anchor} onClose={onClose}>
      <ul class="menu">
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
          <li>
            <button type="button" onClick={() => move(null)}>
              <Icon name="chat" /> {m.noFolder}
            </button>
          </li>
        )}
        <li>
          <button
            type="button"
            onClick={() => {
              isNaming.value = true
            }}
          >
            <Icon name="plus" /> {m.newFolder}
          </button>
        </li>
      </ul>
    </Dialog>
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
    <Dialog title={name} anchor={anchor} onClose={onClose}>
      <ul class="menu">
        <li>
          <button
            type="button"
            onClick={() => {
              open.value = 'name'
            }}
          >
            <Icon name="edit" /> {m.rename}
          </button>
        </li>
        <li>
          <button
            type="button"
            class="danger"
            onClick={() => {
              open.value = 'delete'
            }}
          >
            <Icon name="trash" /> {m.delete}
          </button>
        </li>
      </ul>
    </Dialog>
  )
}
