import type { Static, TSchema } from '@sinclair/typebox'
import { matches } from '../../platform/check.ts'
import { AppError } from '../../platform/errors.ts'
import type { TaskDefinition } from './define-task.ts'

/**
 * The stored input of a job, for another run of it.
 *
 * @throws {AppError} `conflict` when it cannot be run again
 */
export function repeatableInput<input extends TSchema, result extends TSchema, event>(
  definition: TaskDefinition<input, result, event>,
  input: unknown,
): Static<input> {
  // The row may be of an older version.
  if (!matches(definition.input, input))
    throw new AppError('conflict', 'The job can no longer be read: send its input anew')
  // They are deleted with the row of the first job.
  if ((definition.files?.(input) ?? []).length > 0)
    throw new AppError('conflict', 'The files of this job belong to it: send them anew')
  return input
}
