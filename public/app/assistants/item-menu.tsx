import { useSignal } from '@preact/signals'
import { Dialog } from '../../ui/dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
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
  const item = (label: string, icon: 'edit' | 'copy', work: () => void) => (
    <li>
      <button
        type="button"
        onClick={() => {
          close()
          work()
        }}
      >
        <Icon name={icon} /> {label}
      </button>
    </li>
  )
  return (
    <>
      <button
        type="button"
        class="button plain icon"
        aria-label={m.moreAbout(name)}
        aria-haspopup="dialog"
        aria-expanded={anchor.value !== undefined}
        onClick={({ currentTarget }) => {
          anchor.value = currentTarget
        }}
      >
        <Icon name="more" />
      </button>
      {anchor.value !== undefined && !isDeleting.value && (
        <Dialog title={name} anchor={anchor.value} onClose={close}>
          <ul class="menu">
            {canChange && item(m.change, 'edit', onChange)}
            {item(m.duplicate, 'copy', onDuplicate)}
            {canChange && (
              <li>
                <button
                  type="button"
                  class="danger"
                  onClick={() => {
                    isDeleting.value = true
                  }}
                >
                  <Icon name="trash" /> {m.delete}
                </button>
              </li>
            )}
          </ul>
        </Dialog>
      )}
      {isDeleting.value && (
        <Dialog title={m.deleteThis(name)} onClose={close}>
          <p>{warning}</p>
          <div class="actions">
            <button
              type="button"
              class="button primary"
              onClick={() => void onDelete().then(close)}
            >
              {m.delete}
            </button>
            <button type="button" class="button" onClick={close}>
              {m.cancel}
            </button>
          </div>
        </Dialog>
      )}
    </>
  )
}
