import { CHECKSUM_ALGORITHMS, type Checksum } from '../../core/files/upload-checksum.ts'
import { AppError } from '../../platform/errors.ts'

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
/** Of a request's `Upload-Metadata`. See Limits. */
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
