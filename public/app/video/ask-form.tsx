import { useSignal } from '@preact/signals'
import { useId, useLayoutEffect, useRef } from 'preact/hooks'
import { Icon } from '../../ui/icon.tsx'
import { AskOptions } from './ask-options.tsx'
import type { Asked } from './asked.ts'
import { m } from './messages/en.ts'
import { type Action, guessAction, webAddress } from './web-address.ts'

interface AskFormProps {
  /** What the address of the page asks for. */
  asked: Asked
  /** Called with what is to be asked. */
  onAsk: (asked: Asked) => void
}

/** The names of what can be done, and of the button that does it. */
const ACTIONS: readonly { action: Action; label: string; button: string }[] = [
  { action: 'page', label: m.actions.page, button: m.buttons.page },
  { action: 'video', label: m.actions.video, button: m.buttons.video },
  { action: 'transcript', label: m.actions.transcript, button: m.buttons.transcript },
  { action: 'list', label: m.actions.list, button: m.buttons.list },
]

/** An address, and what is to be done with it: guessed from the address until it is chosen. */
export function AskForm({ asked, onAsk }: AskFormProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const draft = useSignal(asked)
  const error = useSignal<string | undefined>(undefined)
  const { url, action = guessAction(url) } = draft.value
  const question = JSON.stringify(asked)
  const shown = useRef(question)
  // "Back" and links within the page ask for something else.
  useLayoutEffect(() => {
    // What is typed before the page is whole stays.
    if (shown.current === question) return
    shown.current = question
    draft.value = asked
    error.value = undefined
  }, [question])
  const type = (text: string) => {
    error.value = undefined
    const isOther = webAddress(text) !== webAddress(draft.peek().url)
    // What was chosen for one address says nothing of another.
    draft.value = { ...draft.peek(), url: text, ...(isOther && { action: undefined }) }
  }
  usePastedAddress((text) => {
    type(text)
    input.current?.focus()
  })
  const submit = () => {
    const address = webAddress(draft.peek().url)
    if (address === undefined) {
      error.value = draft.peek().url.trim() === '' ? m.typeFirst : m.noAddress
      input.current?.focus()
      return
    }
    onAsk({ ...draft.peek(), url: address, action, from: '', job: '' })
  }
  return (
    <form
      class="ask"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <label class="hidden-text" for={`${id}-url`}>
        {m.addressOf}
      </label>
      <div class="ask-line">
        <input
          ref={input}
          id={`${id}-url`}
          class="input"
          type="url"
          inputMode="url"
          autoComplete="off"
          autoCapitalize="off"
          spellcheck={false}
          placeholder={m.addressExample}
          aria-invalid={error.value !== undefined}
          aria-describedby={error.value === undefined ? undefined : `${id}-error`}
          value={url}
          onInput={({ currentTarget }) => type(currentTarget.value)}
        />
        <button type="submit" class="button primary">
          <Icon name="right" /> {ACTIONS.find((one) => one.action === action)?.button}
        </button>
      </div>
      {error.value !== undefined && (
        <p class="notice bad" id={`${id}-error`} role="alert">
          {error.value}
        </p>
      )}
      <fieldset class="plain-set">
        <legend class="hidden-text">{m.whatToDo}</legend>
        <div class="actions ask-actions">
          {ACTIONS.map((one) => (
            <label class="chip" key={one.action}>
              <input
                type="radio"
                name={`${id}-action`}
                class="hidden-text"
                checked={one.action === action}
                onChange={() => {
                  draft.value = { ...draft.peek(), action: one.action }
                }}
              />
              {one.label}
            </label>
          ))}
        </div>
      </fieldset>
      <AskOptions action={action} asked={draft} />
    </form>
  )
}

/** An address that is pasted on the page goes into the field, also where that has no focus. */
function usePastedAddress(onPaste: (text: string) => void): void {
  const latest = useRef(onPaste)
  latest.current = onPaste
  useLayoutEffect(() => {
    const take = (event: ClipboardEvent) => {
      const { target, clipboardData } = event
      if (target instanceof HTMLElement && target.closest('input, textarea, [contenteditable]'))
        return
      const text = clipboardData?.getData('text/plain') ?? ''
      const address = webAddress(text)
      if (address === undefined) return
      event.preventDefault()
      latest.current(address)
    }
    document.addEventListener('paste', take)
    return () => document.removeEventListener('paste', take)
  }, [])
}
