import { Elysia } from 'elysia'
import type { guards } from '../../guards/index.ts'
import { answersFile, type FileAnswer, fileResponse } from '../../http/reply/file.ts'
import { AppError } from '../../platform/errors.ts'
import type { Storage } from '../../storage/contract.ts'
import { route } from '../shared/openapi.ts'
import type { OpenedFile } from './file-record.ts'
import type { Files } from './files.ts'
import { HEAD_BYTES, judgeMediaType } from './media-type.ts'
import { ImageParams, LinkParams } from './schema.ts'

/** A random name with an extension, as images were given. */
const NAME = /^[A-Za-z0-9_-][A-Za-z0-9._-]{0,199}$/

/** An image that may be read. */
interface ImageFile {
  name: string
  bytes: number
  mediaType: string
  path: string | undefined
  stream(range: { from: number; to: number }): Promise<ReadableStream<Uint8Array>>
}

/** Images in a folder of their own, made by earlier services. Nothing writes there any more. */
export class ImageFiles {
  readonly #storage: Storage

  constructor(storage: Storage) {
    this.#storage = storage
  }

  /** @throws {AppError} `not_found` */
  async open(name: string): Promise<ImageFile> {
    const stored = isKey(name) ? await this.#storage.stat(name) : undefined
    if (stored === undefined) throw noImage()
    const { bytes } = stored
    const stream = async (range?: { from: number; to: number }) => {
      const content = await this.#storage.get(name, range)
      if (content === undefined) throw noImage()
      return content.stream
    }
    const head = bytes === 0 ? [] : await stream({ from: 0, to: HEAD_BYTES - 1 })
    const mediaType = await judgeMediaType(
      Buffer.concat(await Array.fromAsync<Uint8Array>(head)),
      name,
    )
    return { name, bytes, mediaType, path: this.#storage.pathOf(name), stream }
  }
}

function isKey(name: string): boolean {
  return NAME.test(name) && !name.endsWith('.') && !name.endsWith('.part')
}

function noImage(): AppError {
  return new AppError('not_found', 'There is no such image')
}

interface LinkServices {
  guards: ReturnType<typeof guards>
  files: Files
  imageFiles: ImageFiles
}

const ANSWERS = answersFile('The file. What could run in a browser is downloaded')

/** Kept as long as the opened file is, so that its headers are made once. */
const answers = new WeakMap<OpenedFile, FileAnswer>()

function answerOf(opened: OpenedFile): FileAnswer {
  const known = answers.get(opened)
  if (known !== undefined) return known
  const { record, path, content, stream } = opened
  const answer = {
    path,
    content,
    stream,
    bytes: record.bytes,
    mediaType: record.mediaType,
    etag: `"${record.sha256}"`,
    modifiedAt: record.createdAt,
    filename: record.name,
  }
  answers.set(opened, answer)
  return answer
}

/** Files for anyone who has their link; the path is the capability. */
export function linkRoutes({ guards, files, imageFiles }: LinkServices) {
  return new Elysia({ name: 'features/links' })
    .use(guards)
    .get(
      '/nas/:token/:filename',
      async ({ context, params }) => {
        const opened = await files.open(params.token)
        // Decoded by the router; a name has no slash, so that no other spelling is equal.
        if (params.filename.normalize('NFC') !== opened.record.name) throw notFound()
        return fileResponse(context, answerOf(opened))
      },
      route({
        open: true,
        params: LinkParams,
        summary: 'A stored file, for anyone who has its link',
        tags: ['Files'],
        ...ANSWERS,
      }),
    )
    .get(
      '/api/ai/image/file/:name',
      async ({ context, params }) => {
        const { name, path, stream, bytes, mediaType } = await imageFiles.open(params.name)
        const modifiedAt = path === undefined ? 0 : Bun.file(path).lastModified
        return fileResponse(context, {
          path,
          stream,
          bytes,
          mediaType,
          modifiedAt,
          filename: name,
          etag: `"${bytes.toString(36)}-${modifiedAt.toString(36)}"`,
        })
      },
      route({
        open: true,
        params: ImageParams,
        summary: 'An image of an earlier version, for anyone who has its name',
        tags: ['Images'],
        ...ANSWERS,
      }),
    )
}

function notFound(): AppError {
  return new AppError('not_found', 'There is no such file')
}
