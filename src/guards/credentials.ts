import { AppError } from '../platform/errors.ts'

const BEARER = /^bearer +([^\s,]+)$/i

/** What the key headers of a request hold. */
export type KeyHeaders = { kind: 'none' } | { kind: 'unreadable' } | { kind: 'key'; key: string }

/** The key that a request carries, in `x-api-key` or as a Bearer; both are read the same way. */
export function readKey(headers: Headers): KeyHeaders {
  const all = [fromApiKey(headers.get('x-api-key')), readBearer(headers)]
  const [first, second] = all.filter(({ kind }) => kind !== 'none')
  if (first === undefined) return { kind: 'none' }
  if (second === undefined || (isKey(first) && isKey(second) && first.key === second.key)) {
    return first
  }
  return { kind: 'unreadable' }
}

/** The credential of the `Authorization` header alone. */
export function readBearer(headers: Headers): KeyHeaders {
  const value = headers.get('authorization')
  if (value === null) return { kind: 'none' }
  const key = BEARER.exec(value)?.[1]
  return key === undefined ? { kind: 'unreadable' } : { kind: 'key', key }
}

export function invalidKey(): AppError {
  return new AppError('unauthorized', 'Invalid or missing API key')
}

function fromApiKey(value: string | null): KeyHeaders {
  if (value === null) return { kind: 'none' }
  // Two headers arrive as "one, two": no key holds a comma or white space.
  return /^[^\s,]+$/.test(value) ? { kind: 'key', key: value } : { kind: 'unreadable' }
}

function isKey(headers: KeyHeaders): headers is { kind: 'key'; key: string } {
  return headers.kind === 'key'
}
