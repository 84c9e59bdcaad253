import { AddressSearch } from '../../ui/address-search.tsx'
import type { Target } from './calls.ts'
import { KINDS } from './history-text.ts'

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
  kind?: Target['kind'] | ''
  search: string
}) {
  return (
    <>
      <AddressSearch search={search} label="Search titles and texts" class="history-search" />
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
