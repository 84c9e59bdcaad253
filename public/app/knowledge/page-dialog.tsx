import { useSignal } from '@preact/signals'
import { Dialog } from '../../ui/dialog.tsx'
import { Form, TextField } from '../../ui/form.tsx'
import { addSources } from './calls.ts'
import { m } from './messages/en.ts'

const MAX_ADDRESS_CHARACTERS = 2_000

interface PageDialogProps {
  collection: string
  onAdded: (added: number) => void
  onClose: () => void
}

/** Adds a web page by its address. */
export function PageDialog({ collection, onAdded, onClose }: PageDialogProps) {
  const address = useSignal('')
  const page = address.value.trim()
  return (
    <Dialog title={m.addPage} onClose={onClose}>
      <Form
        action={m.add}
        isUnchanged={page === ''}
        onSubmit={async () => {
          const url = /^https?:\/\//i.test(page) ? page : `https://${page}`
          onAdded(await addSources(collection, [{ page: url }]))
          onClose()
        }}
        onCancel={onClose}
      >
        <TextField
          label={m.address}
          hint={m.addressHint}
          required
          maxLength={MAX_ADDRESS_CHARACTERS}
          value={address.value}
          onInput={(value) => {
            address.value = value
          }}
        />
      </Form>
    </Dialog>
  )
}
