import { AppError } from '../platform/errors.ts'
import { full } from './free-space.ts'

/** A disk that was mounted read-only, as after a fault, and a folder of another user. */
const FAULT_CODES = new Set(['EROFS', 'EACCES', 'EPERM', 'EIO'])
const FULL_CODES = new Set(['ENOSPC', 'EDQUOT', 'EFBIG'])

/** Gives what the system refuses a name that callers know. */
export async function asAppErrors<value>(work: () => Promise<value>): Promise<value> {
  try {
    return await work()
  } catch (error) {
    const code = codeOf(error) ?? ''
    if (FULL_CODES.has(code)) throw full(error)
    if (FAULT_CODES.has(code)) {
      throw new AppError('storage_failed', 'The disk takes no writes at the moment', {
        cause: error,
      })
    }
    if (code === 'EISDIR' || code === 'ENOTDIR' || code === 'EEXIST' || code === 'ENOTEMPTY') {
      throw new AppError('conflict', 'One storage key is the folder of another', { cause: error })
    }
    throw error
  }
}

/** The system's name of a failure, as `ENOENT`. */
export function codeOf(error: unknown): string | undefined {
  const code: unknown = Reflect.get(Object(error), 'code')
  return typeof code === 'string' ? code : undefined
}
