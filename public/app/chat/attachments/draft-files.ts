import { type Signal, signal } from '@preact/signals'
import { ApiError, api, errorMessage } from '../../../ui/api.ts'
import { keepDraft, readDraft } from '../../../ui/own-drafts.ts'
import { randomId } from '../../../ui/random-id.ts'
import { announce } from '../../../ui/toast.tsx'
import { type AttachmentLimits, isPicture, READABLE_KINDS } from './limits.ts'

/** Where a file of a draft stands. */
export type FileState =
  | { kind: 'sending'; sent: number }
  | { kind: 'ready'; upload: string }
  /** `file` is there where it can be sent again. */
  | { kind: 'failed'; text: string; file?: File }
  /** The service could not use it. */
  | { kind: 'refused'; text: string; upload: string }

/** A file of a message that is not sent yet. */
export interface DraftFile {
  key: string
  name: string
  size: number
  type: string
  /** Address of a picture in this page; undefined after a reload. */
  picture: string | undefined
  state: Signal<FileState>
  abort: AbortController
}

/** A file that has come to the service, as a request names it. */
interface UploadedFile {
  /** Id of the upload. */
  buffer: string
}

/** What survives a reload. */
interface StoredFile {
  name: string
  size: number
  type: string
  upload: string
}

/** The files of one draft; those that have come to the service survive a reload. */
export class DraftFiles {
  readonly list = signal<readonly DraftFile[]>([])
  readonly limits: AttachmentLimits
  readonly #name: string

  constructor(draftId: string, limits: AttachmentLimits = READABLE_KINDS) {
    this.limits = limits
    this.#name = `files:${draftId}`
    this.list.value = readStored(this.#name).map(({ upload, ...file }) =>
      this.#file({ ...file, picture: undefined }, { kind: 'ready', upload }),
    )
  }

  /** Whether all of them may be sent. */
  get isReady(): boolean {
    return this.list.value.every(({ state }) => state.value.kind === 'ready')
  }

  /** @returns Why some are not taken, in a sentence each */
  add(files: readonly File[]): string[] {
    const rejections: string[] = []
    for (const file of files) {
      const sizes = this.list.value.map(({ size }) => size)
      const rejection = this.limits.rejectionOf(file, sizes)
      if (rejection !== undefined) {
        rejections.push(`${file.name} is not attached: ${rejection}.`)
        continue
      }
      const { name, size, type } = file
      const picture = isPicture(file) ? URL.createObjectURL(file) : undefined
      const added = this.#file({ name, size, type, picture }, { kind: 'sending', sent: 0 })
      this.list.value = [...this.list.value, added]
      void this.#send(added, file)
    }
    return rejections
  }

  retry(file: DraftFile): void {
    const state = file.state.peek()
    if (state.kind === 'failed' && state.file !== undefined) void this.#send(file, state.file)
  }

  remove(file: DraftFile): void {
    file.abort.abort()
    for (const upload of uploadOf(file.state.peek())) forgetFile(upload)
    this.#drop([file])
    announce(`${file.name} is removed`)
  }

  /**
   * Sends them with a message, and forgets them then. One that the service refuses is marked.
   *
   * @throws What `work` throws
   */
  async send(work: (attachments: readonly UploadedFile[]) => Promise<void>): Promise<void> {
    const sent = this.list.peek()
    const uploads = sent.flatMap(({ state }) => uploadOf(state.peek()))
    try {
      await work(uploads.map((buffer) => ({ buffer })))
    } catch (error) {
      if (error instanceof ApiError) mark(sent, error.message)
      throw error
    }
    for (const upload of uploads) forgetFile(upload)
    this.#drop(sent)
  }

