import { ApiError, randomId } from '../../ui/api.ts'
import { notice } from '../../ui/notices.ts'
import { navigate, path } from '../../ui/router.ts'
import { toast } from '../../ui/toast.tsx'
import type { Upload } from '../../ui/uploads/upload.ts'
import { UploadManager } from '../../ui/uploads/upload-manager.ts'
import { shownName } from '../../ui/uploads/upload-text.ts'
import { transcribeBody, transcribeUpload } from './calls.ts'
import { keepRecording } from './local-recordings.ts'
import { m } from './messages/en.ts'
import type { TranscribeOptions } from './options.tsx'
import { uploads } from './upload-list.ts'

const PAGE = '/app/transcribe'
/** About half an hour of the microphone: more would take the page's memory. */
const MAX_CONVERTED_BYTES = 12 * 1024 ** 2
/** Those that were made by this page. */
const recorded = new WeakSet<File>()
/** What each file was chosen with. */
const options = new WeakMap<File, TranscribeOptions>()
/** The same for a request that is sent again, so that it makes no second job. */
const keys = new WeakMap<Upload, string>()
const listeners = new Set<() => void>()

/** The uploads that are transcribed. */
export const recordingUploads = new UploadManager<string>({
  name: 'unfinished-recordings',
  list: uploads,
  store: async (upload, buffer, signal) => {
    const key = keys.get(upload) ?? randomId()
    keys.set(upload, key)
    const { file } = upload
    const chosen = options.get(file) ?? { language: '', engine: '' }
    try {
      return await transcribeUpload(buffer, chosen, key, signal)
    } catch (error) {
      const wav = isNotInstalled(error) ? await wavOf(file) : undefined
      if (wav === undefined) throw error
      return transcribeBody(wav, chosen, `${key}-wav`, signal)
    }
  },
  onStored: (id, { file }) => {
    keepRecording(id, file)
    for (const listener of listeners) listener()
    const text = m.isSent(shownName(file.name))
    notice(text)
    const address = `${PAGE}/${encodeURIComponent(id)}`
    // One recording is followed; of several, each is in the list.
    if (path.peek() === PAGE && uploads.peek().length === 0) navigate(address)
    else toast(text, { label: m.show, run: () => navigate(address) })
  },
})

/** Sends what this page has recorded. */
export function addOwnRecording(file: File, chosen: TranscribeOptions): void {
  recorded.add(file)
  addRecordings([file], chosen, () => undefined)
}

/** Sends recordings, which are then transcribed. */
export function addRecordings(
  files: readonly File[],
  chosen: TranscribeOptions,
  rejectionOf: (file: File) => string | undefined,
): void {
  for (const file of files) options.set(file, chosen)
  recordingUploads.add(files, rejectionOf)
}

/** A service without a decoder takes WAV only, which this browser can make of what it has recorded. */
async function wavOf(file: File): Promise<File | undefined> {
  if (!recorded.has(file) || file.size > MAX_CONVERTED_BYTES) return undefined
  const { toWav } = await import('../../ui/audio/to-wav.ts')
  return toWav(file).catch(() => undefined)
}

function isNotInstalled(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'not_installed'
}

/** Calls back when a recording has become a job. @returns Stops it */
export function onSent(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
