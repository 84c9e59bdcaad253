import { AsyncLocalStorage } from 'node:async_hooks'
import type { Readable } from 'node:stream'
import type { Server } from '@tus/server'
import { AppError } from '../../../../platform/errors.ts'
import { MAX_FILE_BYTES } from '../../file-record.ts'
import { CHECKSUM_ALGORITHMS, type Checksum } from '../../opened-files.ts'
import { type Piece, UNFINISHED_UPLOAD_HOURS, type Upload, type Uploads } from '../../uploads.ts'

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
    id,
    offset,
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

export const TUS_VERSION = '1.0.0'
/** What the server is given of a request; it would judge other headers, such as a proxy's. */
const PASSED = [
  ...['content-length', 'content-type', 'tus-resumable', 'upload-defer-length'],
  ...['upload-length', 'upload-metadata', 'upload-offset'],
]
/** What is passed on of an answer. */
const ANSWERED = [
  ...['cache-control', 'location', 'tus-extension', 'tus-max-size', 'tus-resumable', 'tus-version'],
  ...['upload-defer-length', 'upload-expires', 'upload-length', 'upload-metadata', 'upload-offset'],
]
/** Of a request's `Upload-Metadata`. @limit upload-metadata characters */
export const MAX_METADATA_CHARACTERS = 8_192

/**
 * A request without its body, as the tus server understands it.
 *
 * @param bytes Of an upload that is made of others
 */
export function tusRequest({ url, headers }: Request, method: string, bytes?: number): Request {
  const metadata = headers.get('upload-metadata')
  if (metadata !== null && metadata.length > MAX_METADATA_CHARACTERS)
    throw new AppError(
      'invalid',
      `Upload-Metadata has more than ${MAX_METADATA_CHARACTERS} characters`,
    )
  const passed = picked(headers, PASSED)
  if (bytes === undefined) return new Request(url, { method, headers: passed })
  // Bytes may not come with it.
  const { 'content-type': _, ...others } = passed
  return new Request(url, { method, headers: { ...others, 'upload-length': String(bytes) } })
}

export function answerHeaders(headers: Headers): Record<string, string> {
  return picked(headers, ANSWERED)
}

/**
 * `Upload-Checksum: sha1 <base64>`
 *
 * @throws {AppError} `malformed` for an algorithm that is not known
 */
export function checksumOf(headers: Headers): Checksum | undefined {
  const header = headers.get('upload-checksum')
  if (header === null) return undefined
  const [name = '', digest = ''] = header.trim().split(/\s+/)
  const algorithm = CHECKSUM_ALGORITHMS.find((known) => known === name.toLowerCase())
  if (algorithm === undefined || digest === '')
    throw new AppError(
      'malformed',
      `Expected Upload-Checksum as "${CHECKSUM_ALGORITHMS.join(' | ')} <base64>"`,
    )
  return { algorithm, digest }
}

const FINAL = 'final;'

/** Whether an upload is made of others, by its `Upload-Concat`; no bytes may be added to it. */
export function isFinal(concat: string | null | undefined): boolean {
  return concat?.startsWith(FINAL) === true
}

/**
 * The ids of the uploads that a new one is made of: `Upload-Concat: final;/buffer/a /buffer/b`
 *
 * @returns undefined where it is not made of others
 * @throws {AppError} `malformed`
 */
export function partsOf(headers: Headers): string[] | undefined {
  const concat = headers.get('upload-concat')
  if (concat === null || concat === 'partial') return undefined
  const addresses = isFinal(concat) ? concat.slice(FINAL.length).trim().split(/ +/) : []
  const ids = addresses.map((address) => /(?:^|\/)buffer\/(upl_[\w-]{22})$/.exec(address)?.[1])
  const known = ids.filter((id) => id !== undefined)
  if (known.length === 0 || known.length < ids.length || headers.has('upload-length'))
    throw new AppError(
      'malformed',
      'Expected Upload-Concat as "partial", or as "final;" with the addresses of uploads and without Upload-Length',
    )
  return known
}

function picked(headers: Headers, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = headers.get(name)
      return value === null ? [] : [[name, value]]
    }),
  )
}

/** One request to the tus server, for the store behind it, which is given no request. */
export interface TusContext {
  owner: string
  /** Reads the body of the request. */
  read: Piece['read']
  checksum: Checksum | undefined
  /** `Upload-Concat` of a request, and later of the upload that it is about. */
  concat: string | undefined
  /** Uploads that a new one is made of. */
  parts: readonly string[] | undefined
  /** Why the request was refused, as the store said it. */
  failure?: unknown
}

export const tusContext = new AsyncLocalStorage<TusContext>()

/** @throws {Error} outside of a request */
function currentTusContext(): TusContext {
  const context = tusContext.getStore()
  if (context === undefined) throw new Error('The tus server was called outside of a request')
  return context
}
