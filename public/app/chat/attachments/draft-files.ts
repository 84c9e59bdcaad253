import { type Signal, signal } from '@preact/signals'
import { ApiError, errorMessage, randomId } from '../../../ui/api.ts'
import { reasonText } from '../../../ui/error-texts.ts'
import { keepDraft, readDraft } from '../../../ui/own-drafts.ts'
import { announce } from '../../../ui/toast.tsx'
import type { StoredFile } from '../../files/types.ts'
import { m } from '../messages/en.ts'
import { type AttachmentLimits, isPicture, READABLE_KINDS } from './limits.ts'

/** Where a file of a draft stands. */
export type FileState =
  | { kind: 'sending'; sent: number }
  | { kind: 'ready'; source: DraftSource }
  /** `file` is there where it can be sent again. */
  | { kind: 'failed'; text: string; file?: File }
  /** The service could not use it. */
  | { kind: 'refused'; text: string; source: DraftSource }

/** A file that the service has, as a request names it: by its upload, or by the token of a stored one. */
type DraftSource = { buffer: string } | { file: string }

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

/** What survives a reload. */
type SavedFile = Pick<DraftFile, 'name' | 'size' | 'type'> & { source: DraftSource }

/** Drafts some of whose files are on their way or could not be sent: another page loses none. */
const unfinished = new Map<string, DraftFiles>()

/** Those of a draft, with what of them is still on its way. */
export function draftFiles(draftId: string, limits?: AttachmentLimits): DraftFiles {
  return unfinished.get(draftId) ?? new DraftFiles(draftId, limits)
}

/** The files of one draft; those that have come to the service survive a reload. */
export class DraftFiles {
  readonly list = signal<readonly DraftFile[]>([])
  readonly limits: AttachmentLimits
  readonly #draftId: string
  /** How often files are just being added; nothing may be sent without them. */
  readonly #adding = signal(0)

  constructor(draftId: string, limits: AttachmentLimits = READABLE_KINDS) {
    this.limits = limits
    this.#draftId = draftId
    this.list.value = readSaved(`files:${draftId}`).map(({ source, ...file }) =>
      this.#file({ ...file, picture: undefined }, { kind: 'ready', source }),
    )
  }

  /** Whether all of them may be sent. */
  get isReady(): boolean {
    const isWhole = this.list.value.every(({ state }) => state.value.kind === 'ready')
    return this.#adding.value === 0 && isWhole
  }

