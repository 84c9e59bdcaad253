import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { setQuery } from '../../ui/router.ts'
import type { Wanted } from './calls.ts'
import { KINDS } from './history-words.ts'

const SEARCH_PAUSE_MS = 250
const MAX_SEARCH_CHARACTERS = 500

const FILTERS = [
  { value: '', label: 'All' },
  ...(['transcript', 'translation', 'speech'] as const).map((value) => ({
    value,
    label: KINDS[value].many,
  })),
]

/** Searches the history and chooses a kind; both stay in the address. */
export function HistoryToolbar({
  kind = '',
  search,
}: {
  kind?: Wanted['kind'] | ''
  search: string
}) {
  return (
    <>
      <Search search={search} />
      <nav class="actions history-filters" aria-label="Which kind">
        {FILTERS.map(({ value, label }) => (
          <a
            key={value}
            class="chip"
            href={addressWith(value, search)}
            aria-current={value === kind ? 'true' : undefined}
          >
            {label}
          </a>
        ))}
      </nav>
    </>
  )
}

function addressWith(kind: string, search: string): string {
  const query = new URLSearchParams({
    ...(kind === '' ? {} : { kind }),
    ...(search === '' ? {} : { q: search }),
  }).toString()
  return query === '' ? '/app/history' : `/app/history?${query}`
}

function Search({ search }: { search: string }) {
  const text = useSignal(search)
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  useEffect(() => {
    // Another address was opened, such as that of all entries.
    if (text.peek().trim() !== search) text.value = search
  }, [search])
  useEffect(() => () => clearTimeout(timer.current), [])
  return (
    <input
      type="search"
      class="input history-search"
      aria-label="Search titles and texts"
      placeholder="Search titles and texts"
      maxLength={MAX_SEARCH_CHARACTERS}
      value={text.value}
      onInput={({ currentTarget: { value } }) => {
        text.value = value
        clearTimeout(timer.current)
        timer.current = setTimeout(() => setQuery({ q: value.trim() }), SEARCH_PAUSE_MS)
      }}
    />
  )
}
