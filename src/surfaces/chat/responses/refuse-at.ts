import { AppError } from '../../../platform/errors.ts'

/** @throws {AppError} `invalid` */
export function refuseAt(field: string, reason: string): never {
  throw new AppError('invalid', `Cannot use ${field}: ${reason}`, { param: field })
}
