import { useSignal } from '@preact/signals'
import { useId } from 'preact/hooks'
import { Dialog } from '../../ui/dialog.tsx'
import { Form } from '../../ui/form.tsx'
import { filled, variablesOf } from '../assistants/prompt-variables.ts'
import type { SavedPrompt } from '../assistants/types.ts'
import { m } from './parts/messages/en.ts'

interface PromptFormProps {
  prompt: Pick<SavedPrompt, 'name' | 'text'>
  onFilled: (text: string) => void
  onClose: () => void
}

/** Asks for the variables of a prompt. */
export function PromptForm({ prompt: { name, text }, onFilled, onClose }: PromptFormProps) {
  const id = useId()
  const values = useSignal<Record<string, string>>({})
  return (
    <Dialog title={name} onClose={onClose}>
      <Form
        action={m.insert}
        onSubmit={async () => onFilled(filled(text, values.peek()))}
        onCancel={onClose}
      >
        {variablesOf(text).map((variable, index) => (
          <div class="field" key={variable}>
            <label for={`${id}-${index}`}>{variable}</label>
            <textarea
              id={`${id}-${index}`}
              class="input"
              rows={1}
              dir="auto"
              required
              // Enter goes on, as in a field of one line.
              onKeyDown={(event) => {
                if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return
                event.preventDefault()
                event.currentTarget.form?.requestSubmit()
              }}
              onInput={({ currentTarget }) => {
                values.value = { ...values.peek(), [variable]: currentTarget.value }
              }}
            />
          </div>
        ))}
      </Form>
    </Dialog>
  )
}
