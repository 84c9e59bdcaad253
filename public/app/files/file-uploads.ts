import { api, read } from '../../ui/api.ts'
import { bytes } from '../../ui/format.ts'
import { notice } from '../../ui/notices.ts'
import { navigate, path as shownPath } from '../../ui/router.ts'
import { toast } from '../../ui/toast.tsx'
import { countGoingOn, type Upload } from '../../ui/uploads/upload.ts'
import { UploadManager } from '../../ui/uploads/upload-manager.ts'
import { m } from './messages/en.ts'
import type { StoredFile } from './types.ts'
import { uploads } from './upload-list.ts'

type Listener = (file: StoredFile, upload: Upload) => void

const listeners = new Set<Listener>()
/** Since nothing went on; told when all are done. */
let stored: StoredFile[] = []

/** The uploads that become files of this person. */
export const fileUploads = new UploadManager<StoredFile>({
  name: 'unfinished-uploads',
  list: uploads,
  store: ({ file }, buffer, signal) => storeFile(file.name, buffer, signal),
  onStored: (file, upload) => {
    stored.push(file)
    for (const listener of listeners) listener(file, upload)
    if (countGoingOn(uploads.peek()) === 0) notifyStored()
  },
})

/** Calls back with each file that is stored. @returns Stops it */
export function onStored(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Has the service make a file of what has come. */
function storeFile(filename: string, buffer: string, signal: AbortSignal): Promise<StoredFile> {
  return read(
    api.POST('/api/nas/upload', {
      params: { query: { buffer, filename } },
      body: { file: '' },
      // The bytes are there already.
      bodySerializer: () => undefined,
      signal,
    }),
  )
}

function notifyStored(): void {
  const [first] = stored
  const text =
    stored.length === 1 && first !== undefined
      ? m.isStored(first.filename)
      : m.areStored(stored.length, bytes(stored.reduce((sum, one) => sum + one.bytes, 0)))
  stored = []
  const show = { label: m.show, run: () => navigate('/app/files') }
  toast(text, shownPath.peek() === '/app/files' ? undefined : show)
  notice(text)
}
