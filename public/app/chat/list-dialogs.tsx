import { useSignal } from '@preact/signals'
import { Dialog } from '../../ui/dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import { makeFolder } from './folder-actions.ts'
import { FOLDER_NAME } from './folder-dialogs.tsx'
import { selection } from './list-state.ts'
import { NameDialog } from './name-dialog.tsx'
import { m } from './parts/messages/en.ts'

/** The menu of the list, and what asks for the name of a new folder. */
export function ListDialogs({ anchor, onClose }: { anchor: Element; onClose: () => void }) {
  const isNaming = useSignal(false)
  if (isNaming.value)
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
              isNaming.value = true
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
      </ul>
    </Dialog>
  )
}
