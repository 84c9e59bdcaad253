import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { AddressSearch } from '../../ui/address-search.tsx'
import { ApiError } from '../../ui/api.ts'
import { Confirm } from '../../ui/dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import { PageLayout } from '../../ui/layout.tsx'
import { Polling, type Resource, useResource } from '../../ui/resource.ts'
import { navigate, query } from '../../ui/router.ts'
import { ShowMore } from '../../ui/show-more.tsx'
import { Empty, Failed, Loading } from '../../ui/state.tsx'
import { attempt, toast } from '../../ui/toast.tsx'
import { FileButton } from '../../ui/uploads/file-button.tsx'
import type { Upload } from '../../ui/uploads/upload.ts'
import { UploadList } from '../../ui/uploads/upload-list-view.tsx'
import { useFilesFromPage } from '../../ui/uploads/use-files-from-page.ts'
import { fileUploads, onStored } from '../files/file-uploads.ts'
import {
  addSources,
  deleteCollection,
  loadCollection,
  loadSources,
  type SourcePage,
} from './calls.ts'
import { ChooseSources } from './choose-sources.tsx'
import { CollectionDialog } from './collection-dialogs.tsx'
import { FolderNote } from './folder-note.tsx'
import { FoundPassages } from './found-passages.tsx'
import { collectionFacts } from './knowledge-text.ts'
import { m } from './messages/en.ts'
import { NewNote } from './note-dialog.tsx'
import { PageDialog } from './page-dialog.tsx'
import { SourceRow } from './source-row.tsx'
import type { Collection } from './types.ts'

const LIST = '/app/knowledge'
/** How often a collection is looked at while it is read. */
const READING_MS = 2_000

/** A collection: what is in it, how far it is read, and the search. */
export function CollectionPage({ id }: { id: string }) {
  const search = query.value.get('q')?.trim() ?? ''
  const collection = useResource((signal) => loadCollection(id, signal), [id])
  // Also what was shown beyond the first page, when it is loaded again.
  const sources: Resource<SourcePage> = useResource(
    (signal) => {
      const now = sources.value.peek()
      return loadSources(id, null, signal, now.state === 'ready' ? now.data.items.length : 0)
    },
    [id],
  )
  const reload = () => void Promise.all([collection.reload(), sources.reload()])
  useEffect(() => onAdded(reload), [id])
  const loaded = collection.value.value
  const all = (
    <a class="button plain" href={LIST}>
      <Icon name="left" /> {m.allCollections}
    </a>
  )
  if (loaded.state !== 'ready')
    return (
      <PageLayout title={m.title} side={all}>
        {loaded.state === 'loading' ? (
          <Loading label={m.loadingCollection} />
        ) : loaded.error instanceof ApiError && loaded.error.status === 404 ? (
          <Empty icon="search" title={m.noSuchCollection}>
            {m.maybeDeleted} <a href={LIST}>{m.showAll}</a>
          </Empty>
        ) : (
          <Failed error={loaded.error} retry={reload} />
        )}
      </PageLayout>
    )
  const { name, own, sources: count, waiting, folder, passages } = loaded.data
  const { passages_by_meaning: byMeaning } = loaded.data
  return (
    <PageLayout title={name} side={all}>
      <p class="quiet small" role="status">
        {collectionFacts(loaded.data)}
      </p>
      {byMeaning !== null && passages > 0 && (
        <p class="quiet small">{m.byMeaning(byMeaning, passages)}</p>
      )}
      {folder !== null && <FolderNote folder={folder} />}
      {(waiting > 0 || folder?.looked_at === null) && (
        <Polling reload={reload} everyMs={READING_MS} />
      )}
      {own && <Toolbar collection={loaded.data} onChange={reload} />}
      {own && <UploadList of={fileUploads} />}
      {(count > 0 || search !== '') && (
        <AddressSearch search={search} label={m.searchThis} class="knowledge-search" />
      )}
      {search === '' ? (
        <Sources collection={loaded.data} sources={sources} onChange={reload} />
      ) : (
        <FoundPassages search={search} collection={id} />
      )}
    </PageLayout>
  )
}

interface ToolbarProps {
  collection: Collection
  onChange: () => void
}

