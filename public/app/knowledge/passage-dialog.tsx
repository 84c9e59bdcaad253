import { ApiError } from '../../ui/api.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useResource } from '../../ui/resource.ts'
import { Failed, Loading } from '../../ui/state.tsx'
import { loadPassage } from './calls.ts'
import { KINDS, placeOf } from './knowledge-text.ts'
import { m } from './messages/en.ts'
import type { Source } from './types.ts'
import './passage-dialog.css'

const OPEN: Readonly<Record<Source['kind'], string>> = { ...m.open, note: '' }

interface PassageDialogProps {
  collection: string
  number: string
  onClose: () => void
}

/** A passage between those around it, with where it stands. */
export function PassageDialog({ collection: id, number, onClose }: PassageDialogProps) {
  const passage = useResource((signal) => loadPassage(id, number, signal), [id, number])
  const loaded = passage.value.value
  if (loaded.state !== 'ready')
    return (
      <Dialog title={m.passage} isWide onClose={onClose}>
        {loaded.state === 'loading' ? (
          <Loading label={m.loadingPassage} />
        ) : (
          <Failed
            error={loaded.error}
            {...(loaded.error instanceof ApiError && loaded.error.status === 404
              ? {}
              : { retry: () => void passage.reload() })}
          />
        )}
      </Dialog>
    )
  const { source, collection, text, before, after, original, picture } = loaded.data
  return (
    <Dialog title={source.title} isWide onClose={onClose}>
      <p class="quiet small" dir="auto">
        {[collection.name, placeOf(loaded.data)].filter(Boolean).join(' · ')}
      </p>
      <div class="passage" dir="auto">
        {before !== null && <p class="quiet">{before}</p>}
        <p class="passage-text">{text}</p>
        {after !== null && <p class="quiet">{after}</p>}
      </div>
      {picture !== null && (
        <img
          class="passage-page"
          src={picture}
          alt={m.pagePicture(loaded.data.page ?? 1)}
          loading="lazy"
        />
      )}
      {original !== null && (
        <p class="actions">
          <a class="button" href={original} target="_blank" rel="noreferrer">
            <Icon name={KINDS[source.kind].icon} /> {OPEN[source.kind]}
          </a>
        </p>
      )}
    </Dialog>
  )
}
