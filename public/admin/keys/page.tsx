import { api, read } from '../../ui/api.ts'
import { relativeTime } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { PageLayout } from '../../ui/layout.tsx'
import type { PageProps } from '../../ui/page.ts'
import { query } from '../../ui/router.ts'
import { Empty } from '../../ui/state.tsx'
import { ShowLive } from '../shared/live.tsx'
import { ChoiceField, oneOf, SearchField } from '../shared/search-field.tsx'
import { MoreButton, usePages } from '../shared/use-pages.tsx'
import { CreateKey } from './create-key.tsx'
import { type Key, LIST_ITEMS, stateOf } from './key.ts'
import { m } from './messages/en.ts'
import { OneKey } from './one-key.tsx'
import './page.css'

/** The custom keys. */
export function Page({ params: { id } }: PageProps) {
  if (id === undefined) return <Keys />
  return id === 'new' ? <CreateKey /> : <OneKey key={id} id={id} />
}

/** What the list is limited to, as `active` of the service. */
const STATES = { '': m.states.all, true: m.states.working, false: m.states.ended } as const

function Keys() {
  const q = query.value.get('q') ?? ''
  const active = oneOf(['true', 'false'] as const, query.value.get('active'))
  const filter = { ...(q === '' ? {} : { q }), ...(active === undefined ? {} : { active }) }
  const isFiltered = Object.keys(filter).length > 0
  const keys = usePages<Key>(
    (cursor, signal) => {
      const after = cursor === undefined ? {} : { cursor }
      const query = { limit: LIST_ITEMS, ...filter, ...after }
      return read(api.GET('/admin/api-keys', { params: { query }, signal }))
    },
    [JSON.stringify(filter)],
  )
  const create = (
    <a class="button primary" href="/admin/keys/new">
      <Icon name="plus" /> {m.createKey}
    </a>
  )
  return (
    <PageLayout title={m.title} side={create}>
      <search class="filters">
        <SearchField label={m.searchLabel} placeholder={m.any} />
        <ChoiceField name="active" label={m.state} choices={STATES} />
      </search>
      <ShowLive of={keys.live}>
        {({ items, total = items.length }) =>
          items.length === 0 ? (
            <NoKey isFiltered={isFiltered} />
          ) : (
            <section aria-labelledby="keys">
              <h2 class="section" id="keys">
                {m.keys(total)}
              </h2>
              <ul class="rows">
                {items.map((key) => (
                  <Row key={key.id} record={key} />
                ))}
              </ul>
              <MoreButton of={keys} />
            </section>
          )
        }
      </ShowLive>
    </PageLayout>
  )
}

function NoKey({ isFiltered }: { isFiltered: boolean }) {
  if (isFiltered)
    return (
      <Empty icon="search" title={m.noneFound}>
        <a href="/admin/keys">{m.showAll}</a>
      </Empty>
    )
  return (
    <Empty icon="key" title={m.noneYet}>
      {m.noneYetText}{' '}
    </Empty>
  )
}

function Row({ record }: { record: Key }) {
  const { text, tone } = stateOf(record)
  const { id, label, project, product, prefix, last_four, use_count, last_used_at } = record
  const tags = [project, product].filter((one) => one !== null)
  return (
    <li>
      <a class="row row-link" href={`/admin/keys/${id}`}>
        <span class={`dot ${tone}`} />
        <span class="grow">
          <bdi>{label}</bdi>
          <small>
            <span class="mono">
              {prefix}…{last_four}
            </span>
            {tags.map((tag) => (
              <>
                , <bdi>{tag}</bdi>
              </>
            ))}
            , {text}
          </small>
        </span>
        <span class="number quiet small">
          {last_used_at === null ? m.neverUsed : m.uses(use_count, relativeTime(last_used_at))}
        </span>
        <Icon name="right" />
      </a>
    </li>
  )
}
