import { useSignal } from '@preact/signals'
import { Confirm } from '../../ui/dialog.tsx'
import { MoreButton } from '../../ui/icon.tsx'
import { MenuDialog, MenuItem } from '../../ui/menu-dialog.tsx'
import { m } from './messages/en.ts'

interface ItemMenuProps {
  name: string
  canChange: boolean
  onChange: () => void
  onDuplicate: () => void
  onDelete: () => Promise<unknown>
  /** What becomes of things that use it. */
  warning: string
}

/** What can be done with an assistant or a prompt. */
export function ItemMenu({
  name,
  canChange,
  onChange,
  onDuplicate,
  onDelete,
  warning,
}: ItemMenuProps) {
  const anchor = useSignal<Element | undefined>(undefined)
  const isDeleting = useSignal(false)
  const close = () => {
    anchor.value = undefined
    isDeleting.value = false
  }
  const closing = (work: () => void) => () => {
    close()
    work()
  }
  return (
    <>
      <MoreButton label={m.moreAbout(name)} anchor={anchor} />
      {anchor.value !== undefined && !isDeleting.value && (
        <MenuDialog title={name} anchor={anchor.value} onClose={close}>
          {canChange && (
            <MenuItem icon="edit" onPress={closing(onChange)}>
              {m.change}
            </MenuItem>
          )}
          <MenuItem icon="copy" onPress={closing(onDuplicate)}>
            {m.duplicate}
          </MenuItem>
          {canChange && (
            <MenuItem
              icon="trash"
              isDanger
              onPress={() => {
                isDeleting.value = true
              }}
            >
              {m.delete}
            </MenuItem>
          )}
        </MenuDialog>
      )}
      {isDeleting.value && (
        <Confirm
          title={m.deleteThis(name)}
          text={warning}
          action={m.delete}
          onConfirm={() => void onDelete()}
          onClose={close}
        />
      )}
    </>
  )
}