  /** @returns Why some are not taken, in a sentence each */
  async add(files: readonly File[]): Promise<string[]> {
    const rejectionOf = await this.#judge()
    const rejections: string[] = []
    for (const file of files) {
      const sizes = this.list.value.map(({ size }) => size)
      const rejection = rejectionOf(this.limits, file, sizes)
      if (rejection !== undefined) {
        rejections.push(m.notAttached(file.name, rejection))
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

  /** Adds files that are stored already. @returns as {@link add} */
  async addStored(files: readonly StoredFile[]): Promise<string[]> {
    const rejectionOf = await this.#judge()
    const rejections: string[] = []
    for (const { filename: name, bytes: size, media_type: type, token } of files) {
      const sizes = this.list.value.map((one) => one.size)
      const rejection = rejectionOf(this.limits, { name, size, type }, sizes)
      if (rejection !== undefined) rejections.push(m.notAttached(name, rejection))
      else if (!this.has(token)) {
        const file = { name, size, type, picture: undefined }
        const state: FileState = { kind: 'ready', source: { file: token } }
        this.list.value = [...this.list.value, this.#file(file, state)]
        announce(m.isAttached(name))
      }
    }
    this.#keep()
    return rejections
  }

  /** Whether a stored file is among them. */
  has(token: string): boolean {
    return this.list.value.some(({ state }) =>
      sourceOf(state.value).some((one) => 'file' in one && one.file === token),
    )
  }

  retry(file: DraftFile): void {
    const state = file.state.peek()
    if (state.kind === 'failed' && state.file !== undefined) void this.#send(file, state.file)
  }

  remove(file: DraftFile): void {
    file.abort.abort()
    forgetUploads(sourceOf(file.state.peek()))
    this.#drop([file])
    announce(m.isRemoved(file.name))
  }

  /**
   * Sends them with a message, and forgets them then. One that the service refuses is marked.
   *
   * @throws What `work` throws
   */
  async send(work: (attachments: readonly DraftSource[]) => Promise<void>): Promise<void> {
    const sent = this.list.peek()
    const sources = sent.flatMap(({ state }) => sourceOf(state.peek()))
    try {
      await work(sources)
    } catch (error) {
      if (error instanceof ApiError) mark(sent, error)
      throw error
    }
    forgetUploads(sources)
    this.#drop(sent)
  }

  async #judge() {
    this.#adding.value += 1
    try {
      loading ??= import('./rejections.ts').catch((error: unknown) => {
        loading = undefined
        throw error
      })
      return (await loading).rejectionOf
    } finally {
      // Those who go on with it do so first.
      queueMicrotask(() => {
        this.#adding.value -= 1
      })
    }
  }

  #file(file: Pick<DraftFile, 'name' | 'size' | 'type' | 'picture'>, state: FileState): DraftFile {
    return { ...file, key: randomId(), state: signal(state), abort: new AbortController() }
  }

  async #send(draft: DraftFile, file: File): Promise<void> {
    const { state, abort } = draft
    state.value = { kind: 'sending', sent: 0 }
    unfinished.set(this.#draftId, this)
    try {
      const { sendFile } = await import('./send-file.ts')
      const upload = await sendFile(
        file,
        (sent) => {
          state.value = { kind: 'sending', sent }
        },
        abort.signal,
      )
      state.value = { kind: 'ready', source: { buffer: upload } }
      this.#keep()
      announce(m.isAttached(file.name))
    } catch (error) {
      if (abort.signal.aborted) return
      state.value = { kind: 'failed', text: errorMessage(error), file }
      announce(m.notSent(file.name))
    }
  }

  #drop(files: readonly DraftFile[]): void {
    for (const { picture } of files) if (picture !== undefined) URL.revokeObjectURL(picture)
    this.list.value = this.list.value.filter((one) => !files.includes(one))
    this.#keep()
  }

  #keep(): void {
    if (this.list.value.every(({ state }) => 'source' in state.peek()))
      unfinished.delete(this.#draftId)
    const saved = this.list.value.flatMap(({ name, size, type, state }): SavedFile[] =>
      sourceOf(state.peek()).map((source) => ({ name, size, type, source })),
    )
    keepDraft(`files:${this.#draftId}`, saved.length === 0 ? '' : JSON.stringify(saved))
  }
}

/** One for all, so that files are added in the order in which they were given. */
let loading: Promise<typeof import('./rejections.ts')> | undefined

function sourceOf(state: FileState): DraftSource[] {
  return 'source' in state ? [state.source] : []
}

/** Marks the file that the service has named in its refusal. */
function mark(files: readonly DraftFile[], { message: rejection, reason: facts }: ApiError): void {
  const index = Number(/^Cannot use attachments\[(\d+)\]/.exec(rejection)?.[1] ?? Number.NaN)
  const file =
    files[index] ?? files.find(({ name }) => rejection.startsWith(`Cannot attach "${name}":`))
  const state = file?.state.peek()
  if (file === undefined || state?.kind !== 'ready') return
  const reason = reasonText(facts) ?? rejection.slice(rejection.indexOf(': ') + 2)
  file.state.value = { kind: 'refused', text: m.notAccepted(reason), source: state.source }
}

function readSaved(name: string): SavedFile[] {
  try {
    const saved: unknown = JSON.parse(readDraft(name) || '[]')
    return Array.isArray(saved) ? saved.filter(isSaved) : []
  } catch {
    return []
  }
}

function isSaved(value: unknown): value is SavedFile {
  const { name, size, type, source } = Object(value)
  const { buffer, file } = Object(source)
  return (
    [name, type, buffer ?? file].every((one) => typeof one === 'string') && Number.isFinite(size)
  )
}

/** Deletes uploads that are not needed any more; otherwise they expire by themselves. */
function forgetUploads(sources: readonly DraftSource[]): void {
  const uploads = sources.flatMap((source) => ('buffer' in source ? [source.buffer] : []))
  if (uploads.length > 0)
    void import('./send-file.ts').then(
      ({ forgetFile }) => uploads.map(forgetFile),
      () => undefined,
    )
}
