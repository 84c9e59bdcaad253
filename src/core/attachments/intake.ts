import { basename } from 'node:path'
import { AppError } from '../../platform/errors.ts'
import type { Spool } from '../../storage/contract.ts'
import {
  type AttachmentSource,
  invalid,
  MAX_ATTACHMENT_BYTES,
  MAX_ATTACHMENTS,
  MAX_TOTAL_BYTES,
  type RequestedAttachment,
  spooledIds,
  tooLarge,
  tooMuch,
} from './attachment.ts'
import { cleanFileName } from './file-name.ts'
import { readLocalFile } from './local-file.ts'
import type { StoredInput, StoredInputs } from './stored-inputs.ts'

const PIECE_BYTES = 256 * 1024
const SCHEME = /^https?:\/\//i

interface IntakeOptions {
  inputs: StoredInputs
  spool: Spool
  /** Files and folders of the service itself, which nobody may attach. */
  ownPaths: readonly string[]
}

/** Who attaches something. */
export interface Attacher {
  owner: string
  /** Whether it may name files of this machine. */
  mayUsePaths: boolean
}

/** Accepts the attachments of a request: their bytes go to disk until they are prepared. */
export class AttachmentIntake {
  readonly #options: IntakeOptions

  constructor(options: IntakeOptions) {
    this.#options = options
  }

  /**
   * Everything that can be checked without reading a document is refused here. Who gets sources owns
   * their files: it calls {@link discard}, or hands them to a job.
   *
   * @param options.keepsUploads Whether uploads are kept too, since a job may read them after their
   * sender has deleted them
   * @throws {AppError} `forbidden` for a file of this machine, `invalid`, `too_large`, `storage_full`
   */
  async accept(
    attacher: Attacher,
    requested: readonly RequestedAttachment[],
    { keepsUploads = false }: { keepsUploads?: boolean } = {},
  ): Promise<AttachmentSource[]> {
    if (!attacher.mayUsePaths && requested.some(({ type }) => type === 'path')) {
      throw new AppError(
        'forbidden',
        'Files of this machine can only be attached by admins who have signed in and from the trusted local network',
        { param: 'attachments' },
      )
    }
    if (requested.length > MAX_ATTACHMENTS) {
      throw new AppError(
        'invalid',
        `A request takes at most ${MAX_ATTACHMENTS} attachments: this one has ${requested.length}`,
        { param: 'attachments', reasonFacts: { code: 'too_many', value: MAX_ATTACHMENTS } },
      )
    }
    const sources: AttachmentSource[] = []
    let total = 0
    try {
      for (const one of requested) {
        const { source, bytes } = await this.#accept(attacher, one, keepsUploads)
        sources.push(source)
        total += bytes
        if (total > MAX_TOTAL_BYTES) throw tooMuch()
      }
      return sources
    } catch (error) {
      await this.discard(sources)
      throw error
    }
  }

  /** Removes the files of attachments that no job owns. */
  async discard(sources: readonly AttachmentSource[] = []): Promise<void> {
    for (const id of spooledIds(sources)) await this.#options.spool.remove(id)
  }

  /** @returns Its length as well, 0 while it is not known */
  async #accept(
    { owner }: Attacher,
    requested: RequestedAttachment,
    keepsUploads: boolean,
  ): Promise<{ source: AttachmentSource; bytes: number }> {
    const { field, type } = requested
    switch (type) {
      case 'url':
        if (!SCHEME.test(requested.url) || !URL.canParse(requested.url))
          throw invalid(field, 'url must be an http or https address', 'url')
        return {
          source: { field, type, url: requested.url, isImage: requested.isImage === true },
          bytes: 0,
        }
      case 'file': {
        const { bytes } = await this.#options.inputs.file(requested.token, field)
        return { source: { field, type, token: requested.token }, bytes }
      }
      case 'upload': {
        const input = await this.#options.inputs.upload(owner, requested.id, field)
        if (keepsUploads) return this.#keep(field, input)
        return { source: { field, type, id: requested.id }, bytes: input.bytes }
      }
      case 'path': {
        const { ownPaths: denied } = this.#options
        const bytes = await readLocalFile(requested.path, {
          maxBytes: MAX_ATTACHMENT_BYTES,
          denied,
        })
        return this.#spool(field, bytes, basename(requested.path))
      }
      case 'data':
        return this.#spool(
          field,
          decodeBase64(requested.data, field),
          requested.filename,
          requested.mediaType,
          requested.isImage,
        )
    }
  }

  /** The upload may be gone when it is read; what is kept has a name of its own. */
  async #keep(
    field: string,
    { name, mediaType, path, stream }: StoredInput,
  ): Promise<{ source: AttachmentSource; bytes: number }> {
    const { spool } = this.#options
    const kept = await (path === undefined ? spool.write(await stream()) : spool.link(path))
    const head = await Bun.file(kept.path).slice(0, PICTURE_HEAD_BYTES).arrayBuffer()
    const isImage = beginsAsPicture(Buffer.from(head))
    return {
      source: spooled(field, kept.id, { name, mediaType, isImage }),
      bytes: kept.bytes,
    }
  }

  async #spool(
    field: string,
    content: Buffer,
    filename = '',
    mediaType?: string,
    isImage = false,
  ): Promise<{ source: AttachmentSource; bytes: number }> {
    const bytes = content.byteLength
    if (bytes > MAX_ATTACHMENT_BYTES) throw tooLarge(field)
    // Before the write, which gives the memory of the content back.
    const isPicture = isImage || beginsAsPicture(content)
    const { id } = await this.#options.spool.write(pieces(content), { bytes })
    const facts = { name: filename, mediaType, isImage: isPicture }
    return { source: spooled(field, id, facts), bytes }
  }
}

function spooled(
  field: string,
  id: string,
  { name, mediaType, isImage }: { name: string; mediaType?: string | undefined; isImage: boolean },
): AttachmentSource {
  return {
    field,
    type: 'spooled',
    id,
    name: cleanFileName(name),
    isImage,
    ...(mediaType === undefined ? {} : { mediaType }),
  }
}

function decodeBase64(data: string, field: string): Buffer {
  // Mail programs and `base64` break lines; nothing else is dropped.
  const text = /\s/.test(data) ? data.replace(/\s+/g, '') : data
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0
  const bytes = Buffer.from(text, 'base64')
  // The decoder drops what is not base64, and the result is then too short.
  if (bytes.length !== Math.floor(((text.length - padding) * 3) / 4))
    throw invalid(field, 'data must be base64', 'base64')
  if (bytes.length === 0) throw invalid(field, 'the file is empty', 'empty')
  return bytes
}

/** In pieces, so that hashing and writing leave time for others. */
async function* pieces(bytes: Buffer): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) yield bytes.subarray(at, at + PIECE_BYTES)
}

/** The first bytes of the pictures that are accepted. */
const HEADS: readonly (readonly [offset: number, bytes: string])[] = [
  [0, '\x89PNG\r\n\x1a\n'],
  [0, '\xff\xd8\xff'],
  [0, 'GIF8'],
  [8, 'WEBP'],
  [4, 'ftypavif'],
  [4, 'ftypavis'],
]

/** How many bytes tell it. */
const PICTURE_HEAD_BYTES = 12

/** Whether bytes begin as a picture; whether they are one is found when they are read. */
function beginsAsPicture(bytes: Buffer): boolean {
  return HEADS.some(
    ([offset, head]) => bytes.toString('latin1', offset, offset + head.length) === head,
  )
}
