import { useSignal } from '@preact/signals'
import { Dialog } from '../../ui/dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import { makeFolder } from './folder-actions.ts'
import { FOLDER_NAME } from './folder-dialogs.tsx'
import { ImportDialog } from './import-dialog.tsx'
import { selection } from './list-state.ts'
import { NameDialog } from './name-dialog.tsx'

/** The menu of the list, and what asks for the name of a new folder. */
export function ListDialogs({ anchor, onClose }: { anchor: Element; onClose: () => void }) {
  const open = useSignal<'menu' | 'name' | 'import'>('menu')
  if (open.value === 'import') return <ImportDialog onClose={onClose} />
  if (open.value === 'name')
    return (
      <NameDialog
        {...FOLDER_NAME}
        title="New folder"
        onSave={(name) => void makeFolder(name)}
        onClose={onClose}
      />
    )
  return (
    <Dialog title="Conversations" anchor={anchor} onClose={onClose}>
      <ul class="menu">
        <li>
          <button
            type="button"
            onClick={() => {
              open.value = 'name'
            }}
          >
            <Icon name="files" /> New folder
          </button>
        </li>
        <li>
          <button
            type="button"
            onClick={() => {
              onClose()
              selection.value = new Set()
            }}
          >
            <Icon name="check" /> Select several
          </button>
        </li>
        <li>
          <button
            type="button"
            onClick={() => {
              open.value = 'import'
            }}
          >
            <Icon name="upload" /> Import conversations
          </button>
        </li>
      </ul>
    </Dialog>
  )
}