/** Adds files and notes, changes the collection and deletes it. */
function Toolbar({ collection, onChange }: ToolbarProps) {
  const { id, name } = collection
  const open = useSignal<'sources' | 'page' | 'note' | 'settings' | 'delete' | undefined>(undefined)
  useFilesFromPage(({ files, folders }) => {
    if (folders > 0) toast(m.foldersNotTaken(folders))
    if (files.length > 0) uploadTo(id, files)
  })
  const show = (dialog: NonNullable<typeof open.value>) => () => {
    open.value = dialog
  }
  const close = () => {
    open.value = undefined
  }
  const added = (count: number) => {
    toast(count === 0 ? m.inAlready : m.added(count))
    onChange()
  }
  return (
    <div class="actions knowledge-toolbar">
      <FileButton isPrimary isMultiple onFiles={(files) => uploadTo(id, files)}>
        {m.uploadFiles}
      </FileButton>
      <button type="button" class="button" onClick={show('sources')}>
        <Icon name="plus" /> {m.fromHearth}
      </button>
      <button type="button" class="button" onClick={show('page')}>
        <Icon name="link" /> {m.webPage}
      </button>
      <button type="button" class="button" onClick={show('note')}>
        <Icon name="edit" /> {m.writeNote}
      </button>
      <button type="button" class="button plain" onClick={show('settings')}>
        <Icon name="system" /> {m.settings}
      </button>
      <button type="button" class="button plain" onClick={show('delete')}>
        <Icon name="trash" /> {m.delete}
      </button>
      {open.value === 'sources' && (
        <ChooseSources collection={id} onClose={close} onAdded={added} />
      )}
      {open.value === 'page' && <PageDialog collection={id} onClose={close} onAdded={added} />}
      {open.value === 'note' && <NewNote collection={id} onDone={onChange} onClose={close} />}
      {open.value === 'settings' && (
        <CollectionDialog
          collection={collection}
          onDone={onChange}
          onChange={onChange}
          onClose={close}
        />
      )}
      {open.value === 'delete' && (
        <Confirm
          title={m.deleteThis(name)}
          text={m.deleteText}
          action={m.delete}
          onClose={close}
          onConfirm={() =>
            void attempt(async () => {
              await deleteCollection(id)
              navigate(LIST, { replace: true })
              toast(m.isDeleted)
            })
          }
        />
      )}
    </div>
  )
}

interface SourcesProps {
  collection: Collection
  sources: Resource<SourcePage>
  onChange: () => void
}

function Sources({ collection: { id, own }, sources, onChange }: SourcesProps) {
  const loaded = sources.value.value
  if (loaded.state === 'loading') return <Loading label={m.loadingSources} />
  if (loaded.state === 'failed') return <Failed error={loaded.error} retry={onChange} />
  const { items, nextCursor } = loaded.data
  if (items.length === 0)
    return (
      <Empty icon="book" title={m.nothingInIt}>
        {own ? m.nothingInItText : m.ownerAddedNothing}
      </Empty>
    )
  return (
    <>
      <ul class="rows" aria-label={m.sourceList}>
        {items.map((source) => (
          <SourceRow
            key={source.id}
            collection={id}
            source={source}
            isForeign={!own}
            onChange={onChange}
          />
        ))}
      </ul>
      {nextCursor !== null && (
        <ShowMore
          onMore={async () => {
            const next = await loadSources(id, nextCursor)
            sources.change((page) => ({ ...next, items: [...page.items, ...next.items] }))
          }}
        />
      )}
    </>
  )
}

/** Collections that wait for an upload. */
const awaited = new WeakMap<Upload, ReadonlySet<string>>()
const listeners = new Set<() => void>()

// Also where another page is shown when they are stored.
onStored(({ token }, upload) => {
  for (const collection of awaited.get(upload) ?? [])
    void attempt(async () => {
      await addSources(collection, [{ file: token }])
      for (const listener of listeners) listener()
    })
})

/** Uploads files, each of which is added to a collection once it is stored. */
function uploadTo(collection: string, files: readonly File[]): void {
  for (const upload of fileUploads.add(files, () => undefined))
    awaited.set(upload, new Set([...(awaited.get(upload) ?? []), collection]))
}

/** Calls back when an upload was added to a collection. @returns Stops it */
function onAdded(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
