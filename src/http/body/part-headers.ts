import { AppError } from '../../platform/errors.ts'

/** What the headers of one part of a multipart body say. */
export interface PartHeaders {
  name: string
  /**
   * Last name of the path that the sender gave; only a word of theirs, never to be used as a path.
   */
  filename: string | undefined
  /** Without parameters, in lower case. */
  mediaType: string | undefined
}

const HEADER = /^([\w!#$%&'*+.^`|~-]+):[ \t]*(.*?)[ \t]*$/
const PARAMETER = /;\s*([\w!#$%&'*+.^`|~-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;"]*))\s*/y
const MEDIA_TYPE = /^([\w!#$&^.+-]+\/[\w!#$&^.+-]+)\s*(?:;|$)/
/** Encodings that leave the bytes as they are; RFC 7578, 4.7 has no others. */
const PLAIN_ENCODINGS = new Set(['7bit', '8bit', 'binary'])

/**
 * @param block The lines of the headers, without the empty one after them
 * @throws {AppError} `malformed`
 */
export function parsePartHeaders(block: string): PartHeaders {
  const headers = new Map<string, string>()
  for (const line of block.split('\r\n')) {
    const [, name, value] = HEADER.exec(line) ?? []
    if (name === undefined || value === undefined || /[\r\n\0]/.test(value)) {
      throw malformed('it has a line in its headers that is none')
    }
    if (headers.has(name.toLowerCase())) throw malformed(`it has the header ${name} twice`)
    headers.set(name.toLowerCase(), value)
  }
  const encoding = headers.get('content-transfer-encoding')?.toLowerCase()
  if (encoding !== undefined && !PLAIN_ENCODINGS.has(encoding)) {
    throw malformed('its Content-Transfer-Encoding is not supported')
  }
  const { name, filename } = parseDisposition(headers.get('content-disposition') ?? '')
  if (name === undefined) throw malformed('it has no name')
  const [, mediaType] = MEDIA_TYPE.exec(headers.get('content-type') ?? '') ?? []
  return {
    name,
    filename: filename?.slice(Math.max(filename.lastIndexOf('/'), filename.lastIndexOf('\\')) + 1),
    mediaType: mediaType?.toLowerCase(),
  }
}

function parseDisposition(value: string): { name?: string; filename?: string } {
  const [kind = ''] = /^form-data\s*/i.exec(value) ?? []
  if (kind === '') throw malformed('its Content-Disposition is not form-data')
  const parameters = new Map<string, string>()
  for (let at = kind.length; at < value.length; at = PARAMETER.lastIndex) {
    PARAMETER.lastIndex = at
    const [, key, quoted, plain = ''] = PARAMETER.exec(value) ?? []
    if (key === undefined || parameters.has(key.toLowerCase())) {
      throw malformed('its Content-Disposition cannot be read')
    }
    // Browsers send a quote as %22 and a backslash as it is; others escape both.
    parameters.set(key.toLowerCase(), quoted?.replace(/\\(["\\])/g, '$1') ?? plain)
  }
  const name = parameters.get('name')
  const extended = parameters.get('filename*')
  const filename = extended === undefined ? parameters.get('filename') : extendedValue(extended)
  return {
    ...(name === undefined ? {} : { name }),
    ...(filename === undefined ? {} : { filename }),
  }
}

/** RFC 8187; a form should not have one, and some clients send it for names that are not ASCII. */
function extendedValue(value: string): string {
  const [, encoded] = /^utf-8'[^']*'(.*)$/i.exec(value) ?? []
  try {
    if (encoded !== undefined) return decodeURIComponent(encoded)
  } catch {
    // Said below, as of any other value that is none.
  }
  throw malformed('its file name cannot be read')
}

function malformed(fault: string): AppError {
  return new AppError('malformed', `Cannot read a part of the multipart body: ${fault}`)
}
