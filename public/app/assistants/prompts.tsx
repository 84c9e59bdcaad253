import { useSignal } from '@preact/signals'
import { useId } from 'preact/hooks'
import { api, read, send } from '../../ui/api.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { CheckBox, Form, TextField } from '../../ui/form.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useResource } from '../../ui/resource.ts'
import { Show } from '../../ui/state.tsx'
import { attempt, toast } from '../../ui/toast.tsx'
import { loadPrompts } from './calls.ts'
import { ItemMenu } from './item-menu.tsx'
import { m } from './messages/en.ts'
import { variablesOf } from './prompt-variables.ts'
import type { SavedPrompt } from './types.ts'

/** As the service bounds them. */
const MAX_NAME_CHARACTERS = 60
const MAX_TEXT_CHARACTERS = 20_000

/** What the form begins with; without an id, it makes a new one. */
type Draft = Pick<SavedPrompt, 'name' | 'text'> & { id?: string }

/** Prompts that are used again and again. */
export function Prompts({ isAdmin }: { isAdmin: boolean }) {
  const known = useResource((signal) => loadPrompts(signal))
  const draft = useSignal<Draft | undefined>(undefined)
  const edit = (one: Draft) => {
    draft.value = one
  }
  const close = () => {
    draft.value = undefined
  }
  const remove = async ({ id, name }: SavedPrompt) => {
    const path = { id }
    if (await attempt(() => send(api.DELETE('/api/prompts/{id}', { params: { path } })))) {
      toast(m.wasDeleted(name))
      await known.reload()
    }
  }
  return (
    <section>
      <div class="prompts-head">
        <h2 class="section">{m.savedPrompts}</h2>
        <button type="button" class="button" onClick={() => edit({ name: '', text: '' })}>
          <Icon name="plus" /> {m.newPrompt}
        </button>
      </div>
      <Show of={known}>
        {(items) =>
          items.length === 0 ? (
            <p class="quiet">{m.noPrompts}</p>
          ) : (
            <ul class="rows">
              {items.map((one) => (
                <li key={one.id} class="row assistant-row">
                  <span class="grow">
                    <strong dir="auto">{one.name}</strong>
                    <small class="clamp" dir="auto">
                      {one.text}
                    </small>
                  </span>
                  {one.shared && <span class="tag">{m.tagForAll}</span>}
                  <ItemMenu
                    name={one.name}
                    canChange={one.can_change}
                    warning={m.deletePromptText}
                    onChange={() => edit(one)}
                    onDuplicate={() =>
                      edit({
                        name: m.copyOf(one.name).slice(0, MAX_NAME_CHARACTERS),
                        text: one.text,
                      })
                    }
                    onDelete={() => remove(one)}
                  />
                </li>
              ))}
            </ul>
          )
        }
      </Show>
      {draft.value !== undefined && (
        <PromptDialog
          from={draft.value}
          isAdmin={isAdmin}
          onClose={close}
          onSaved={() => {
            close()
            void known.reload()
          }}
        />
      )}
    </section>
  )
}

interface PromptDialogProps {
  from: Draft
  isAdmin: boolean
  onClose: () => void
  onSaved: () => void
}

function PromptDialog({ from, isAdmin, onClose, onSaved }: PromptDialogProps) {
  const id = useId()
  const name = useSignal(from.name)
  const text = useSignal(from.text)
  const isShared = useSignal(false)
  const variables = variablesOf(text.value)
  const save = async () => {
    const body = { name: name.peek(), text: text.peek() }
    if (from.id === undefined)
      await read(api.POST('/api/prompts', { body: { ...body, shared: isShared.peek() } }))
    else await read(api.PUT('/api/prompts/{id}', { params: { path: { id: from.id } }, body }))
    onSaved()
  }
  return (
    <Dialog title={from.id === undefined ? m.newPrompt : m.changePrompt} isWide onClose={onClose}>
      <Form action={m.save} onSubmit={save} onCancel={onClose}>
        <TextField
          label={m.name}
          value={name.value}
          required
          maxLength={MAX_NAME_CHARACTERS}
          onInput={(value) => {
            name.value = value
          }}
        />
        <div class="field">
          <label for={id}>{m.prompt}</label>
          <textarea
            id={id}
            class="input"
            rows={6}
            required
            dir="auto"
            maxLength={MAX_TEXT_CHARACTERS}
            value={text.value}
            aria-describedby={`${id}-hint`}
            onInput={({ currentTarget }) => {
              text.value = currentTarget.value
            }}
          />
          <span class="hint" id={`${id}-hint`}>
            {variables.length === 0 ? m.variableHint : m.askedFor(variables.join(', '))}
          </span>
        </div>
        {from.id === undefined && isAdmin && (
          <CheckBox
            isChecked={isShared.value}
            onChange={(isChecked) => {
              isShared.value = isChecked
            }}
          >
            {m.forAll}
          </CheckBox>
        )}
      </Form>
    </Dialog>
  )
}
