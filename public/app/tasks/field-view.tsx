import { useId } from 'preact/hooks'
import { type FieldViewProps, Hint, hintOf } from './field-hint.tsx'
import { ChoicesView, RowsView } from './field-lists.tsx'
import type { Field } from './form-fields.ts'
import { typedIn } from './form-values.ts'
import { m } from './messages/en.ts'

/** A field with its label, what it is for, and what is wrong. */
export function FieldView({ field, ...rest }: FieldViewProps) {
  const id = useId()
  if (field.kind === 'rows')
    return (
      <RowsView
        field={field}
        draw={(child) => <FieldView key={child.path} field={child} {...rest} />}
        {...rest}
      />
    )
  if (field.kind === 'choices') return <ChoicesView field={field} {...rest} />
  if (field.kind === 'group')
    return (
      <fieldset class="plain-set wide">
        <legend>
          {field.label}
          {!field.isRequired && <span class="hint"> {m.optional}</span>}
        </legend>
        {field.hint !== undefined && <p class="quiet small">{field.hint}</p>}
        <div class="task-fields nested">
          {field.fields.map((child) => (
            <FieldView key={child.path} field={child} {...rest} />
          ))}
        </div>
      </fieldset>
    )
  const error = rest.errors.get(field.path)
  const hint = hintOf(field)
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  const control = {
    id,
    'aria-describedby': described || undefined,
    'aria-invalid': error === undefined ? undefined : true,
    'data-path': field.path,
  }
  if (field.kind === 'boolean')
    return (
      <div class="field">
        <label class="check">
          <input
            {...control}
            type="checkbox"
            checked={typedIn(field, rest.typed) === 'true'}
            onChange={({ currentTarget: { checked } }) =>
              rest.onType(field.path, checked ? 'true' : 'false')
            }
          />
          {field.label}
        </label>
        <Hint id={id} hint={hint} error={error} />
      </div>
    )
  return (
    <div class={isWide(field) ? 'field wide' : 'field'}>
      <label for={id}>
        {field.label}
        {!field.isRequired && <span class="hint"> {m.optional}</span>}
      </label>
      <Control field={field} control={{ ...control, required: field.isRequired }} {...rest} />
      <Hint id={id} hint={hint} error={error} />
    </div>
  )
}

interface ControlProps extends Pick<FieldViewProps, 'typed' | 'onType'> {
  field: Exclude<Field, { kind: 'group' | 'rows' | 'choices' | 'boolean' }>
  control: { id: string; required: boolean }
}

function Control({ field, typed, onType, control }: ControlProps) {
  const value = typedIn(field, typed)
  const type = (text: string) => onType(field.path, text)
  if (field.kind === 'choice')
    return (
      <select
        {...control}
        class="input"
        value={value}
        onChange={({ currentTarget }) => type(currentTarget.value)}
      >
        <option value="">{field.isRequired ? m.chooseOne : m.notSet}</option>
        {field.choices.map(({ label }, index) => (
          <option key={label} value={String(index)}>
            {label}
          </option>
        ))}
      </select>
    )
  if (field.kind === 'text' && field.ids !== undefined)
    return (
      <select
        {...control}
        class="input"
        value={value}
        onChange={({ currentTarget }) => type(currentTarget.value)}
      >
        <option value="">{m.notSet}</option>
        {field.ids.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
    )
  if (field.kind === 'text' && field.isDay)
    return (
      <input
        {...control}
        class="input"
        type="date"
        value={value}
        onInput={({ currentTarget }) => type(currentTarget.value)}
      />
    )
  if (field.kind === 'number' || (field.kind === 'text' && !field.isLong))
    return (
      <input
        {...control}
        class="input"
        dir="auto"
        placeholder={field.example}
        inputMode={field.kind === 'number' ? (field.isInteger ? 'numeric' : 'decimal') : undefined}
        autocomplete="off"
        value={value}
        onInput={({ currentTarget }) => type(currentTarget.value)}
      />
    )
  return (
    <textarea
      {...control}
      class={field.kind === 'json' ? 'input mono' : 'input'}
      dir="auto"
      rows={rowsOf(field)}
      placeholder={field.example}
      spellcheck={field.kind !== 'json'}
      value={value}
      onInput={({ currentTarget }) => type(currentTarget.value)}
    />
  )
}

function rowsOf(field: Field): number {
  if (field.kind !== 'text') return 4
  return field.maxLength === undefined || field.maxLength > 20_000 ? 9 : 2
}

function isWide(field: Field): boolean {
  return (
    field.kind !== 'number' && field.kind !== 'choice' && !(field.kind === 'text' && !field.isLong)
  )
}
