import { useEffect, useRef } from 'preact/hooks'
import { query, setQuery } from '../../ui/router.ts'

/** As the service takes. */
const MAX_CHARACTERS = 200
const TYPING_MS = 250

/** Searches a list by a text that is `q` in the address, after a pause, so that a word is one search. */
export function SearchField({ label, placeholder }: { label: string; placeholder: string }) {
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const input = useRef<HTMLInputElement>(null)
  const q = query.value.get('q') ?? ''
  const search = (text: string) => {
    clearTimeout(timer.current)
    timer.current = undefined
    setQuery({ q: text.trim() })
  }
  useEffect(() => {
    // A link or "back" has changed the search; what is being typed stays.
    const { current: field } = input
    if (field === null || timer.current !== undefined) return
    if (field.value.trim() !== q) field.value = q
  }, [q])
  return (
    <label>
      <span>{label}</span>
      <input
        ref={input}
        class="input"
        type="search"
        autoComplete="off"
        defaultValue={q}
        maxLength={MAX_CHARACTERS}
        placeholder={placeholder}
        onInput={({ currentTarget: { value } }) => {
          clearTimeout(timer.current)
          timer.current = setTimeout(() => search(value), TYPING_MS)
        }}
        onChange={({ currentTarget: { value } }) => search(value)}
      />
    </label>
  )
}

/** A text as one of a few; undefined for any other. */
export function oneOf<name extends string>(
  names: readonly name[],
  text: string | null,
): name | undefined {
  return names.find((one) => one === text)
}

/** A choice for a list that is in the address; the first needs no name. */
export function ChoiceField({
  name,
  label,
  choices,
}: {
  name: string
  label: string
  choices: Readonly<Record<string, string>>
}) {
  return (
    <label>
      <span>{label}</span>
      <select
        class="input"
        value={query.value.get(name) ?? ''}
        onChange={({ currentTarget }) => setQuery({ [name]: currentTarget.value })}
      >
        {Object.entries(choices).map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </label>
  )
}
