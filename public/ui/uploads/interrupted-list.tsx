import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { api } from '../api.ts'
import { bytes } from '../format.ts'
import { Icon, IconButton } from '../icon.tsx'
import { attempt, toast } from '../toast.tsx'
import { m } from './messages/en.ts'
import type { UnfinishedUpload } from './unfinished.ts'
import type { UploadManager } from './upload-manager.ts'
import { percent, shownName } from './upload-text.ts'

/** What the list needs of a manager, whatever its uploads become. */
type Manager = Pick<UploadManager<unknown>, 'unfinished' | 'changes' | 'discard'>

/** Another tab may have been closed since. */
const REFRESH_MS = 5_000

/** An upload of a page that is gone, with what has come of it. */
interface Interrupted extends UnfinishedUpload {
  /** Null while it is not known. */
  sent: number | null
}

interface InterruptedListProps {
  of: Manager
  onFiles: (files: readonly File[]) => void
}

/** Uploads that a reload has interrupted: a page may not read a file again by itself. */
export function InterruptedList({ of, onFiles }: InterruptedListProps) {
  const found = useSignal<readonly Interrupted[]>([])
  const changes = of.changes.value
  useEffect(() => {
    let isShown = true
    const refresh = async () => {
      const stored = of.unfinished.interrupted()
      const known = new Map(found.peek().map((one) => [one.path, one]))
      if (stored.length === known.size && stored.every(({ path }) => known.has(path))) return
      const looked = await Promise.all(
        stored.map(async (one) => known.get(one.path) ?? offsetOf(of, one)),
      )
      if (isShown) found.value = looked.filter((one) => one !== undefined)
    }
    void refresh()
    const timer = setInterval(() => void refresh(), REFRESH_MS)
    const stop = of.unfinished.onChangeElsewhere(() => void refresh())
    return () => {
      isShown = false
      clearInterval(timer)
      stop()
    }
  }, [changes])
  if (found.value.length === 0) return null
  return (
    <section aria-labelledby="interrupted">
      <h2 class="section" id="interrupted">
        {m.interrupted}
      </h2>
      <ul class="rows">
        {found.value.map((one) => (
          <InterruptedRow key={one.path} upload={one} of={of} onFiles={onFiles} />
        ))}
      </ul>
    </section>
  )
}

/** @returns undefined for one that the service has no longer */
async function offsetOf(
  { unfinished }: Manager,
  one: UnfinishedUpload,
): Promise<Interrupted | undefined> {
  const id = one.path.slice(one.path.lastIndexOf('/') + 1)
  const header = { 'Tus-Resumable': '1.0.0' } as const
  try {
    const { response } = await api.HEAD('/buffer/{id}', { params: { path: { id }, header } })
    if (response.status === 404) {
      unfinished.forget(one.path)
      return undefined
    }
    const sent = Number(response.headers.get('upload-offset') ?? Number.NaN)
    return { ...one, sent: Number.isFinite(sent) ? sent : null }
  } catch {
    return { ...one, sent: null }
  }
}

interface RowProps {
  upload: Interrupted
  of: Manager
  onFiles: (files: readonly File[]) => void
}

function InterruptedRow({ upload, of, onFiles }: RowProps) {
  const input = useRef<HTMLInputElement>(null)
  const { sent, size } = upload
  const name = shownName(upload.name)
  const choose = (file: File | undefined) => {
    if (file === undefined) return
    const error = differenceOf(upload, file)
    if (error === undefined) onFiles([file])
    else toast(error)
  }
  return (
    <li class="row upload interrupted">
      <Icon name="pause" />
      <span class="grow">
        <span class="one-line file-name" title={name} dir="auto">
          {name}
        </span>
        <small>
          {sent === null ? m.chooseAgain(bytes(size)) : m.haveCome(bytes(sent), bytes(size))}
        </small>
        {sent !== null && (
          <progress max={100} value={percent(sent, size)} aria-label={m.uploadOf(name)} />
        )}
      </span>
      <span class="actions beside">
        <button
          type="button"
          class="button"
          aria-label={m.chooseFileAgain(name)}
          onClick={() => input.current?.click()}
        >
          {m.chooseFile}
        </button>
        <input
          ref={input}
          type="file"
          hidden
          onChange={({ currentTarget }) => {
            choose(currentTarget.files?.[0])
            currentTarget.value = ''
          }}
        />
        <IconButton
          icon="close"
          label={m.discardOne(name)}
          title={m.discard}
          onPress={() => void attempt(() => of.discard(upload.path))}
        />
      </span>
    </li>
  )
}

/** The rest of another file would make one that is neither. */
function differenceOf(upload: UnfinishedUpload, file: File): string | undefined {
  if (file.name !== upload.name || file.size !== upload.size)
    return m.anotherFile(shownName(upload.name), bytes(upload.size))
  if (file.lastModified === upload.lastModified) return undefined
  return m.changedFile
}
