import { useSignal } from '@preact/signals'
import { useId } from 'preact/hooks'
import { api, read } from '../../ui/api.ts'
import type { components } from '../../ui/api-types.ts'
import { CheckBox, Form } from '../../ui/form.tsx'
import { useResource } from '../../ui/resource.ts'
import { Show } from '../../ui/state.tsx'
import { toast } from '../../ui/toast.tsx'
import { m } from './messages/en.ts'

type Instructions = components['schemas']['OwnInstructions']

/** As the service bounds it. */
const MAX_CHARACTERS = 8_000

/** What every model is told in the own chats. */
export function OwnInstructions() {
  const known = useResource((signal) => read(api.GET('/api/me/instructions', { signal })))
  return <Show of={known}>{(from) => <InstructionsForm from={from} />}</Show>
}

function InstructionsForm({ from }: { from: Instructions }) {
  const id = useId()
  const text = useSignal(from.text)
  const isOn = useSignal(from.on)
  const save = async () => {
    const body = { text: text.peek(), on: isOn.peek() }
    await read(api.PUT('/api/me/instructions', { body }))
    toast(m.saved)
  }
  return (
    <div class="card">
      <Form action={m.save} onSubmit={save}>
        <div class="field">
          <label for={id}>{m.ownInstructions}</label>
          <textarea
            id={id}
            class="input"
            rows={4}
            dir="auto"
            maxLength={MAX_CHARACTERS}
            value={text.value}
            aria-describedby={`${id}-hint`}
            onInput={({ currentTarget }) => {
              text.value = currentTarget.value
            }}
          />
          <span class="hint" id={`${id}-hint`}>
            {m.ownInstructionsHint}
          </span>
        </div>
        <CheckBox
          isChecked={isOn.value}
          onChange={(isChecked) => {
            isOn.value = isChecked
          }}
        >
          {m.useInEvery}
        </CheckBox>
      </Form>
    </div>
  )
}
