import { AppError } from '../../platform/errors.ts'
import { invalid, MAX_ATTACHMENT_BYTES, tooLarge } from './attachment.ts'

/** A file that the service has already. */
export interface StoredInput {
  name: string
  bytes: number
  mediaType?: string | undefined
  /** Where its bytes are, if they are in a file of this machine. */
  path?: string | undefined
  /** Read it to its end or cancel it. */
  stream(): Promise<ReadableStream<Uint8Array>>
}

/** Finished uploads that are not stored files yet. */
export interface FinishedUploads {
  /** @returns undefined for an upload that is not finished, gone, or of somebody else */
  find(owner: string, id: string): Promise<StoredInput | undefined>
}

/** The files that are stored, each known by its token. */
export interface StoredFiles {
  /** @throws {AppError} `not_found` */
  open(token: string): Promise<
    Pick<StoredInput, 'path' | 'stream'> & {
      record: Pick<StoredInput, 'name' | 'bytes' | 'mediaType'>
    }
  >
}

interface StoredInputsOptions {
  files: StoredFiles
  /** Absent where nothing can be uploaded in pieces. */
  uploads?: FinishedUploads | undefined
}

/** Finds the files that attachments name, within the bounds of an attachment. */
export class StoredInputs {
  readonly #options: StoredInputsOptions

  constructor(options: StoredInputsOptions) {
    this.#options = options
  }

  /**
   * @param field Where the attachment stands in the request
   * @throws {AppError} `invalid`, `too_large`
   */
  async file(token: string, field: string): Promise<StoredInput> {
    try {
      const { record, path, stream } = await this.#options.files.open(token)
      return bounded({ ...record, path, stream: () => stream() }, field)
    } catch (error) {
      if (error instanceof AppError && error.code === 'not_found')
        throw invalid(
          field,
          'no stored file has this token; it was deleted or has expired',
          'expired',
        )
      throw error
    }
  }

  /** @throws {AppError} `invalid`, `too_large` */
  async upload(owner: string, id: string, field: string): Promise<StoredInput> {
    const found = await this.#options.uploads?.find(owner, id)
    if (found === undefined)
      throw invalid(
        field,
        'you have no finished upload with this id; it may have expired',
        'expired',
      )
    return bounded(found, field)
  }
}

function bounded(input: StoredInput, field: string): StoredInput {
  if (input.bytes > MAX_ATTACHMENT_BYTES) throw tooLarge(field)
  return input
}
