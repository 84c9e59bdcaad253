import { useId } from 'preact/hooks'
import { m } from './messages/en.ts'

interface TextAreaProps {
  label: string
  hint: string
  value: string
  maxLength?: number
  onInput: (text: string) => void
}

/** Several lines of text with their label. */
export function TextArea({ label, hint, value, maxLength, onInput }: TextAreaProps) {
  const id = useId()
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <textarea
        id={id}
        class="input"
        rows={4}
        value={value}
        maxLength={maxLength}
        aria-describedby={`${id}-hint`}
        onInput={({ currentTarget }) => onInput(currentTarget.value)}
      />
      <span class="hint" id={`${id}-hint`}>
        {hint}
      </span>
    </div>
  )
}

interface NumberFieldProps {
  label: string
  min: number
  max: number
  step: number
  /** Empty for none. */
  value: string
  onInput: (text: string) => void
}

/** A number within its bounds, or none. */
export function NumberField({ label, min, max, step, value, onInput }: NumberFieldProps) {
  const id = useId()
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input
        id={id}
        class="input number"
        type="number"
        inputMode="decimal"
        min={min}
        max={max}
        step={step}
        value={value}
        aria-describedby={`${id}-hint`}
        onInput={({ currentTarget }) => onInput(currentTarget.value)}
      />
      <span class="hint" id={`${id}-hint`}>
        {m.range(min, max)}
      </span>
    </div>
  )
}
