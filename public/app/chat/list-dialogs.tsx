import { useSignal } from '@preact/signals'
import { MenuDialog, MenuItem } from '../../ui/menu-dialog.tsx'
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
    <MenuDialog title={m.conversations} anchor={anchor} onClose={onClose}>
      <MenuItem
        icon="files"
        onPress={() => {
          open.value = 'name'
        }}
      >
        {m.newFolder}
      </MenuItem>
      <MenuItem
        icon="check"
        onPress={() => {
          onClose()
          selection.value = new Set()
        }}
      >
        {m.selectSeveral}
      </MenuItem>
      <MenuItem
        icon="upload"
        onPress={() => {
          open.value = 'import'
        }}
      >
        {m.importTitle}
      </MenuItem>
    </MenuDialog>
  )
}
