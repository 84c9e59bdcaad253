import { useLayoutEffect, useRef } from 'preact/hooks'
import { Dialog } from '../../ui/dialog.tsx'
import { Form } from '../../ui/form.tsx'
import { m } from './parts/messages/en.ts'

interface NameDialogProps {
  title: string
  label: string
  name?: string
  maxLength: number
  onSave: (name: string) => void
  onClose: () => void
}

/** Asks for a name. */
export function NameDialog({
  title,
  label,
  name = '',
  maxLength,
  onSave,
  onClose,
}: NameDialogProps) {
  const input = useRef<HTMLInputElement>(null)
  // Before the next key can be pressed.
  useLayoutEffect(() => input.current?.select(), [])
  return (
    <Dialog title={title} onClose={onClose}>
      <Form
        action={m.save}
        onSubmit={async () => {
          const next = input.current?.value.trim() ?? ''
          if (next !== '') onSave(next)
          onClose()
        }}
        onCancel={onClose}
      >
        <label class="field">
          <span>{label}</span>
          <input ref={input} class="input" maxLength={maxLength} defaultValue={name} dir="auto" />
        </label>
      </Form>
    </Dialog>
  )
}
