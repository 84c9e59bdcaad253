import { HOP_HEADERS } from './proxy-request.ts'

/** Of the headers that a caller adds to one request. */
const MAX_HEADERS = 32
const MAX_HEADER_CHARACTERS = 8_192
const NAME = /^[\w!#$%&'*+.^`|~-]+$/
const VALUE = /^[\t\x20-\x7e]*$/
/** Headers that follow from the connection and from the body. */
const SET_HERE: ReadonlySet<string> = new Set([
  ...HOP_HEADERS,
  ...['accept-encoding', 'content-length', 'transfer-encoding'],
])
/** Headers that say nothing of the sender; all others stay with the server they were meant for. */
const FOR_ANY_ORIGIN: ReadonlySet<string> = new Set([
  ...['accept', 'accept-language', 'content-type', 'user-agent'],
])

/**
 * Headers that a caller adds, by their names in lower case.
 *
 * @throws {TypeError} for a header that is none, that the connection sets, and for too many of them
 */
export function requestHeaders(
  given: Readonly<Record<string, string>> = {},
): Readonly<Record<string, string>> {
  const headers = Object.entries(given).map(([name, value]) => {
    const key = name.toLowerCase()
    if (!NAME.test(key) || SET_HERE.has(key) || key.startsWith('proxy-'))
      throw new TypeError('A request has a header that may not be set')
    if (!VALUE.test(value)) throw new TypeError('A request has a header with an unusable value')
    return [key, value] as const
  })
  const characters = headers.reduce((sum, [key, value]) => sum + key.length + value.length, 0)
  if (headers.length > MAX_HEADERS || characters > MAX_HEADER_CHARACTERS)
    throw new TypeError('The headers of a request are too long')
  return Object.fromEntries(headers)
}

/** Those that may follow a redirect to another origin. */
export function headersForAnyOrigin(
  headers: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => FOR_ANY_ORIGIN.has(name)))
}
