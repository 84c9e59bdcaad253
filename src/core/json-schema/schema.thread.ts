// The worker thread of `schema-checker.ts`, which ends it when a schema takes too long.
import { answerRequests } from '../../platform/answer-requests.ts'
import { compileSchema, type SchemaError } from './compile-schema.ts'

declare const self: Worker

/** A schema to compile, and optionally a value to check. */
export interface SchemaRequest {
  schema: object
  /** A list, because `undefined` may be a value. */
  values: readonly [] | readonly [unknown]
}

/** Why the schema cannot be used, or the first mismatch of the value. */
export type SchemaResponse = { refusal: string } | { mismatch: SchemaError | undefined }

// Compiles what all schemas share during the start, so that it does not count against the first
// request.
compileSchema({ type: 'string', pattern: '^a' })
answerRequests(self, respond)

function respond({ schema, values }: SchemaRequest): SchemaResponse {
  let mismatchOf: ReturnType<typeof compileSchema>
  try {
    mismatchOf = compileSchema(schema)
  } catch (cause) {
    return { refusal: reasonOf(cause) }
  }
  try {
    return { mismatch: values.length === 0 ? undefined : mismatchOf(values[0]) }
  } catch (cause) {
    return { mismatch: { path: '', message: `cannot be checked: ${reasonOf(cause)}` } }
  }
}

function reasonOf(cause: unknown): string {
  return cause instanceof Error ? cause.message.slice(0, 200) : 'unknown fault'
}
