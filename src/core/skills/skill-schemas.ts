import { compileSchema } from '../json-schema/compile-schema.ts'
import { schemaChecker } from '../json-schema/schema-checker.ts'
import { fillOptions } from './fill-options.ts'
import { invalid, type Skill } from './skill.ts'

/** In the queue of checks, for skills that administrators put. */
const SKILLS_OWNER = 'skills'

/**
 * Refuses a caller's skill whose schemas cannot be used. They are compiled in the worker thread.
 *
 * @throws {AppError} `invalid` with the first fault
 */
export async function requireSchemas(skill: Skill): Promise<void> {
  for (const [field, schema] of schemasOf(skill)) {
    const refusal = await schemaChecker.refusal(schema, SKILLS_OWNER)
    if (refusal !== undefined) throw invalidSchema(field, refusal)
  }
}

/**
 * The same on the main thread, for a skill of the local disk.
 *
 * @throws {AppError} `invalid` with the first fault
 */
export function requireTrustedSchemas(skill: Skill): void {
  for (const [field, schema] of schemasOf(skill)) {
    try {
      compileSchema(schema)
    } catch (cause) {
      throw invalidSchema(field, cause instanceof Error ? cause.message : 'unknown fault', cause)
    }
  }
}

function schemasOf({ input, options, result }: Skill): [field: string, schema: object][] {
  return [
    ['input', input],
    ['options', options],
    ['result', Object(fillOptions(result, {}) ?? {})],
  ]
}

function invalidSchema(field: string, reason: string, cause?: unknown) {
  return invalid(`/${field} is not a JSON Schema: ${reason.slice(0, 200)}`, cause)
}
