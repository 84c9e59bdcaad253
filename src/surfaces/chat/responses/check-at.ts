import type { Static, TSchema } from '@sinclair/typebox'
import { firstFault, matches } from '../../../platform/check.ts'
import { AppError } from '../../../platform/errors.ts'
import { faultSentence } from '../../../platform/schema-fault.ts'

/**
 * A part of a body whose form depends on its type.
 *
 * @param field Where it is, as errors name it
 * @throws {AppError} `invalid` at the first field that does not match
 */
export function checkAt<schema extends TSchema>(
  schema: schema,
  value: unknown,
  field: string,
): Static<schema> {
  if (matches(schema, value)) return value
  const { path, message } = firstFault(schema, value)
  const param = path === '' || path.startsWith('[') ? `${field}${path}` : `${field}.${path}`
  throw new AppError(
    'invalid',
    `Request body is invalid: ${faultSentence({ path: param, message })}`,
    {
      param,
    },
  )
}

/** @throws {AppError} `invalid` */
export function refuseAt(field: string, reason: string): never {
  throw new AppError('invalid', `Cannot use ${field}: ${reason}`, { param: field })
}
