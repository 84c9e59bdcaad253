import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { api, errorMessage, read } from '../../ui/api.ts'
import { bytes } from '../../ui/format.ts'
import { PageLayout } from '../../ui/layout.tsx'
import { useResource } from '../../ui/resource.ts'
import { path, query } from '../../ui/router.ts'
import { Failed, Loading } from '../../ui/state.tsx'
import { attempt, toast } from '../../ui/toast.tsx'
import { InterruptedList } from '../../ui/uploads/interrupted-list.tsx'
import { tooLargeText } from '../../ui/uploads/size-text.ts'
import { UploadList } from '../../ui/uploads/upload-list-view.tsx'
import { lazyPart, useLazy } from '../../ui/use-lazy.ts'
import { DropZone } from './drop-zone.tsx'
import { FileList } from './file-list.tsx'
import { deleteFiles, loadFiles, withFile } from './file-list-state.ts'
import { FileToolbar } from './file-toolbar.tsx'
import { fileUploads, onStored } from './file-uploads.ts'
import './page.css'
import { m } from './messages/en.ts'

const shared = lazyPart(() => import('./shared.tsx'))

/** The files, or what another app has shared with this one. */
export function Page() {
  const isShared = path.value === '/app/files/shared'
  const part = useLazy(shared, isShared)
  if (!isShared) return <Files />
  return part === undefined ? <PageLayout title={m.shared}>{null}</PageLayout> : <part.Shared />
}

/** Files of this person: upload, share by a link, rename, delete. */
function Files() {
  const search = query.value.get('q')?.trim() ?? ''
  /** Tokens of the selected files; undefined where nothing is selected. */
  const selected = useSignal<ReadonlySet<string> | undefined>(undefined)
  const limits = useResource((signal) => read(api.GET('/api/nas/limits', { signal })))
  const files = useResource((signal) => loadFiles(search, null, signal), [search])
  const known = limits.value.value
  const bounds = known.state === 'ready' ? known.data : undefined
  const loaded = files.value.value
  const items = loaded.state === 'ready' ? loaded.data.items : []
  useEffect(
    () =>
      onStored((file) => {
        // The service knows whether a search finds it.
        if (search !== '') void files.reload()
        else
          files.change((page) => ({
            ...page,
            items: [file, ...page.items.filter(({ token }) => token !== file.token)],
          }))
        void limits.reload()
      }),
    [search],
  )
  const add = (chosen: readonly File[]) =>
    fileUploads.add(chosen, (file) =>
      bounds === undefined ? undefined : tooLargeText(file, bounds),
    )
  const remove = (tokens: readonly string[]) =>
    attempt(async () => {
      const { gone, failure } = await deleteFiles(tokens)
      files.change((page) => ({
        ...page,
        items: page.items.filter(({ token }) => !gone.has(token)),
      }))
      void limits.reload()
      if (failure !== undefined)
        toast(m.notDeleted(tokens.length - gone.size, tokens.length, errorMessage(failure)))
      else toast(m.deleted(gone.size))
    })
  if (loaded.state === 'failed' && known.state === 'failed')
    return (
      <PageLayout title={m.title}>
        <Failed
          error={loaded.error}
          retry={() => void Promise.all([files.reload(), limits.reload()])}
        />
      </PageLayout>
    )
  return (
    <PageLayout
      title={m.title}
      side={
        bounds !== undefined && (
          <span class="quiet small number">
            {bounds.quota_bytes === null
              ? m.used(bytes(bounds.used_bytes))
              : m.usedOf(bytes(bounds.used_bytes), bytes(bounds.quota_bytes))}
          </span>
        )
      }
    >
      <DropZone limits={bounds} onFiles={add} />
      <UploadList of={fileUploads} />
      <InterruptedList of={fileUploads} onFiles={add} />
      {known.state === 'loading' ? (
        // Below the limits, whose lines move nothing then.
        <Loading label={m.loadingFiles} />
      ) : (
        <section aria-label={m.storedFiles} class="stored">
          <FileToolbar
            search={search}
            items={items}
            selected={selected}
            onDelete={(tokens) => void remove(tokens)}
          />
          {loaded.state === 'loading' ? (
            <Loading label={m.loadingFiles} />
          ) : loaded.state === 'failed' ? (
            <Failed error={loaded.error} retry={() => void files.reload()} />
          ) : (
            <FileList
              page={loaded.data}
              search={search}
              selected={selected}
              onChange={(file) => files.change((page) => withFile(page, file))}
              onDelete={({ token }) => void remove([token])}
              onMore={async () => {
                const next = await loadFiles(search, loaded.data.nextCursor)
                files.change(({ items: before }) => ({
                  // A page that was loaded meanwhile may have some of them.
                  items: [
                    ...new Map([...before, ...next.items].map((one) => [one.token, one])).values(),
                  ],
                  nextCursor: next.nextCursor,
                }))
              }}
            />
          )}
        </section>
      )}
    </PageLayout>
  )
}
