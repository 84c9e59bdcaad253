/**
 * Bounds of a schema: its JSON text, its depth, and its parts with every reference expanded.
 * @limit schema-characters characters
 */
export const MAX_SCHEMA_CHARACTERS = 64 * 1024
/** @limit schema-depth count */
export const MAX_DEPTH = 100
/** @limit schema-parts count */
export const MAX_PARTS = 2_000

/**
 * `$async` makes a check pass every value. The others are references whose target is not known
 * before a check.
 */
const REFUSED_KEYWORDS: ReadonlySet<string> = new Set([
  '$async',
  '$dynamicRef',
  '$dynamicAnchor',
  '$recursiveRef',
  '$recursiveAnchor',
])

/**
 * Refuses a schema whose check could block a thread: nested references grow exponentially when they
 * are expanded, and a recursive schema recurses as deeply as the value.
 *
 * @throws {Error} when a bound is exceeded; the message is fit for the schema's author
 */
export function requireBounded(schema: object): void {
  // `JSON.stringify` recurses, so the depth is checked first.
  const walk = new SchemaWalk(schema)
  walk.visit(schema, 0)
  if (JSON.stringify(schema).length > MAX_SCHEMA_CHARACTERS) {
    throw new Error(`the schema is longer than ${MAX_SCHEMA_CHARACTERS} characters`)
  }
}

class SchemaWalk {
  readonly #root: object
  /** The parts from the root to the current one; a part that occurs twice means recursion. */
  readonly #ancestors = new Set<object>()
  #partCount = 0

  constructor(root: object) {
    this.#root = root
  }

  visit(part: unknown, depth: number): void {
    if (typeof part !== 'object' || part === null) return
    this.#partCount += 1
    if (this.#partCount > MAX_PARTS) {
      throw new Error(`the schema has more than ${MAX_PARTS} parts, references written out`)
    }
    if (depth > MAX_DEPTH)
      throw new Error(`the schema is nested more than ${MAX_DEPTH} levels deep`)
    if (this.#ancestors.has(part)) throw new Error('recursive schemas are not taken')
    this.#ancestors.add(part)
    for (const [name, value] of Object.entries(part)) {
      if (REFUSED_KEYWORDS.has(name)) throw new Error(`${name} is not taken`)
      // A nested `$id` changes the base of the references below it.
      if (name === '$id' && typeof value === 'string' && depth > 0) {
        throw new Error('$id is taken at the top only')
      }
      const reference = name === '$ref' && typeof value === 'string'
      this.visit(reference ? this.#target(value) : value, depth + 1)
    }
    this.#ancestors.delete(part)
  }

  /** Resolves a reference within the schema, such as `#/$defs/name`. */
  #target(reference: string): unknown {
    if (reference !== '#' && !reference.startsWith('#/')) {
      throw new Error(`the reference ${reference.slice(0, 100)} does not lead into the schema`)
    }
    let found: unknown = this.#root
    for (const step of reference.split('/').slice(1)) {
      const name = decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~')
      found = typeof found === 'object' && found !== null ? Reflect.get(found, name) : undefined
    }
    if (found !== undefined) return found
    throw new Error(`the reference ${reference.slice(0, 100)} leads nowhere`)
  }
}