  #file(file: Pick<DraftFile, 'name' | 'size' | 'type' | 'picture'>, state: FileState): DraftFile {
    return { ...file, key: randomId(), state: signal(state), abort: new AbortController() }
  }

  async #send(draft: DraftFile, file: File): Promise<void> {
    const { state, abort } = draft
    state.value = { kind: 'sending', sent: 0 }
    try {
      const upload = await sendFile(
        file,
        (sent) => {
          state.value = { kind: 'sending', sent }
        },
        abort.signal,
      )
      state.value = { kind: 'ready', upload }
      this.#keep()
      announce(`${file.name} is attached`)
    } catch (error) {
      if (abort.signal.aborted) return
      state.value = { kind: 'failed', text: errorMessage(error), file }
      announce(`${file.name} could not be sent`)
    }
  }

  #drop(files: readonly DraftFile[]): void {
    for (const { picture } of files) if (picture !== undefined) URL.revokeObjectURL(picture)
    this.list.value = this.list.value.filter((one) => !files.includes(one))
    this.#keep()
  }

  #keep(): void {
    const stored = this.list.value.flatMap(({ name, size, type, state }): StoredFile[] => {
      return uploadOf(state.peek()).map((upload) => ({ name, size, type, upload }))
    })
    keepDraft(this.#name, stored.length === 0 ? '' : JSON.stringify(stored))
  }
}

function uploadOf(state: FileState): string[] {
  return 'upload' in state ? [state.upload] : []
}

/** Marks the file that the service has named in its refusal. */
function mark(files: readonly DraftFile[], rejection: string): void {
  const index = Number(/^Cannot use attachments\[(\d+)\]/.exec(rejection)?.[1] ?? Number.NaN)
  const file =
    files[index] ?? files.find(({ name }) => rejection.startsWith(`Cannot attach "${name}":`))
  const state = file?.state.peek()
  if (file === undefined || state?.kind !== 'ready') return
  const reason = rejection.slice(rejection.indexOf(': ') + 2)
  file.state.value = { kind: 'refused', text: `Not accepted: ${reason}`, upload: state.upload }
}

function readStored(name: string): StoredFile[] {
  try {
    const stored: unknown = JSON.parse(readDraft(name) || '[]')
    return Array.isArray(stored) ? stored.filter(isStored) : []
  } catch {
    return []
  }
}

function isStored(value: unknown): value is StoredFile {
  const { name, size, type, upload } = Object(value)
  return [name, type, upload].every((one) => typeof one === 'string') && typeof size === 'number'
}

const TUS = { 'Tus-Resumable': '1.0.0' } as const

/**
 * Uploads a file with one request: it is small enough to be sent anew when that fails.
 *
 * @param onProgress Bytes that have gone
 * @returns The id of the finished upload
 * @throws {ApiError} status 0 when no answer came
 */
function sendFile(
  file: File,
  onProgress: (sent: number) => void,
  signal: AbortSignal,
): Promise<string> {
  const request = new XMLHttpRequest()
  request.open('POST', '/buffer')
  request.responseType = 'json'
  const metadata = [`filename ${base64(file.name)}`]
  if (file.type !== '') metadata.push(`filetype ${base64(file.type)}`)
  const headers = {
    ...TUS,
    'Upload-Length': String(file.size),
    'Upload-Metadata': metadata.join(','),
    'Content-Type': 'application/offset+octet-stream',
  }
  for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
  const sending = Promise.withResolvers<string>()
  request.upload.addEventListener('progress', ({ loaded }) => onProgress(loaded))
  request.addEventListener('error', () =>
    sending.reject(new ApiError(0, 'offline', 'The service cannot be reached')),
  )
  request.addEventListener('abort', () => sending.reject(signal.reason))
  request.addEventListener('load', () => {
    const { id, detail, code } = Object(request.response)
    const isWhole = request.getResponseHeader('upload-offset') === String(file.size)
    if (request.status === 201 && isWhole) sending.resolve(String(id))
    else {
      const message = typeof detail === 'string' ? detail : `The service answered ${request.status}`
      if (request.status === 401) window.dispatchEvent(new CustomEvent('signed-out'))
      sending.reject(new ApiError(request.status, String(code ?? 'unknown'), message))
    }
  })
  signal.addEventListener('abort', () => request.abort(), { once: true })
  request.send(file)
  return sending.promise
}

/** Deletes an upload that is not needed any more; otherwise it expires by itself. */
function forgetFile(id: string): void {
  const params = { path: { id }, header: TUS }
  void api.DELETE('/buffer/{id}', { params }).catch(() => undefined)
}

/** Of the bytes in UTF-8. */
function base64(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)))
}
