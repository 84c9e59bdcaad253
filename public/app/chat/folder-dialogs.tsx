import { useSignal } from '@preact/signals'
import { Confirm, Dialog } from '../../ui/dialog.tsx'
import { plural } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { changeConversations } from './conversation-actions.ts'
import { changeFolder, deleteFolder, makeFolder } from './folder-actions.ts'
import { conversations, type Folder } from './list-state.ts'
import { NameDialog } from './name-dialog.tsx'

/** What a dialog for the name of a folder has. */
export const FOLDER_NAME = { label: 'Name', maxLength: 60 }

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
        title="Move to a new folder"
        onSave={(name) => {
          onMoved?.()
          void makeFolder(name, ids)
        }}
        onClose={onClose}
      />
    )
  const folders = conversations.value?.folders ?? []
  return (
    <Dialog title="Move to" anchor={anchor} onClose={onClose}>
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
              <Icon name="chat" /> No folder
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
            <Icon name="plus" /> New folder
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
        title="Rename"
        name={name}
        onSave={(next) => changeFolder(id, { name: next })}
        onClose={onClose}
      />
    )
  if (open.value === 'delete')
    return (
      <Confirm
        title={`Delete the folder “${name}”?`}
        text={
          count === 0
            ? 'It is empty.'
            : `${plural(count, 'conversation')} in it will stay, outside of any folder.`
        }
        action="Delete the folder"
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
            <Icon name="edit" /> Rename
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
            <Icon name="trash" /> Delete
          </button>
        </li>
      </ul>
    </Dialog>
  )
}
