import { Type } from '@sinclair/typebox'
import { matches } from '../../platform/check.ts'
import { AppError } from '../../platform/errors.ts'

/** The path of one job. */
export const JobParams = Type.Object({
  id: Type.String({ pattern: '^[A-Za-z0-9_-]{1,64}$', description: 'The `job_id`' }),
})

/** The caller's own name for a request, so that a repeated one makes no second job. */
const IdempotencyKey = Type.String({ minLength: 1, maxLength: 128, pattern: '^[ -~]+$' })

/** The header, for the API description. */
export const IDEMPOTENCY_HEADER = {
  'Idempotency-Key': Type.String({
    ...IdempotencyKey,
    description:
      'Your own name for this job: the same key with the same body within 24 hours answers with the same job, with another body 409',
    examples: ['report-1'],
  }),
}

/**
 * The request's `Idempotency-Key`, undefined when it has none.
 *
 * @throws {AppError} `invalid` when it is none that can be kept
 */
export function idempotencyKey(headers: Headers): string | undefined {
  const key = headers.get('idempotency-key')
  if (key === null) return undefined
  if (matches(IdempotencyKey, key)) return key
  throw new AppError(
    'invalid',
    'Request is invalid: the header Idempotency-Key must be 1 to 128 printable characters',
  )
}
