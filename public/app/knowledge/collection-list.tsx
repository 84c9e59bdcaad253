import { useSignal } from '@preact/signals'
import { AddressSearch } from '../../ui/address-search.tsx'
import { Icon } from '../../ui/icon.tsx'
import { PageLayout } from '../../ui/layout.tsx'
import { useResource } from '../../ui/resource.ts'
import { navigate, query } from '../../ui/router.ts'
import { Empty, Failed, Loading } from '../../ui/state.tsx'
import { loadCollections } from './calls.ts'
import { CollectionDialog } from './collection-dialogs.tsx'
import { FoundPassages } from './found-passages.tsx'
import { collectionFacts } from './knowledge-text.ts'
import { m } from './messages/en.ts'
import type { Collection } from './types.ts'

/** All collections, and the search in them. */
export function CollectionList() {
  const search = query.value.get('q')?.trim() ?? ''
  const isMaking = useSignal(false)
  const collections = useResource((signal) => loadCollections(signal))
  const loaded = collections.value.value
  const isBare = loaded.state === 'ready' && loaded.data.length === 0
  const make = () => {
    isMaking.value = true
  }
  return (
    <PageLayout
      title={m.title}
      side={
        <button type="button" class="button" onClick={make}>
          <Icon name="plus" /> {m.newCollection}
        </button>
      }
    >
      {!isBare && <AddressSearch search={search} label={m.searchAll} class="knowledge-search" />}
      {search !== '' ? (
        <FoundPassages search={search} />
      ) : loaded.state === 'loading' ? (
        <Loading label={m.loadingCollections} />
      ) : loaded.state === 'failed' ? (
        <Failed error={loaded.error} retry={() => void collections.reload()} />
      ) : isBare ? (
        <Empty icon="book" title={m.noCollections}>
          <p>{m.noCollectionsText}</p>
          <button type="button" class="button primary" onClick={make}>
            <Icon name="plus" /> {m.createFirst}
          </button>
        </Empty>
      ) : (
        <ul class="rows">
          {loaded.data.map((collection) => (
            <Row key={collection.id} collection={collection} />
          ))}
        </ul>
      )}
      {isMaking.value && (
        <CollectionDialog
          onDone={({ id }) => navigate(`/app/knowledge/${id}`)}
          onClose={() => {
            isMaking.value = false
          }}
        />
      )}
    </PageLayout>
  )
}

function Row({ collection }: { collection: Collection }) {
  const { id, name } = collection
  return (
    <li class="row knowledge-row">
      <Icon name="book" />
      <span class="grow">
        <a class="one-line knowledge-name" href={`/app/knowledge/${id}`} dir="auto" title={name}>
          {name}
        </a>
        <small>{collectionFacts(collection)}</small>
      </span>
    </li>
  )
}
