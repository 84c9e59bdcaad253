import { Type } from '@sinclair/typebox'
import { AppError } from '../../platform/errors.ts'
import type { HttpContext } from '../server/connection.ts'
import { errorBody, helpHeaders } from './error-body.ts'

/** A file as an answer. */
export interface FileAnswer {
  /** Where it is on this machine; the server then sends it without reading it. */
  path: string | undefined
  /** All its bytes, where they are in memory; they are then sent from there. */
  content?: Uint8Array<ArrayBuffer> | undefined
  bytes: number
  /** Changes with every change of the content. */
  etag: string
  /** UTC milliseconds. */
  modifiedAt: number
  mediaType: string
  filename: string
  /** Whether it is downloaded, also where a browser could show it. */
  isDownload?: boolean
  stream(range: { from: number; to: number }): Promise<ReadableStream<Uint8Array>>
}

/**
 * Types that a browser shows without running anything of them. All others are downloaded: HTML, SVG
 * and XML have scripts, and so has PDF, which no browser shows in a sandbox anyway.
 */
const PASSIVE =
  /^(?:image\/(?:png|jpeg|gif|webp|avif|apng|bmp|x-icon|vnd\.microsoft\.icon)|audio\/.+|video\/.+|text\/plain|text\/(?:vtt|csv|markdown))$/

/** The names of JavaScript that browsers know. WHATWG MIME Sniffing, 4.6 */
const SCRIPT = /^(?:application|text)\/(?:x-)?(?:java|ecma|j|live)script[\d.]*$/i

/** Nothing of the file runs, loads or is taken for another type, whatever it has. */
const SAFE_HEADERS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex',
  // A deleted file must be gone everywhere, so each use asks again.
  'cache-control': 'private, no-cache',
}

/**
 * Scripts are never allowed. A browser's player loads a sound or a film again, which Chromium refuses
 * without the origin.
 */
function policyFor(mediaType: string): string {
  const sandbox = /^(?:audio|video)\//.test(mediaType) ? 'sandbox allow-same-origin' : 'sandbox'
  return `${sandbox}; default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'self'`
}

const CONDITIONS = {
  range: Type.String({ description: 'One range: bytes=0-99, bytes=100-, bytes=-100' }),
  'if-range': Type.String(),
  'if-match': Type.String(),
  'if-none-match': Type.String(),
  'if-unmodified-since': Type.String(),
  'if-modified-since': Type.String(),
}

/**
 * What a route with {@link fileResponse} says of itself in the API description.
 *
 * @param words Of the whole file
 */
export function answersFile(words: string, contentType = '*/*') {
  const file = { contentType, schema: Type.String({ format: 'binary' }) }
  return {
    headers: CONDITIONS,
    responses: {
      200: { ...file, description: words },
      206: { ...file, description: 'The range of it' },
      304: { description: 'Unchanged' },
    },
    errors: [412, 416] as const,
  }
}

type Range = { from: number; to: number }

/** Headers of the answers with a file, as a link is mostly read many times. */
const prepared = new WeakMap<FileAnswer, ReturnType<typeof prepare>>()

function headersOf(file: FileAnswer): ReturnType<typeof prepare> {
  const known = prepared.get(file)
  if (known !== undefined) return known
  const made = prepare(file)
  prepared.set(file, made)
  return made
}

function prepare(file: FileAnswer) {
  const lastModified = new Date(file.modifiedAt).toUTCString()
  const common = {
    ...SAFE_HEADERS,
    'content-security-policy': policyFor(file.mediaType),
    etag: file.etag,
    'last-modified': lastModified,
  }
  const shown = { ...common, 'accept-ranges': 'bytes' }
  const sent = {
    ...shown,
    'content-type': contentTypeOf(file.mediaType),
    'content-disposition': disposition(file),
  }
  const whole = { ...sent, 'content-length': String(file.bytes) }
  return { lastModified, common, shown, sent, whole }
}

/**
 * Answers with a file, or what the request's conditions and range ask of it. RFC 9110, 13 and 14
 *
 * @param file Must not be changed; given again, it is answered faster
 */
export function fileResponse(
  { request, connection }: HttpContext,
  file: FileAnswer,
): Response | Promise<Response> {
  const isHead = connection.isHead === true
  const { lastModified, common, shown, sent, whole } = headersOf(file)
  if (isAnother(request.headers, file))
    throw new AppError('precondition_failed', 'The file is not the one that the conditions name')
  if (isUnchanged(request.headers, file))
    return new Response(null, { status: 304, headers: common })
  const range = isHead ? undefined : rangeFor(request, file, lastModified)
  if (range === 'unsatisfiable') {
    const fault = new AppError(
      'range_not_satisfiable',
      `Cannot send that range: the size is ${file.bytes} bytes`,
    )
    return Response.json(errorBody('json', fault.code, fault.message), {
      status: 416,
      headers: {
        ...shown,
        ...helpHeaders('range_not_satisfiable'),
        'content-range': `bytes */${file.bytes}`,
      },
    })
  }
  const init =
    range === undefined
      ? { status: 200, headers: whole }
      : { status: 206, headers: { ...sent, ...rangeHeaders(range, file) } }
  // The length stands in the headers. A stream would take its place, and hold the file open.
  const body = isHead || file.bytes === 0 ? null : bodyOf(request, file, range)
  return body instanceof Promise
    ? body.then((stream) => new Response(stream, init))
    : new Response(body, init)
}

