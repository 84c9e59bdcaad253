import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'
import { errorMessage } from './api.ts'
import { m } from './messages/en.ts'

interface FormProps {
  /** Does what the form is for. What is typed stays where it fails. */
  onSubmit: () => Promise<unknown>
  /** Name of the button that sends it. */
  action: string
  children: ComponentChildren
  /** Adds a button that cancels. */
  onCancel?: () => void
  /** Beside the buttons. */
  beside?: ComponentChildren
  isUnchanged?: boolean
}

/** A form whose failure is said above its buttons, in the words of the service. */
export function Form({
  onSubmit,
  action,
  children,
  onCancel,
  beside,
  isUnchanged = false,
}: FormProps) {
  const isBusy = useSignal(false)
  const error = useSignal<string | undefined>(undefined)
  const submit = async () => {
    if (isBusy.peek()) return
    isBusy.value = true
    error.value = undefined
    try {
      await onSubmit()
    } catch (cause) {
      error.value = errorMessage(cause)
    } finally {
      isBusy.value = false
    }
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      {children}
      {error.value !== undefined && (
        <p class="notice bad error-notice" role="alert">
          {error.value}
        </p>
      )}
      <div class="actions">
        <button type="submit" class="button primary" disabled={isBusy.value || isUnchanged}>
          {action}
        </button>
        {onCancel !== undefined && (
          <button type="button" class="button" onClick={onCancel}>
            {m.cancel}
          </button>
        )}
        {beside}
      </div>
    </form>
  )
}

interface TextFieldProps {
  label: string
  value: string
  hint?: string
  required?: boolean
  maxLength?: number
  onInput: (value: string) => void
}

/** One line of text with its label. */
export function TextField({
  label,
  value,
  hint,
  required = false,
  maxLength,
  onInput,
}: TextFieldProps) {
  const id = useId()
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input
        id={id}
        class="input"
        type="text"
        autoComplete="off"
        required={required}
        maxLength={maxLength}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        value={value}
        onInput={({ currentTarget }) => onInput(currentTarget.value)}
      />
      <Hint id={id} text={hint} />
    </div>
  )
}

interface CheckBoxProps {
  isChecked: boolean
  isDisabled?: boolean
  class?: string
  onChange: (isChecked: boolean) => void
  /** Its label. */
  children: ComponentChildren
}

export function CheckBox({
  isChecked,
  isDisabled = false,
  class: classes = '',
  onChange,
  children,
}: CheckBoxProps) {
  return (
    <label class={`check ${classes}`.trim()}>
      <input
        type="checkbox"
        checked={isChecked}
        disabled={isDisabled}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
      {children}
    </label>
  )
}

/** A day as `YYYY-MM-DD`, or none, with its label. */
export function DayField({
  label,
  value,
  hint,
  onInput,
}: Pick<TextFieldProps, 'label' | 'value' | 'hint' | 'onInput'>) {
  const id = useId()
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input
        id={id}
        class="input"
        type="date"
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        value={value}
        onInput={({ currentTarget }) => onInput(currentTarget.value)}
      />
      <Hint id={id} text={hint} />
    </div>
  )
}

function Hint({ id, text }: { id: string; text: string | undefined }) {
  if (text === undefined) return null
  return (
    <span class="hint" id={`${id}-hint`}>
      {text}
    </span>
  )
}
