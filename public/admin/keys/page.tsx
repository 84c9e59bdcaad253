import { api, read } from '../../ui/api.ts'
import { plural, relativeTime } from '../../ui/format.ts'
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
import { OneKey } from './one-key.tsx'
import './page.css'

/** The custom keys. */
export function Page({ params: { id } }: PageProps) {
  if (id === undefined) return <Keys />
  return id === 'new' ? <CreateKey /> : <OneKey key={id} id={id} />
}

/** What the list is limited to, as `active` of the service. */
const STATES = { '': 'All', true: 'Those that work', false: 'Revoked or expired' } as const

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
      <Icon name="plus" /> Create key
    </a>
  )
  return (
    <PageLayout title="Keys" side={create}>
      <search class="filters">
        <SearchField label="Label, project or product" placeholder="Any" />
        <ChoiceField name="active" label="State" choices={STATES} />
      </search>
      <ShowLive of={keys.live}>
        {({ items, total = items.length }) =>
          items.length === 0 ? (
            <NoKey isFiltered={isFiltered} />
          ) : (
            <section aria-labelledby="keys">
              <h2 class="section" id="keys">
                {plural(total, 'key')}
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
      <Empty icon="search" title="No key was found">
        <a href="/admin/keys">Show all keys</a>
      </Empty>
    )
  return (
    <Empty icon="key" title="There is no key yet">
      Each program, machine or person gets a key of its own: you see what it uses, and can revoke it
      alone.
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
          {last_used_at === null
            ? 'Never used'
            : `${plural(use_count, 'use')}, last ${relativeTime(last_used_at)}`}
        </span>
        <Icon name="right" />
      </a>
    </li>
  )
}
