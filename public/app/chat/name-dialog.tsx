import { useLayoutEffect, useRef } from 'preact/hooks'
import { Dialog } from '../../ui/dialog.tsx'
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
      <form
        onSubmit={(event) => {
          event.preventDefault()
          const next = input.current?.value.trim() ?? ''
          if (next !== '') onSave(next)
          onClose()
        }}
      >
        <label class="field">
          <span>{label}</span>
          <input ref={input} class="input" maxLength={maxLength} defaultValue={name} dir="auto" />
        </label>
        <div class="actions">
          <button type="submit" class="button primary">
            {m.save}
          </button>
          <button type="button" class="button" onClick={onClose}>
            {m.cancel}
          </button>
        </div>
      </form>
    </Dialog>
  )
}
