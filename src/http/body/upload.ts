import { AppError } from '../../platform/errors.ts'
import type { HttpContext } from '../server/connection.ts'
import { boundaryOf, mediaTypeOf } from './media-type.ts'
import { type FieldPart, type FilePart, readParts } from './multipart.ts'
import { declaredBytes, readStream } from './stream.ts'

const MULTIPART = 'multipart/form-data'
/** What a multipart body may have around its file: boundaries, headers and fields. */
const MAX_ENVELOPE_BYTES = 256 * 1024
/** Of all fields together, as they are held in memory. */
const MAX_FIELD_BYTES = 64 * 1024

/** One file that is being sent. */
export interface Upload {
  /** Only the sender's word; undefined in a raw body. */
  filename: string | undefined
  mediaType: string | undefined
  /** The length of the file; undefined when it is not known beforehand. */
  bytes: number | undefined
  /** The least that will come if the sender keeps its word. */
  expectedBytes: number
  /** Fields of a multipart body, complete when the content is. */
  fields: ReadonlyMap<string, string>
  /** To be read once, to its end: it fails when anything of the body behind the file is wrong. */
  content: AsyncIterable<Uint8Array>
}

/**
 * The file in a body, which is either the body itself or the only file of a multipart body; read on
 * only as it is asked for.
 *
 * @throws {AppError} `too_large`, `malformed`, `invalid` for a form without a file,
 * `request_timeout`, and what the route's guard throws; so does reading the content
 */
export async function openUpload(context: HttpContext, maxBytes: number): Promise<Upload> {
  const { request } = context
  if (mediaTypeOf(request) === MULTIPART) return openForm(context, maxBytes)
  const bytes = declaredBytes(request, maxBytes)
  return {
    filename: undefined,
    mediaType: mediaTypeOf(request) || undefined,
    bytes,
    expectedBytes: bytes ?? 0,
    fields: new Map(),
    content: readStream(context, maxBytes),
  }
}

async function openForm(context: HttpContext, maxFileBytes: number): Promise<Upload> {
  const { request } = context
  const boundary = boundaryOf(request)
  if (boundary === undefined)
    throw new AppError('malformed', 'Cannot read the multipart body: it has no valid boundary')
  const maxBytes = maxFileBytes + MAX_ENVELOPE_BYTES
  const expectedBytes = (declaredBytes(request, maxBytes) ?? 0) - MAX_ENVELOPE_BYTES
  const limits = { maxFileBytes, maxFieldBytes: MAX_FIELD_BYTES }
  const parts = readParts(readStream(context, maxBytes), boundary, limits)
  const fields = new Map<string, string>()
  const file = await nextFile(parts, fields)
  if (file === undefined) throw noFile()
  return {
    filename: file.filename,
    mediaType: file.mediaType,
    bytes: undefined,
    expectedBytes: Math.max(0, expectedBytes),
    fields,
    content: contentOf(file, parts, fields),
  }
}

type Parts = AsyncGenerator<FieldPart | FilePart, void, void>

/** The file's bytes; then what follows is read, as the body counts only as a whole. */
async function* contentOf(
  { content, filename }: FilePart,
  parts: Parts,
  fields: Map<string, string>,
): AsyncGenerator<Uint8Array, void, void> {
  try {
    let isEmpty = true
    for await (const chunk of content) {
      isEmpty = false
      yield chunk
    }
    // What a browser sends of a field in which no file was chosen.
    if (isEmpty && filename === '') throw noFile()
    await nextFile(parts, fields)
  } finally {
    await parts.return()
  }
}

async function nextFile(parts: Parts, fields: Map<string, string>): Promise<FilePart | undefined> {
  for (;;) {
    const { done, value: part } = await parts.next()
    if (done || part === undefined) return undefined
    if (part.kind === 'file') return part
    fields.set(part.name, part.value)
  }
}

function noFile(): AppError {
  return new AppError('invalid', 'There is no file in the form: send it as the field `file`', {
    param: 'file',
  })
}
