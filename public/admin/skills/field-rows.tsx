import { Icon } from '../../ui/icon.tsx'
import { m } from './messages/en.ts'
import { KINDS, type Kind, packField, type SkillField, unpackField } from './skill-text.ts'

interface FieldRowsProps {
  title: string
  hint: string
  /** As drafts keep them. */
  rows: readonly string[]
  onInput: (rows: string[]) => void
}

/** Values with their names, kinds and meanings, in place of a JSON Schema. */
export function FieldRows({ title, hint, rows, onInput }: FieldRowsProps) {
  const change = (index: number, part: Partial<SkillField>) =>
    onInput(rows.with(index, packField({ ...unpackField(rows[index] ?? ''), ...part })))
  return (
    <fieldset class="plain-set skill-fields">
      <legend>{title}</legend>
      <p class="quiet small">{hint}</p>
      {rows.map((row, index) => {
        const { name, kind, about } = unpackField(row)
        const of = name || m.nameless(index + 1)
        return (
          <div class="skill-field" key={index}>
            <input
              class="input"
              aria-label={m.nameOf(of)}
              placeholder={m.name}
              value={name}
              onInput={({ currentTarget }) => change(index, { name: currentTarget.value })}
            />
            <select
              class="input"
              aria-label={m.kindOf(of)}
              value={kind}
              onChange={({ currentTarget }) => change(index, { kind: currentTarget.value as Kind })}
            >
              {Object.entries(KINDS).map(([value, { label }]) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </select>
            <input
              class="input"
              aria-label={m.meaningOf(of)}
              placeholder={m.meaning}
              value={about}
              onInput={({ currentTarget }) => change(index, { about: currentTarget.value })}
            />
            <button
              type="button"
              class="button icon"
              aria-label={m.removeOne(of)}
              onClick={() => onInput(rows.toSpliced(index, 1))}
            >
              <Icon name="close" />
            </button>
          </div>
        )
      })}
      <button
        type="button"
        class="button"
        onClick={() => onInput([...rows, packField({ name: '', kind: 'text', about: '' })])}
      >
        <Icon name="plus" /> {m.addValue}
      </button>
    </fieldset>
  )
}
