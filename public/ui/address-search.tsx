import { useSignal } from '@preact/signals'
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import { setQuery } from './router.ts'

const SEARCH_PAUSE_MS = 250
const MAX_SEARCH_CHARACTERS = 500

interface AddressSearchProps {
  /** As the address has it. */
  search: string
  label: string
  /** Beside that of every field. */
  class?: string
}

/** A field for words that are searched; they stay in the address, as `q`. */
export function AddressSearch({ search, label, class: classes = '' }: AddressSearchProps) {
  const text = useSignal(search)
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  useLayoutEffect(() => {
    // Another address was opened, such as that of the whole list; what is being typed stays.
    if (timer.current === undefined && text.peek().trim() !== search) text.value = search
  }, [search])
  useEffect(() => () => clearTimeout(timer.current), [])
  return (
    <input
      type="search"
      class={`input ${classes}`.trim()}
      aria-label={label}
      placeholder={label}
      maxLength={MAX_SEARCH_CHARACTERS}
      value={text.value}
      onInput={({ currentTarget: { value } }) => {
        text.value = value
        clearTimeout(timer.current)
        timer.current = setTimeout(() => {
          timer.current = undefined
          setQuery({ q: value.trim() })
        }, SEARCH_PAUSE_MS)
      }}
    />
  )
}
