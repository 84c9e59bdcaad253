import { useSignal } from '@preact/signals'
import { Dialog } from '../../ui/dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import { makeFolder } from './folder-actions.ts'
import { FOLDER_NAME } from './folder-dialogs.tsx'
import { ImportDialog } from './import-dialog.tsx'
import { selection } from './list-state.ts'
import { NameDialog } from './name-dialog.tsx'
import { m } from './parts/messages/en.ts'

/** The menu of the list, and what asks for the name of a new folder. */
export function ListDialogs({ anchor, onClose }: { anchor: Element; onClose: () => void }) {
  const open = useSignal<'menu' | 'name' | 'import'>('menu')
  if (open.value === 'import') return <ImportDialog onClose={onClose} />
  if (open.value === 'name')
    return (
      <NameDialog
        {...FOLDER_NAME}
        title={m.newFolder}
        onSave={(name) => void makeFolder(name)}
        onClose={onClose}
      />
    )
  return (
    <Dialog title={m.conversations} anchor={anchor} onClose={onClose}>
      <ul class="menu">
        <li>
          <button
            type="button"
            onClick={() => {
              open.value = 'name'
            }}
          >
            <Icon name="files" /> {m.newFolder}
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
            <Icon name="check" /> {m.selectSeveral}
          </button>
        </li>
        <li>
          <button
            type="button"
            onClick={() => {
              open.value = 'import'
            }}
          >
            <Icon name="upload" /> {m.importTitle}
          </button>
        </li>
      </ul>
    </Dialog>
  )
}
