import type { ComponentChild } from 'preact'
import { useId } from 'preact/hooks'
import { CheckBox } from '../../ui/form.tsx'
import { Icon, IconButton } from '../../ui/icon.tsx'
import { type FieldViewProps, Hint, hintOf } from './field-hint.tsx'
import type { Field } from './form-fields.ts'
import { rowCount, typedIn, withoutRow } from './form-values.ts'
import { m } from './messages/en.ts'

type PropsOf<kind extends Field['kind']> = Omit<FieldViewProps, 'field'> & {
  field: Extract<Field, { kind: kind }>
}

/** Several of a few choices. */
export function ChoicesView({ field, typed, errors, onType }: PropsOf<'choices'>) {
  const id = useId()
  const error = errors.get(field.path)
  const hint = hintOf(field)
  const chosen = new Set(typedIn(field, typed).split(',').filter(Boolean).map(Number))
  const toggle = (index: number, isChosen: boolean) => {
    const next = new Set(chosen)
    if (isChosen) next.add(index)
    else next.delete(index)
    onType(field.path, [...next].toSorted((a, b) => a - b).join(','))
  }
  return (
    <fieldset
      class="plain-set field wide"
      aria-describedby={describedBy(id, hint, error)}
      data-path={field.path}
      tabIndex={-1}
    >
      <legend>
        {field.label}
        {!field.isRequired && <span class="hint"> {m.optional}</span>}
      </legend>
      <div class="actions choices">
        {field.choices.map(({ label }, index) => (
          <CheckBox
            key={label}
            isChecked={chosen.has(index)}
            onChange={(isChecked) => toggle(index, isChecked)}
          >
            {label}
          </CheckBox>
        ))}
      </div>
      <Hint id={id} hint={hint} error={error} />
    </fieldset>
  )
}

/** Objects of one form, one below the other. */
export function RowsView({
  field,
  typed,
  errors,
  onType,
  onReplace,
  draw,
}: PropsOf<'rows'> & { draw: (field: Field) => ComponentChild }) {
  const id = useId()
  const count = rowCount(field, typed)
  const error = errors.get(field.path)
  const hint = hintOf(field)
  return (
    <fieldset class="plain-set field wide" aria-describedby={describedBy(id, hint, error)}>
      <legend>
        {field.label}
        {!field.isRequired && <span class="hint"> {m.optional}</span>}
      </legend>
      <Hint id={id} hint={hint} error={error} />
      <ol class="form-rows">
        {Array.from({ length: count }, (_, index) => (
          // A row has no name of its own: it is what stands at its place.
          <li key={index} aria-label={`${field.label} ${index + 1}`}>
            <div class="task-fields nested">{field.fieldsOfRow(index).map(draw)}</div>
            <IconButton
              icon="close"
              label={m.removeOne(field.label, index + 1)}
              title={m.remove}
              onPress={() => onReplace(withoutRow(field, typed, index))}
            />
          </li>
        ))}
      </ol>
      <button
        type="button"
        class="button form-add"
        data-path={field.path}
        disabled={field.maxItems !== undefined && count >= field.maxItems}
        onClick={() => onType(field.path, String(count + 1))}
      >
        <Icon name="plus" /> {count === 0 ? m.addOne : m.addAnother}
        <span class="hidden-text"> {m.addTo(field.label)}</span>
      </button>
    </fieldset>
  )
}

function describedBy(
  id: string,
  hint: string | undefined,
  error: string | undefined,
): string | undefined {
  return [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ') || undefined
}
