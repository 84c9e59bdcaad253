import { AppError } from '../platform/errors.ts'

const BEARER = /^bearer +([^\s,]+)$/i

/**
 * The key that a request carries, in `x-api-key` or as a Bearer; both are read the same way.
 *
 * @returns undefined when it carries none
 * @throws {AppError} `unauthorized` for a header that cannot be read, or two that disagree
 */
export function readKey(headers: Headers): string | undefined {
  const keys = [
    fromApiKey(headers.get('x-api-key')),
    fromAuthorization(headers.get('authorization')),
  ].filter((key) => key !== undefined)
  const [first, second] = keys
  if (second !== undefined && second !== first) throw invalidKey()
  return first
}

export function invalidKey(): AppError {
  return new AppError('unauthorized', 'Invalid or missing API key')
}

function fromApiKey(value: string | null): string | undefined {
  if (value === null) return undefined
  // Two headers arrive as "one, two": no key holds a comma or white space.
  if (!/^[^\s,]+$/.test(value)) throw invalidKey()
  return value
}

function fromAuthorization(value: string | null): string | undefined {
  if (value === null) return undefined
  const key = BEARER.exec(value)?.[1]
  if (key === undefined) throw invalidKey()
  return key
}
