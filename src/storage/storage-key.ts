import { AppError } from '../platform/errors.ts'

const NAME = /^[A-Za-z0-9_-][A-Za-z0-9._-]{0,199}$/
const PREFIX_OF_NAME = /^(?:[A-Za-z0-9_-][A-Za-z0-9._-]{0,199})?$/
/** Of a file that is being written. */
export const PART_SUFFIX = '.part'
const MAX_KEY_CHARACTERS = 512

/** @throws {AppError} `invalid` for what is no key; see {@link Storage} */
export function requireKey(key: string): string {
  if (isKey(key)) return key
  throw new AppError('invalid', 'Cannot use the storage key: it is not a list of plain names')
}

/**
 * Splits the prefix of a list into the folder, which is '' for the root, and the start of a name in
 * it.
 *
 * @throws {AppError} `invalid` for what no key can start with
 */
export function splitPrefix(prefix: string): { folder: string; start: string } {
  const slash = prefix.lastIndexOf('/')
  const folder = slash === -1 ? '' : requireKey(prefix.slice(0, slash))
  const start = prefix.slice(slash + 1)
  if (!PREFIX_OF_NAME.test(start)) requireKey(start)
  return { folder, start }
}

export function isKey(key: string): boolean {
  return key.length <= MAX_KEY_CHARACTERS && key.split('/').every(isName)
}

function isName(name: string): boolean {
  return NAME.test(name) && !name.endsWith('.') && !name.endsWith(PART_SUFFIX)
}
