import { AppError } from '../../platform/errors.ts'
import type { Storage } from '../../storage/contract.ts'
import { HEAD_BYTES, judgeMediaType } from './media-type.ts'

/** A random name with an extension, as images were given. */
const NAME = /^[A-Za-z0-9_-][A-Za-z0-9._-]{0,199}$/

/** An image that may be read. */
export interface ImageFile {
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
    if (stored === undefined) throw notFound()
    const { bytes } = stored
    const stream = async (range?: { from: number; to: number }) => {
      const content = await this.#storage.get(name, range)
      if (content === undefined) throw notFound()
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

function notFound(): AppError {
  return new AppError('not_found', 'There is no such image')
}
