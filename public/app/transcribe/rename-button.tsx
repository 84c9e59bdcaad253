import { type Signal, useSignal } from '@preact/signals'
import { Dialog } from '../../ui/dialog.tsx'
import { Form, TextField } from '../../ui/form.tsx'
import { Icon } from '../../ui/icon.tsx'
import { renameEntry } from './calls.ts'

/** Of the service. */
const MAX_CHARACTERS = 200

/** Gives a transcript another title. */
export function RenameButton({ id, title }: { id: string; title: Signal<string> }) {
  const isOpen = useSignal(false)
  const close = () => {
    isOpen.value = false
  }
  return (
    <>
      <button
        type="button"
        class="button plain icon"
        aria-label="Rename"
        title="Rename"
        onClick={() => {
          isOpen.value = true
        }}
      >
        <Icon name="edit" />
      </button>
      {isOpen.value && <RenameDialog id={id} title={title} onClose={close} />}
    </>
  )
}

function RenameDialog({
  id,
  title,
  onClose,
}: {
  id: string
  title: Signal<string>
  onClose: () => void
}) {
  const next = useSignal(title.value)
  return (
    <Dialog title="Rename" onClose={onClose}>
      <Form
        action="Save"
        onSubmit={async () => {
          await renameEntry(id, next.value.trim())
          title.value = next.value.trim()
          onClose()
        }}
      >
        <TextField
          label="Title"
          required
          maxLength={MAX_CHARACTERS}
          value={next.value}
          onInput={(value) => {
            next.value = value
          }}
        />
      </Form>
    </Dialog>
  )
}
