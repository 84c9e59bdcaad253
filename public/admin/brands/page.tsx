import { api, read } from '../../ui/api.ts'
import { Icon } from '../../ui/icon.tsx'
import { PageLayout } from '../../ui/layout.tsx'
import type { PageProps } from '../../ui/page.ts'
import { useResource } from '../../ui/resource.ts'
import { path } from '../../ui/router.ts'
import { Empty, Show } from '../../ui/state.tsx'
import { ShowLive } from '../shared/live.tsx'
import { ForeignText } from '../shared/text.tsx'
import { MoreButton, usePages } from '../shared/use-pages.tsx'
import type { Brand } from './brand.ts'
import { BrandForm } from './brand-form.tsx'
import { m } from './messages/en.ts'
import './page.css'

const PAGE_ITEMS = 200
/** No brand has this path. */
const NEW_PATH = '/admin/new-brand'

/** How texts and subtitles are written for somebody. */
export function Page({ params: { id } }: PageProps) {
  if (id !== undefined) return <OneBrand key={id} id={id} />
  return path.value === NEW_PATH ? <NewBrand /> : <Brands />
}

function Brands() {
  const brands = usePages<Brand>((cursor, signal) => {
    const query = { limit: PAGE_ITEMS, ...(cursor === undefined ? {} : { cursor }) }
    return read(api.GET('/api/brands', { params: { query }, signal }))
  })
  const add = (
    <a class="button primary" href={NEW_PATH}>
      <Icon name="plus" /> {m.add}
    </a>
  )
  return (
    <PageLayout title={m.title} side={add}>
      <ShowLive of={brands.live}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty icon="brand" title={m.noneYet}>
              {m.noneYetText}{' '}
            </Empty>
          ) : (
            <>
              <ul class="rows">
                {items.map(({ id, name, tone, language }) => (
                  <li key={id}>
                    <a class="row row-link" href={`/admin/brands/${id}`}>
                      <Icon name="brand" />
                      <span class="grow">
                        <ForeignText text={name} />
                        <small class="clamp">
                          <ForeignText text={tone ?? id} />
                        </small>
                      </span>
                      {language !== null && <span class="tag">{language}</span>}
                      <Icon name="right" />
                    </a>
                  </li>
                ))}
              </ul>
              <MoreButton of={brands} />
            </>
          )
        }
      </ShowLive>
    </PageLayout>
  )
}

function NewBrand() {
  return (
    <PageLayout title={m.add} side={<a href="/admin/brands">{m.all}</a>}>
      <BrandForm brand={undefined} />
    </PageLayout>
  )
}

function OneBrand({ id }: { id: string }) {
  const brand = useResource(
    (signal) => read(api.GET('/api/brands/{id}', { params: { path: { id } }, signal })),
    [id],
  )
  return (
    <PageLayout title={id} side={<a href="/admin/brands">{m.all}</a>}>
      <Show of={brand}>{(data) => <BrandForm brand={data} />}</Show>
    </PageLayout>
  )
}
