import { useRef } from 'preact/hooks'
import { api, read } from '../../ui/api.ts'
import type { components } from '../../ui/api-types.ts'
import { PRIMARY_USER_ID } from '../../ui/boot.ts'
import { fill } from '../../ui/fill.ts'
import { Icon } from '../../ui/icon.tsx'
import { PageLayout } from '../../ui/layout.tsx'
import { useResource } from '../../ui/resource.ts'
import { query, setQuery } from '../../ui/router.ts'
import { Empty } from '../../ui/state.tsx'
import { ShowLive } from '../shared/live.tsx'
import { alertText, withServiceTexts } from '../shared/service-texts.ts'
import { ForeignText } from '../shared/text.tsx'
import { MoreButton, usePages } from '../shared/use-pages.tsx'
import { AREAS } from './actions.tsx'
import { EntryRow } from './entry-row.tsx'
import { m } from './messages/en.ts'

type Entry = components['schemas']['AuditEntry']

const TYPING_MS = 250

/** Who changed what, the newest first. */
export function Page() {
  const area = query.value.get('area') ?? ''
  const who = query.value.get('who') ?? ''
  const subject = query.value.get('subject') ?? ''
  const isFiltered = area + who + subject !== ''
  const entries = usePages<Entry>(
    (cursor, signal) => {
      const query = given({ cursor, area, actor: who, subject })
      return read(api.GET('/admin/audit', { signal, params: { query } }))
    },
    [area, who, subject],
  )
  const names = useResource(loadNames)
  const nameOf = (id: string) => {
    const { value } = names.value
    return (value.state === 'ready' ? value.data.get(id) : undefined) ?? id
  }
  return (
    <PageLayout title={m.title}>
      <search class="filters">
        <label>
          <span>{m.what}</span>
          <select
            class="input"
            value={area}
            onChange={(event) => setQuery({ area: event.currentTarget.value })}
          >
            <option value="">{m.everything}</option>
            {AREAS.map(([prefix, label]) => (
              <option key={prefix} value={prefix}>
                {label}
              </option>
            ))}
          </select>
        </label>
        <WhoField value={who} />
        {subject !== '' && (
          <button type="button" class="button" onClick={() => setQuery({ subject: '' })}>
            {fill(m.only, { subject: <ForeignText text={nameOf(subject)} /> })}{' '}
            <Icon name="close" />
          </button>
        )}
      </search>
      <ShowLive of={entries.live}>
        {({ items }) =>
          items.length === 0 ? (
            <Nothing isFiltered={isFiltered} />
          ) : (
            <ul class="rows">
              {items.map((entry) => (
                <EntryRow key={entry.id} entry={entry} nameOf={nameOf} />
              ))}
            </ul>
          )
        }
      </ShowLive>
      <MoreButton of={entries} />
    </PageLayout>
  )
}

/** The query is changed after a pause, so that a word is one search. */
function WhoField({ value }: { value: string }) {
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  return (
    <label>
      <span>{m.who}</span>
      <input
        class="input"
        type="search"
        defaultValue={value}
        maxLength={200}
        placeholder={m.anybody}
        onInput={(event) => {
          const who = event.currentTarget.value.trim()
          clearTimeout(timer.current)
          timer.current = setTimeout(() => setQuery({ who }), TYPING_MS)
        }}
      />
    </label>
  )
}

function Nothing({ isFiltered }: { isFiltered: boolean }) {
  if (isFiltered)
    return (
      <Empty icon="search" title={m.nothingFound}>
        <a href="/admin/audit">{m.showEverything}</a>
      </Empty>
    )
  return (
    <Empty icon="audit" title={m.nothingYet}>
      {m.nothingYetText}
    </Empty>
  )
}

/** What has a value. */
function given(values: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const found: Record<string, string> = {}
  for (const [name, value] of Object.entries(values))
    if (value !== undefined && value !== '') found[name] = value
  return found
}

/** The most that one page of a list has; what is older keeps its id. */
const PAGE = 200

/** Names of what is changed, by id: people, keys, devices and alerts. */
async function loadNames(signal: AbortSignal): Promise<ReadonlyMap<string, string>> {
  const options = { signal, params: { query: { limit: PAGE } } }
  const [users, keys, devices, alerts] = await Promise.all([
    read(api.GET('/admin/users', options)),
    read(api.GET('/admin/api-keys', options)),
    read(api.GET('/admin/devices', options)),
    withServiceTexts(read(api.GET('/admin/alerts', options))),
  ])
  return new Map([
    [PRIMARY_USER_ID, m.theOwner] as const,
    ...users.items.map(({ id, email, name }) => [id, email ?? name ?? id] as const),
    ...keys.items.map(({ id, label }) => [id, label] as const),
    ...devices.items.map(({ id, name }) => [id, name] as const),
    ...alerts.items.map((alert) => [alert.id, alertText(alert).subject] as const),
  ])
}
