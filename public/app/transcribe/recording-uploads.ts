import { notice } from '../../ui/notices.ts'
import { randomId } from '../../ui/random-id.ts'
import { navigate, path } from '../../ui/router.ts'
import { toast } from '../../ui/toast.tsx'
import type { Upload } from '../../ui/uploads/upload.ts'
import { UploadManager } from '../../ui/uploads/upload-manager.ts'
import { shownName } from '../../ui/uploads/upload-words.ts'
import { transcribeUpload } from './calls.ts'
import { keepRecording } from './local-recordings.ts'
import type { TranscribeOptions } from './options.tsx'
import type { TranscriptionJob } from './types.ts'
import { uploads } from './upload-list.ts'

const PAGE = '/app/transcribe'
/** What each file was chosen with. */
const options = new WeakMap<File, TranscribeOptions>()
/** The same for a request that is sent again, so that it makes no second job. */
const keys = new WeakMap<Upload, string>()
const listeners = new Set<() => void>()

/** The uploads that are written down. */
export const recordingUploads = new UploadManager<TranscriptionJob>({
  name: 'unfinished-recordings',
  list: uploads,
  store: (upload, buffer, { signal }) => {
    const key = keys.get(upload) ?? randomId()
    keys.set(upload, key)
    const chosen = options.get(upload.file) ?? { language: '', engine: '' }
    return transcribeUpload(buffer, chosen, key, signal)
  },
  onStored: ({ job_id: id }, { file }) => {
    keepRecording(id, file)
    for (const listener of listeners) listener()
    const text = `${shownName(file.name)} is sent`
    notice(text)
    const address = `${PAGE}/${encodeURIComponent(id)}`
    // One recording is followed; of several, each is in the list.
    if (path.peek() === PAGE && uploads.peek().length === 0) navigate(address)
    else toast(text, { label: 'Show', run: () => navigate(address) })
  },
})

/** Sends recordings, which are then written down. */
export function addRecordings(
  files: readonly File[],
  chosen: TranscribeOptions,
  refusalOf: (file: File) => string | undefined,
): void {
  for (const file of files) options.set(file, chosen)
  recordingUploads.add(files, refusalOf)
}

/** Calls back when a recording has become a job. @returns Stops it */
export function onSent(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
