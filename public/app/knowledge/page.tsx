import type { PageProps } from '../../ui/page.ts'
import { query, setQuery } from '../../ui/router.ts'
import { CollectionList } from './collection-list.tsx'
import { CollectionPage } from './collection-page.tsx'
import { PassageDialog } from './passage-dialog.tsx'
import './page.css'

/** Collections: the list, and one of them; a passage of the address stands over it. */
export function Page({ params: { id } }: PageProps) {
  const passage = query.value.get('passage')
  const collection = id ?? query.value.get('in')
  return (
    <>
      {id === undefined ? <CollectionList /> : <CollectionPage key={id} id={id} />}
      {passage !== null && collection !== null && (
        <PassageDialog
          key={passage}
          collection={collection}
          number={passage}
          onClose={() => setQuery({ passage: '', in: '' })}
        />
      )}
    </>
  )
}
