import { useResource } from '../../ui/resource.ts'
import { setQuery } from '../../ui/router.ts'
import { Empty, Failed, Loading } from '../../ui/state.tsx'
import { findPassages } from './calls.ts'
import { placeOf } from './knowledge-text.ts'
import { m } from './messages/en.ts'
import type { Passage } from './types.ts'

/** Passages that fit what is searched for, the best first. */
export function FoundPassages({ search, collection }: { search: string; collection?: string }) {
  const found = useResource(
    (signal) => findPassages(search, collection, signal),
    [search, collection],
  )
  const loaded = found.value.value
  if (loaded.state === 'loading') return <Loading label={m.searching} />
  if (loaded.state === 'failed')
    return <Failed error={loaded.error} retry={() => void found.reload()} />
  if (loaded.data.length === 0)
    return (
      <Empty icon="search" title={m.nothingFound}>
        {m.nothingFoundText}
      </Empty>
    )
  return (
    <ol class="rows" aria-label={m.passageList}>
      {loaded.data.map((passage) => (
        <Found key={passage.number} passage={passage} isOfAll={collection === undefined} />
      ))}
    </ol>
  )
}

function Found({ passage, isOfAll }: { passage: Passage; isOfAll: boolean }) {
  const { number, source, excerpt, collection } = passage
  const place = placeOf(passage)
  return (
    <li class="row knowledge-row">
      <span class="grow">
        <button
          type="button"
          class="button plain one-line knowledge-name"
          dir="auto"
          onClick={() => setQuery({ passage: String(number), in: isOfAll ? collection.id : '' })}
        >
          {source.title}
        </button>
        {(place !== '' || isOfAll) && (
          <small dir="auto">
            {[...(isOfAll ? [collection.name] : []), place].filter(Boolean).join(' · ')}
          </small>
        )}
        <small class="passage-excerpt" dir="auto">
          {excerpt}
        </small>
      </span>
    </li>
  )
}
