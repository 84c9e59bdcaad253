/** A schema as JSON, nested, and with every reference written out: bounds that no honest one meets. */
const MAX_SCHEMA_CHARACTERS = 64 * 1024
const MAX_DEPTH = 100
const MAX_PARTS = 2_000

/** A check that answers later passes every value; the others lead to places that cannot be counted. */
const REFUSED_KEYWORDS: ReadonlySet<string> = new Set([
  '$async',
  '$dynamicRef',
  '$dynamicAnchor',
  '$recursiveRef',
  '$recursiveAnchor',
])

/**
 * Refuses a schema whose check could hold the one thread that serves everybody: a few references to
 * references make a small text take hours, and a recursive one as long as the answer is deep.
 *
 * @throws {Error} with the reason, in words for the caller
 */
export function requireBounded(schema: object): void {
  // `JSON.stringify` recurses: the depth is looked at first.
  const walk = new SchemaWalk(schema)
  walk.visit(schema, 0)
  if (JSON.stringify(schema).length > MAX_SCHEMA_CHARACTERS) {
    throw new Error(`the schema is longer than ${MAX_SCHEMA_CHARACTERS} characters`)
  }
}

class SchemaWalk {
  readonly #root: object
  /** The parts between the root and the one that is looked at. */
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
      // From there on references would be read from another place than they are counted from.
      if (name === '$id' && typeof value === 'string' && depth > 0) {
        throw new Error('$id is taken at the top only')
      }
      const reference = name === '$ref' && typeof value === 'string'
      this.visit(reference ? this.#target(value) : value, depth + 1)
    }
    this.#ancestors.delete(part)
  }

  /** Only places in the same schema: `#/$defs/name`. */
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
