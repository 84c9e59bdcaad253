import type {
  DocumentRequest,
  Documents,
  ExtractedDocument,
} from '../../media/contract-documents.ts'
import type { SafeFetch } from '../../media/contract-fetch.ts'
import { AppError } from '../../platform/errors.ts'
import { countCharacters, firstCharacters } from '../../platform/subprocess.ts'
import type { ByteSource, Spool } from '../../storage/contract.ts'
import type { TaskContext } from '../tasks/define-task.ts'
import {
  type AttachmentSource,
  DOWNLOAD_MS,
  invalid,
  MAX_ATTACHMENT_BYTES,
  MAX_TEXT_CHARACTERS,
  MAX_TOTAL_BYTES,
  type PreparedAttachment,
  tooLarge,
  tooMuch,
} from './attachment.ts'
import { cleanFileName } from './file-name.ts'
import type { StoredInput, StoredInputs } from './stored-inputs.ts'

const ACCEPT = 'image/jpeg, image/png, image/webp, image/gif, application/pdf, text/*, */*;q=0.8'

interface PreparationOptions {
  inputs: StoredInputs
  spool: Spool
  documents: Documents
  safeFetch: SafeFetch
}

/** A file on this machine, to be read now. */
export interface ReadyFile {
  path: string
  name: string
  bytes: number
  mediaType?: string | undefined
  /** The spooled file that is removed afterwards. */
  temporaryId?: string | undefined
}

/** What preparation needs of a running task. */
type PreparationContext = Pick<TaskContext, 'caller' | 'signal' | 'reportProgress'>

/** Turns attachments into what a model can be given: text and pictures. */
export class AttachmentPreparation {
  readonly #options: PreparationOptions

  constructor(options: PreparationOptions) {
    this.#options = options
  }

  /**
   * Downloads and reads attachments, one after another. The text of all together is bounded, and
   * what each of them loses is said in its report.
   *
   * @param onRead Called with each file that was read, while it is there
   * @throws {AppError} `invalid` for a file that cannot be read or is not accepted; `too_large`; what a
   * download fails with
   */
  async prepare(
    sources: readonly AttachmentSource[],
    context: PreparationContext,
    onRead: (file: ReadyFile) => Promise<void> = async () => {},
  ): Promise<PreparedAttachment[]> {
    const read: { name: string; document: ExtractedDocument }[] = []
    await this.eachFile(sources, context, async (file, source) => {
      const bounds = { maxCharacters: MAX_TEXT_CHARACTERS }
      read.push({
        name: file.name,
        document: await this.read(file, source, bounds, context.signal),
      })
      await onRead(file)
    })
    const counts = read.map(({ document }) => countCharacters(document.text))
    const shares = shareCharacters(counts, MAX_TEXT_CHARACTERS)
    return read.map(({ name, document }, index) => prepared(name, document, shares[index] ?? 0))
  }

  /**
   * Downloads attachments, one after another.
   *
   * @param use Called with each file, which is removed afterwards
   * @throws {AppError} `invalid` for one that is gone; `too_large`; what a download fails with
   */
  async eachFile(
    sources: readonly AttachmentSource[],
    context: PreparationContext,
    use: (file: ReadyFile, source: AttachmentSource) => Promise<void>,
  ): Promise<void> {
    const report = (done: number) =>
      context.reportProgress({ done, total: sources.length, unit: 'attachments' })
    let room = MAX_TOTAL_BYTES
    for (const [index, source] of sources.entries()) {
      report(index)
      context.signal.throwIfAborted()
      const file = await this.#fetch(source, room, context)
      try {
        room -= file.bytes
        if (room < 0) throw tooMuch()
        await use(file, source)
      } finally {
        if (file.temporaryId !== undefined) await this.#options.spool.remove(file.temporaryId)
      }
    }
    report(sources.length)
  }

