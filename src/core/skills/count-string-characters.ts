import { countCharacters } from '../../platform/characters.ts'
import { AppError } from '../../platform/errors.ts'

/** Maximum nesting: `JSON.stringify` recurses into the value later. */
const MAX_DEPTH = 64

/**
 * Counts the characters of all strings in a value, at any depth.
 *
 * @param field The value's name, for the message
 * @throws {AppError} `invalid` when it is nested too deeply
 */
export function countStringCharacters(value: unknown, field: string): number {
  let characters = 0
  let level: unknown[] = [value]
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > MAX_DEPTH) {
      const fault = `Cannot run the task: invalid value at /${field}: nested more than ${MAX_DEPTH} deep`
      throw new AppError('invalid', fault, { param: field })
    }
    const inner: unknown[] = []
    for (const part of level) {
      if (typeof part === 'string') characters += countCharacters(part)
      else if (typeof part === 'object' && part !== null)
        for (const child of Object.values(part)) inner.push(child)
    }
    level = inner
  }
  return characters
}