function rangeHeaders({ from, to }: Range, { bytes }: FileAnswer) {
  return {
    'content-length': String(to - from + 1),
    'content-range': `bytes ${from}-${to}/${bytes}`,
  }
}

/**
 * The server answers a `Range` by itself where a whole file is given to it, also one that it must not:
 * then the bytes are read here.
 */
function bodyOf(
  request: Request,
  { bytes, content, path, stream }: FileAnswer,
  range: Range | undefined,
): Uint8Array<ArrayBuffer> | Blob | Promise<ReadableStream<Uint8Array>> {
  const { from, to } = range ?? { from: 0, to: bytes - 1 }
  if (content !== undefined) return range === undefined ? content : content.subarray(from, to + 1)
  if (path === undefined) return stream({ from, to })
  if (range !== undefined) return Bun.file(path).slice(from, to + 1)
  return request.headers.has('range') ? stream({ from, to }) : Bun.file(path)
}

/** Whether another file was wanted: `If-Match` goes before `If-Unmodified-Since`. RFC 9110, 13.2.2 */
function isAnother(headers: Headers, { etag, modifiedAt }: FileAnswer): boolean {
  const wanted = headers.get('if-match')
  // A weak tag never matches here.
  if (wanted !== null) return !wanted.split(',').some((one) => ['*', etag].includes(one.trim()))
  const date = headers.get('if-unmodified-since')
  return date !== null && inSeconds(modifiedAt) > Date.parse(date)
}

/** `If-None-Match` goes before `If-Modified-Since`. */
function isUnchanged(headers: Headers, { etag, modifiedAt }: FileAnswer): boolean {
  const known = headers.get('if-none-match')
  if (known !== null)
    return known.split(',').some((one) => ['*', etag].includes(one.trim().replace(/^W\//, '')))
  const date = headers.get('if-modified-since')
  if (date === null) return false
  return inSeconds(modifiedAt) <= Date.parse(date)
}

/** Milliseconds of whole seconds, as dates in headers have no more. */
function inSeconds(at: number): number {
  return Math.floor(at / 1000) * 1000
}

/** @returns undefined for the whole file */
function rangeFor(request: Request, { bytes, etag }: FileAnswer, lastModified: string) {
  const header = request.headers.get('range')
  if (header === null) return undefined
  const condition = request.headers.get('if-range')
  // Both compare as they are: a weak tag or another form of the date is not the same.
  if (condition !== null && condition !== etag && condition !== lastModified) return undefined
  return selectRange(header, bytes)
}

/**
 * A page of this origin may run scripts of this origin, and a download runs like any other. So those
 * who upload scripts must not have them served as scripts.
 */
function contentTypeOf(mediaType: string): string {
  if (SCRIPT.test(mediaType)) return 'text/plain; charset=utf-8'
  return mediaType.startsWith('text/') ? `${mediaType}; charset=utf-8` : mediaType
}

/** RFC 6266: a name in ASCII, and the name itself where it is another. */
function disposition({ filename, mediaType, isDownload = false }: FileAnswer): string {
  const kind = PASSIVE.test(mediaType) && !isDownload ? 'inline' : 'attachment'
  const ascii = filename.replace(/[^ -~]|["\\%]/g, '_')
  const extended = ascii === filename ? '' : `; filename*=UTF-8''${encodeName(filename)}`
  return `${kind}; filename="${ascii}"${extended}`
}

/** RFC 8187, 3.2.1 */
function encodeName(name: string): string {
  return encodeURIComponent(name).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}

const RANGES = /^bytes=(.*)$/i
const RANGE = /^(\d*)-(\d*)$/

/**
 * The bytes that a `Range` header asks for. RFC 9110, 14
 *
 * @returns undefined for all of them: of a header that says nothing, and of more than one range, which
 * a server may leave unread
 */
function selectRange(
  header: string,
  size: number,
): { from: number; to: number } | 'unsatisfiable' | undefined {
  const [, list] = RANGES.exec(header.trim()) ?? []
  const ranges =
    list
      ?.split(',')
      .map((one) => one.trim())
      .filter(Boolean) ?? []
  const [, first, last] = RANGE.exec(ranges[0] ?? '') ?? []
  if (ranges.length !== 1 || first === undefined || last === undefined) return undefined
  if (first === '' && last === '') return undefined
  if (first === '') {
    const length = Number(last)
    if (length === 0 || size === 0) return 'unsatisfiable'
    return { from: Math.max(0, size - length), to: size - 1 }
  }
  const from = Number(first)
  const to = last === '' ? size - 1 : Number(last)
  if (last !== '' && to < from) return undefined
  return from >= size ? 'unsatisfiable' : { from, to: Math.min(to, size - 1) }
}
