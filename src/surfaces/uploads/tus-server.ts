import type { Readable } from 'node:stream'
import type { Server } from '@tus/server'
import { MAX_FILE_BYTES } from '../../core/files/limits.ts'
import type { Upload, Uploads } from '../../core/files/uploads.ts'
import { UNFINISHED_UPLOAD_HOURS } from '../../core/files/uploads.ts'
import { AppError } from '../../platform/errors.ts'
import { currentTusContext } from './tus-context.ts'

const HOUR_MS = 60 * 60 * 1000
export const UPLOAD_PATH = '/buffer'
export const TUS_EXTENSIONS = [
  ...['creation', 'creation-with-upload', 'creation-defer-length', 'termination', 'checksum'],
  ...['expiration', 'concatenation'],
]

/**
 * The protocol of https://tus.io/protocols/resumable-upload over {@link Uploads}. Loaded with the
 * first upload, because it takes 20 MB and as long as a tenth of the start.
 */
export async function createTusServer(uploads: Uploads): Promise<Server> {
  const tus = await import('@tus/server')

  class UploadDataStore extends tus.DataStore {
    override extensions = TUS_EXTENSIONS

    override async create(upload: InstanceType<typeof tus.Upload>) {
      const { size: bytes, metadata } = upload
      const { owner, concat, parts } = currentTusContext()
      const made =
        parts === undefined
          ? await uploads.create(owner, { bytes, metadata, concat })
          : await uploads.concatenate(owner, parts, { metadata, concat })
      return Object.assign(upload, facts(made))
    }

    override async declareUploadLength(id: string, bytes: number) {
      await uploads.declareLength(currentTusContext().owner, id, bytes)
    }

    override async getUpload(id: string) {
      const context = currentTusContext()
      const upload = await uploads.settled(context.owner, id)
      context.concat = upload.concat ?? undefined
      // The server would refuse by its own clock what the service still has, as a finished upload.
      return new tus.Upload({ ...facts(upload), creation_date: new Date().toISOString() })
    }

    override async write(stream: Readable, id: string, offset: number) {
      // The server's own stream is empty: the bytes come from the context, without its copies.
      stream.resume()
      const { owner, read, checksum } = currentTusContext()
      return await uploads.append(owner, id, { offset, read, checksum })
    }

    override async remove(id: string) {
      await uploads.remove(currentTusContext().owner, id)
    }

    override getExpiration() {
      return UNFINISHED_UPLOAD_HOURS * HOUR_MS
    }
  }

  return new tus.Server({
    path: UPLOAD_PATH,
    datastore: new UploadDataStore(),
    maxSize: MAX_FILE_BYTES,
    relativeLocation: true,
    locker: NO_LOCKS,
    onResponseError: (_request, error) => {
      currentTusContext().failure = error instanceof Error ? error : wordsOf(error)
      return undefined
    },
  })
}

/** The verbs of {@link Uploads} give each upload to one request at a time. */
const NO_LOCKS = {
  newLock: () => ({ lock: async () => {}, unlock: async () => {} }),
}

function facts({ id, bytes, isLengthDeferred, offset, metadata, activeAt }: Upload) {
  return {
    ...{ id, offset },
    ...(isLengthDeferred ? {} : { size: bytes }),
    ...(metadata === null ? {} : { metadata: { ...metadata } }),
    // What the expiry is counted from: an upload that goes on does not expire.
    creation_date: new Date(activeAt).toISOString(),
  }
}

/** Refusals of the server itself, by the status that it gives them. */
function wordsOf({ status_code: status }: { status_code: number }): AppError {
  switch (status) {
    case 404:
      return new AppError('not_found', 'There is no such upload')
    case 409:
      return new AppError(
        'conflict',
        'Upload-Offset is not where the upload stands: ask for the offset with HEAD',
      )
    case 413:
      return new AppError(
        'too_large',
        `More bytes than the upload was declared to have, or than the ${MAX_FILE_BYTES} bytes of an upload`,
      )
    case 501:
      return new AppError(
        'malformed',
        'This extension of tus is not supported: OPTIONS lists those that are',
      )
    default:
      return new AppError(
        'malformed',
        'Expected the headers of tus 1.0.0: Upload-Length or Upload-Defer-Length: 1 of a new upload; Upload-Offset of each piece',
      )
  }
}
