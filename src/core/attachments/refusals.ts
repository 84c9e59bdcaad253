import { AppError } from '../../platform/errors.ts'
import { MAX_ATTACHMENT_BYTES, MAX_TOTAL_BYTES } from './attachment.ts'

/** @param field Where the attachment stands in the request */
export function invalid(field: string, reason: string): AppError {
  return new AppError('invalid', `Cannot use ${field}: ${reason}`, { param: field })
}

export function tooLarge(field: string): AppError {
  return new AppError(
    'too_large',
    `Cannot use ${field}: the file is larger than ${MAX_ATTACHMENT_BYTES / 1024 ** 2} MiB`,
    { param: field },
  )
}

export function tooMuch(): AppError {
  return new AppError(
    'too_large',
    `The attachments are larger than ${MAX_TOTAL_BYTES / 1024 ** 2} MiB together`,
    { param: 'attachments' },
  )
}
