import { AddressSearch } from '../../ui/address-search.tsx'
import { fullTime } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { PageLayout } from '../../ui/layout.tsx'
import { type Resource, useResource } from '../../ui/resource.ts'
import { query } from '../../ui/router.ts'
import { ShowMore } from '../../ui/show-more.tsx'
import { Empty, Failed, Loading, Tries } from '../../ui/state.tsx'
import { type HistoryPage, loadHistory, type Target } from './calls.ts'
import { EntryActions } from './entry-actions.tsx'
import { addressOf, factsOf, ICONS } from './history-text.ts'
import { m } from './messages/en.ts'
import type { HistoryKind, ListedItem } from './types.ts'

/** Everything that was made and kept, the newest first. */
export function HistoryList() {
  const search = query.value.get('q')?.trim() ?? ''
  const kind = kindOf(query.value.get('kind'))
  const target = { kind, search }
  const entries = useResource((signal) => loadHistory(target, null, signal), [kind, search])
  const loaded = entries.value.value
  const isBare =
    loaded.state === 'ready' &&
    loaded.data.items.length === 0 &&
    search === '' &&
    kind === undefined
  return (
    <PageLayout title={m.title}>
      {!isBare && <HistoryToolbar kind={kind} search={search} />}
      {loaded.state === 'loading' ? (
        <Loading label={m.loadingHistory} />
      ) : loaded.state === 'failed' ? (
        <Failed error={loaded.error} retry={() => void entries.reload()} />
      ) : loaded.data.items.length === 0 ? (
        <Nothing {...target} />
      ) : (
        <Entries entries={entries} page={loaded.data} target={target} />
      )}
    </PageLayout>
  )
}

function kindOf(text: string | null): HistoryKind | undefined {
  return text === 'transcript' || text === 'translation' || text === 'speech' ? text : undefined
}

interface EntriesProps {
  entries: Resource<HistoryPage>
  page: HistoryPage
  target: Target
}

function Entries({ entries, page: { items, nextCursor }, target }: EntriesProps) {
  const change = (update: (all: readonly ListedItem[]) => readonly ListedItem[]) =>
    entries.change((page) => ({ ...page, items: update(page.items) }))
  return (
    <>
      <ul class="rows">
        {items.map((item) => (
          <Row
            key={item.id}
            item={item}
            onChange={(next) =>
              change((all) => all.map((one) => (one.id === next.id ? { ...one, ...next } : one)))
            }
            onGone={() => change((all) => all.filter(({ id }) => id !== item.id))}
          />
        ))}
      </ul>
      {nextCursor !== null && (
        <ShowMore
          onMore={async () => {
            const next = await loadHistory(target, nextCursor)
            entries.change((page) => ({ ...next, items: [...page.items, ...next.items] }))
          }}
        />
      )}
    </>
  )
}

interface RowProps {
  item: ListedItem
  onChange: (item: ListedItem) => void
  onGone: () => void
}

function Row({ item, onChange, onGone }: RowProps) {
  const { kind, title, excerpt, created_at } = item
  return (
    <li class="row history-item">
      <Icon name={ICONS[kind]} />
      <span class="grow">
        <a class="entry-name one-line" href={addressOf(item)} dir="auto" title={title}>
          {title}
        </a>
        <small title={fullTime(created_at)}>{factsOf(item)}</small>
        {excerpt !== undefined && (
          <small class="history-excerpt" dir="auto">
            {excerpt}
          </small>
        )}
      </span>
      <EntryActions item={item} isRow onChange={onChange} onGone={onGone} />
    </li>
  )
}

function Nothing({ kind, search }: Target) {
  if (search !== '')
    return (
      <Empty icon="search" title={m.nothingFound}>
        <a href="/app/history">{m.showEverything}</a>
      </Empty>
    )
  if (kind !== undefined)
    return (
      <Empty icon={ICONS[kind]} title={m.none[kind]}>
        <a href="/app/history">{m.showEverything}</a>
      </Empty>
    )
  return (
    <Empty icon="clock" title={m.nothingYet}>
      {m.nothingYetText}
      <Tries
        of={[
          { label: m.speakText, href: '/app/speak', icon: 'speak' },
          { label: m.transcribeRecording, href: '/app/transcribe', icon: 'microphone' },
          { label: m.wordsOfVideo, href: '/app/video', icon: 'film' },
        ]}
      />
    </Empty>
  )
}

const FILTERS = [
  { value: '', label: m.all },
  ...(['transcript', 'translation', 'speech'] as const).map((value) => ({
    value,
    label: m.many[value],
  })),
]

/** Searches the history and chooses a kind; both stay in the address. */
function HistoryToolbar({ kind = '', search }: { kind?: Target['kind'] | ''; search: string }) {
  return (
    <>
      <AddressSearch search={search} label={m.searchTitles} class="history-search" />
      <nav class="actions history-filters" aria-label={m.whichKind}>
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
