import { AppError } from '../platform/errors.ts'

const BEARER = /^bearer +([^\s,]+)$/i

/** What the key headers of a request hold. */
export type KeyHeaders = { kind: 'none' } | { kind: 'unreadable' } | { kind: 'key'; key: string }

const NONE: KeyHeaders = { kind: 'none' }
const UNREADABLE: KeyHeaders = { kind: 'unreadable' }

/** The key that a request carries, in `x-api-key` or as a Bearer; both are read the same way. */
export function readKey(headers: Headers): KeyHeaders {
  const first = fromApiKey(headers.get('x-api-key'))
  const second = readBearer(headers)
  if (first.kind === 'none') return second
  if (second.kind === 'none') return first
  return isKey(first) && isKey(second) && first.key === second.key ? first : UNREADABLE
}

/** The credential of the `Authorization` header alone. */
export function readBearer(headers: Headers): KeyHeaders {
  const value = headers.get('authorization')
  if (value === null) return NONE
  const key = BEARER.exec(value)?.[1]
  return key === undefined ? UNREADABLE : { kind: 'key', key }
}

export function invalidKey(): AppError {
  return new AppError('unauthorized', 'Invalid or missing API key')
}

function fromApiKey(value: string | null): KeyHeaders {
  if (value === null) return NONE
  // Two headers arrive as "one, two": no key holds a comma or white space.
  return /^[^\s,]+$/.test(value) ? { kind: 'key', key: value } : UNREADABLE
}

function isKey(headers: KeyHeaders): headers is { kind: 'key'; key: string } {
  return headers.kind === 'key'
}
