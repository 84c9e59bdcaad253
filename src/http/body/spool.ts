import { AppError } from '../../platform/errors.ts'
import type { HttpContext } from '../server/connection.ts'
import { boundaryOf, mediaTypeOf } from './media-type.ts'
import { type PartLimits, readParts } from './multipart.ts'
import { declaredBytes, readStream } from './stream.ts'

const MULTIPART = 'multipart/form-data'

/** A file that was received. */
interface ReceivedFile {
  id: string
  /** Hex, of the bytes as they came. */
  sha256: string
}

/** Where files that arrive are kept; it keeps nothing of a source that fails. */
export interface FileSink<file extends ReceivedFile> {
  write(
    source: AsyncIterable<Uint8Array>,
    options: { bytes?: number | undefined; mediaType?: string | undefined },
  ): Promise<file>
  remove(id: string): Promise<void>
}

/**
 * Keeps a raw body in a file. Nothing is left of one that is refused or cut off; else the file is
 * the caller's, to be removed or named in a row.
 *
 * @throws {AppError} `too_large`, `request_timeout`, `malformed`, `storage_full`, and what the
 * route's guard throws
 */
export async function spoolBody<file extends ReceivedFile>(
  context: HttpContext,
  sink: FileSink<file>,
  maxBytes: number,
): Promise<file> {
  const { request } = context
  const bytes = declaredBytes(request, maxBytes)
  const mediaType = mediaTypeOf(request) || undefined
  return sink.write(readStream(context, maxBytes), { bytes, mediaType })
}

export interface MultipartLimits extends Omit<PartLimits, 'maxFileBytes'> {
  /** Of the whole body. */
  maxBytes: number
  /** Of each file; by default that of the body. */
  maxFileBytes?: number
}

/** A multipart body, its files kept. */
export interface SpooledForm<file> {
  /** The values of each field, in their order. */
  fields: ReadonlyMap<string, readonly string[]>
  /** `filename` is only the sender's word, never to be used as a path. */
  files: readonly { name: string; filename: string; file: file }[]
  /**
   * Hash of what was said, for who compares bodies: names, values, media types and contents in
   * their order. The bytes are no use for that, as most clients make a new boundary for every
   * request.
   */
  sha256: string
}

/**
 * Reads a multipart/form-data body and keeps its files. Nothing is left of one that is refused or
 * cut off; else the files are the caller's, to be removed or named in a row.
 *
 * @throws {AppError} `too_large`, `request_timeout`, `malformed`, `unsupported_media_type`,
 * `storage_full`, and what the route's guard throws
 */
export async function spoolMultipart<file extends ReceivedFile>(
  context: HttpContext,
  sink: FileSink<file>,
  { maxBytes, maxFileBytes = maxBytes, ...limits }: MultipartLimits,
): Promise<SpooledForm<file>> {
  const { request } = context
  if (mediaTypeOf(request) !== MULTIPART)
    throw new AppError('unsupported_media_type', `Expected a body of ${MULTIPART}`)
  const boundary = boundaryOf(request)
  if (boundary === undefined)
    throw new AppError('malformed', 'Cannot read the multipart body: it has no valid boundary')
  const source = readStream(context, maxBytes)
  const fields = new Map<string, string[]>()
  const files: { name: string; filename: string; file: file }[] = []
  const hasher = new Bun.CryptoHasher('sha256')
  try {
    for await (const part of readParts(source, boundary, { ...limits, maxFileBytes })) {
      if (part.kind === 'field') {
        fields.set(part.name, [...(fields.get(part.name) ?? []), part.value])
        hasher.update(`${JSON.stringify([part.name, part.value])}\n`)
        continue
      }
      const { name, filename, mediaType, content } = part
      const file = await sink.write(content, { mediaType })
      files.push({ name, filename, file })
      hasher.update(`${JSON.stringify([name, filename, mediaType, file.sha256])}\n`)
    }
  } catch (error) {
    await Promise.all(files.map(({ file }) => sink.remove(file.id)))
    throw error
  }
  return { fields, files, sha256: hasher.digest('hex') }
}