  /**
   * Reads a file.
   *
   * @throws {AppError} `invalid` for one that cannot be read or is not accepted
   */
  async read(
    { path, name, mediaType }: Pick<ReadyFile, 'path' | 'name' | 'mediaType'>,
    { field }: Pick<AttachmentSource, 'field'>,
    bounds: Pick<DocumentRequest, 'maxCharacters' | 'maxPageImages'>,
    signal: AbortSignal,
  ): Promise<ExtractedDocument> {
    try {
      const request = { path, name, mediaType, ...bounds }
      return await this.#options.documents.read(request, signal)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      const { code, message, reason, reasonFacts } = error
      throw new AppError(code, message, { cause: error, param: field, reason, reasonFacts })
    }
  }

  /** @param room Bytes that the attachments behind have left */
  async #fetch(
    source: AttachmentSource,
    room: number,
    { caller, signal }: PreparationContext,
  ): Promise<ReadyFile> {
    const { inputs, spool } = this.#options
    const { field } = source
    switch (source.type) {
      case 'spooled': {
        const found = await spool.find(source.id)
        if (found === undefined) throw invalid(field, 'its bytes are no longer there', 'gone')
        return { ...found, name: source.name, mediaType: source.mediaType }
      }
      case 'file':
        return this.#local(await inputs.file(source.token, field))
      case 'upload':
        return this.#local(await inputs.upload(caller.owner, source.id, field))
      case 'url':
        return this.#download(source.url, field, room, signal)
    }
  }

  async #local(input: StoredInput): Promise<ReadyFile> {
    const { name, bytes, mediaType, path } = input
    if (path !== undefined) return { path, name, bytes, mediaType }
    return this.#copy(await input.stream(), name, mediaType)
  }

  async #download(
    url: string,
    field: string,
    room: number,
    signal: AbortSignal,
  ): Promise<ReadyFile> {
    const maxBytes = Math.min(room, MAX_ATTACHMENT_BYTES)
    try {
      const options = { maxBytes, deadlineMs: DOWNLOAD_MS, signal, accept: ACCEPT }
      const resource = await this.#options.safeFetch.fetch(url, options)
      const { status, body, mediaType, filename = '' } = resource
      if (status < 200 || status > 299) {
        await body.cancel()
        throw invalid(field, `the server answered with the status ${status}`, 'site', status)
      }
      return await this.#copy(body, cleanFileName(filename), mediaType)
    } catch (error) {
      signal.throwIfAborted()
      if (!(error instanceof AppError) || error.param !== undefined) throw error
      const { code, message, reason, reasonFacts } = error
      // By the bound that it is of: what is left of all may be less than one may have.
      if (code === 'too_large') throw maxBytes < MAX_ATTACHMENT_BYTES ? tooMuch() : tooLarge(field)
      throw new AppError(code, message, { cause: error, param: field, reason, reasonFacts })
    }
  }

  async #copy(source: ByteSource, name: string, mediaType?: string): Promise<ReadyFile> {
    const file = await this.#options.spool.write(source)
    return { ...file, name, mediaType, temporaryId: file.id }
  }
}

function prepared(name: string, document: ExtractedDocument, share: number): PreparedAttachment {
  const { kind, pages = null, images } = document
  const text = firstCharacters(document.text, share)
  const isCut = document.isCut || text.length < document.text.length
  const characters = countCharacters(text)
  const notes = [
    ...(isCut ? [`Only the first ${characters.toLocaleString('en-US')} characters were read`] : []),
    ...document.notes,
    ...(text === '' && images.length === 0 ? ['No text was found in it'] : []),
  ]
  const note = notes.length === 0 ? null : `${notes.join('. ')}.`
  return {
    report: { name, kind, characters, pages, note },
    text,
    images: images.map((jpeg) => `data:image/jpeg;base64,${Buffer.from(jpeg).toString('base64')}`),
  }
}

/**
 * Divides a number of characters among texts. A short text gets what it has, and the long ones share
 * the rest evenly.
 *
 * @param counts Of each text
 */
function shareCharacters(counts: readonly number[], total: number): number[] {
  const shares = counts.map(() => 0)
  let left = total
  const shortestFirst = [...counts.keys()].sort((a, b) => (counts[a] ?? 0) - (counts[b] ?? 0))
  for (const [index, at] of shortestFirst.entries()) {
    const even = Math.floor(left / (counts.length - index))
    const share = Math.min(counts[at] ?? 0, even)
    shares[at] = share
    left -= share
  }
  return shares
}
