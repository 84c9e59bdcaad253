import { api, read } from '../../ui/api.ts'
import type { components } from '../../ui/api-types.ts'
import { CheckBox } from '../../ui/form.tsx'
import { PageLayout } from '../../ui/layout.tsx'
import { usePolling } from '../../ui/resource.ts'
import { query, setQuery } from '../../ui/router.ts'
import { Empty } from '../../ui/state.tsx'
import { ShowLive } from '../shared/live.tsx'
import { MoreButton, type Pages, usePages } from '../shared/use-pages.tsx'
import { m } from './messages/en.ts'
import { RequestRow } from './request-row.tsx'
import './page.css'

export type LoggedRequest = components['schemas']['LoggedRequest']

const PAGE_ITEMS = 100
const REFRESH_MS = 3_000
const OUTCOMES = [
  ['', m.all],
  ['2xx', m.answered],
  ['4xx', m.refusedOrLeft],
  ['429', m.tooMany],
  ['499', m.left],
  ['5xx', m.failedHere],
] as const

/** The latest requests: who, what, and how it went. */
export function Page() {
  const filter = filterOf(query.value)
  const showsPages = query.value.get('pages') === 'yes'
  const follows = query.value.get('follow') !== 'no'
  const load = (cursor: string | undefined, signal: AbortSignal) => {
    const pages = showsPages ? ('true' as const) : ('false' as const)
    const page = {
      limit: PAGE_ITEMS,
      pages,
      ...filter,
      ...(cursor === undefined ? {} : { cursor }),
    }
    return read(api.GET('/admin/requests', { params: { query: page }, signal }))
  }
  const requests = usePages<LoggedRequest>(load, [JSON.stringify(filter), showsPages])
  usePolling(() => {
    if (follows) void addNew(requests, load)
  }, REFRESH_MS)
  return (
    <PageLayout
      title={m.title}
      side={
        <CheckBox
          isChecked={follows}
          onChange={(isChecked) => setQuery({ follow: isChecked ? '' : 'no' })}
        >
          {m.showNew}
        </CheckBox>
      }
    >
      <Filters requests={requests} />
      <ShowLive of={requests.live}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty icon="requests" title={m.noneKept}>
              {Object.keys(filter).length === 0 ? m.noneKeptText : m.noneFits}
            </Empty>
          ) : (
            <>
              <ul class="rows">
                {items.map((request) => (
                  <RequestRow key={request.id} request={request} />
                ))}
              </ul>
              <MoreButton of={requests} />
            </>
          )
        }
      </ShowLive>
    </PageLayout>
  )
}

type Filter = Partial<Record<'status' | 'actor' | 'route', string>>

function filterOf(query: URLSearchParams): Filter {
  const filter: Filter = {}
  const status = query.get('status') ?? ''
  if (OUTCOMES.some(([name]) => name === status) && status !== '') filter.status = status
  const actor = query.get('actor') ?? ''
  if (actor !== '') filter.actor = actor
  const route = query.get('route') ?? ''
  if (route !== '') filter.route = route
  return filter
}

/** Puts what has ended since above what is there; what was loaded below stays. */
async function addNew(
  { live }: Pages<LoggedRequest>,
  load: (
    cursor: undefined,
    signal: AbortSignal,
  ) => Promise<{ items: LoggedRequest[]; next_cursor: string | null }>,
): Promise<void> {
  const before = live.value.peek()
  if (before === undefined) return live.reload()
  const page = await load(undefined, new AbortController().signal).catch((error: unknown) => {
    live.error.value = error
  })
  if (page === undefined || live.value.peek() !== before) return
  live.error.value = undefined
  const newest = before.items[0]?.id ?? 0
  const fresh = page.items.filter(({ id }) => id > newest)
  if (fresh.length === 0) return
  // Where all are new, there may be some between them and those before.
  live.value.value =
    fresh.length === page.items.length ? page : { ...before, items: [...fresh, ...before.items] }
}

function Filters({ requests }: { requests: Pages<LoggedRequest> }) {
  const items = requests.live.value.value?.items ?? []
  const now = query.value
  return (
    <search class="filters">
      <label>
        <span>{m.status}</span>
        <select
          class="input"
          value={now.get('status') ?? ''}
          onChange={({ currentTarget }) => setQuery({ status: currentTarget.value })}
        >
          {OUTCOMES.map(([name, label]) => (
            <option key={name} value={name}>
              {label}
            </option>
          ))}
        </select>
      </label>
      <Choice
        name="actor"
        label={m.who}
        placeholder={m.anybody}
        values={items.map(({ actor }) => actor ?? '')}
      />
      <Choice
        name="route"
        label={m.what}
        placeholder={m.anything}
        values={items.map(({ route }) => route)}
      />
      <CheckBox
        isChecked={now.get('pages') === 'yes'}
        onChange={(isChecked) => setQuery({ pages: isChecked ? 'yes' : '' })}
      >
        {m.alsoPages}
      </CheckBox>
    </search>
  )
}

/** A whole value, with those on the page as proposals. */
function Choice({
  name,
  label,
  placeholder,
  values,
}: {
  name: 'actor' | 'route'
  label: string
  placeholder: string
  values: readonly string[]
}) {
  const id = `requests-${name}`
  return (
    <label>
      <span>{label}</span>
      <input
        class="input"
        type="search"
        list={id}
        value={query.value.get(name) ?? ''}
        placeholder={placeholder}
        onChange={({ currentTarget }) => setQuery({ [name]: currentTarget.value.trim() })}
      />
      <datalist id={id}>
        {[...new Set(values)]
          .filter((one) => one !== '')
          .map((one) => (
            <option key={one} value={one} />
          ))}
      </datalist>
    </label>
  )
}
