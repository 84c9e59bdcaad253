import { AppError } from '../platform/errors.ts'

const BEARER = /^bearer +([^\s,]+)$/i

/** The content of a request's key headers. */
export type KeyHeaders = { kind: 'none' } | { kind: 'unreadable' } | { kind: 'key'; key: string }

const NONE: KeyHeaders = { kind: 'none' }
const UNREADABLE: KeyHeaders = { kind: 'unreadable' }

/** Reads the key in `x-api-key` or in a Bearer header. Two different keys are unreadable. */
export function readKey(headers: Headers): KeyHeaders {
  const apiKeyHeader = fromApiKey(headers.get('x-api-key'))
  const bearer = readBearer(headers)
  if (apiKeyHeader.kind === 'none') return bearer
  if (bearer.kind === 'none') return apiKeyHeader
  return isKey(apiKeyHeader) && isKey(bearer) && apiKeyHeader.key === bearer.key
    ? apiKeyHeader
    : UNREADABLE
}

/** Reads the credential in the `Authorization` header alone. */
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
  // Two headers arrive as "one, two", and no key contains a comma or white space.
  return /^[^\s,]+$/.test(value) ? { kind: 'key', key: value } : UNREADABLE
}

function isKey(headers: KeyHeaders): headers is { kind: 'key'; key: string } {
  return headers.kind === 'key'
}
