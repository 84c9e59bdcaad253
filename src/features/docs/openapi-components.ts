import { DESCRIBED_AS } from '../shared/openapi.ts'
import type { ApiAnswer, ApiSchema } from './api-document.ts'

/** Keys that say nothing of a value's shape. */
const ANNOTATIONS: ReadonlySet<string> = new Set(['description', 'title', 'examples', 'deprecated'])

/** TypeBox's form of a record whose names are any strings. */
const ANY_NAME = '^(.*)$'

/** Arrays directly in arrays that the schema of any JSON describes. */
const ARRAY_LEVELS = 3

const ANY_JSON = { $ref: '#/components/schemas/JsonValue' }
const JSON_TYPES = [
  ...['string', 'number', 'boolean', 'null'].map((type) => ({ type })),
  { $ref: '#/components/schemas/JsonObject' },
]

/**
 * Any JSON. It refers to itself through objects only: TypeScript has no type for an array in a
 * loop of properties, which is what openapi-typescript would make of it.
 */
const JSON_COMPONENTS = {
  JsonValue: { description: 'Any JSON value', anyOf: jsonTypes(ARRAY_LEVELS) },
  JsonObject: {
    description: 'Any JSON object',
    type: 'object',
    additionalProperties: ANY_JSON,
  },
}

function jsonTypes(arrayLevels: number): readonly object[] {
  if (arrayLevels === 0) return JSON_TYPES
  return [...JSON_TYPES, { type: 'array', items: { anyOf: jsonTypes(arrayLevels - 1) } }]
}

/**
 * Turns schemas of TypeBox into those of the document. A schema with an `$id` becomes a component
 * and every use of it a reference, so that generated clients have one type for it.
 */
export class Components {
  readonly schemas: Record<string, ApiSchema> = {}
  readonly responses: Record<string, ApiAnswer> = {}

  /** Keeps a response under a name. @returns A reference to it */
  response(name: string, make: () => ApiAnswer): ApiAnswer {
    this.responses[name] ??= make()
    return { $ref: `#/components/responses/${name}` }
  }

  /** @throws {Error} When two different schemas have one name */
  schema(source: object): ApiSchema {
    const { $id: name, [DESCRIBED_AS]: described, patternProperties, ...rest } = Object(source)
    if (described !== undefined) return this.schema(described)
    const item = Object(patternProperties)[ANY_NAME]
    const fields = item === undefined ? rest : { ...rest, additionalProperties: item }
    const entries = Object.entries(fields).map(([key, value]) => [key, this.#part(key, value)])
    const schema = simplified(Object.fromEntries(entries))
    if (typeof name !== 'string')
      return Object.keys(schema).every((key) => ANNOTATIONS.has(key))
        ? { ...schema, ...this.#anyJson() }
        : schema
    const known = this.schemas[name]
    if (known !== undefined && !Bun.deepEquals(known, schema))
      throw new Error(`Two schemas are called ${name}`)
    this.schemas[name] = schema
    return { $ref: `#/components/schemas/${name}` }
  }

  #part(key: string, value: unknown): unknown {
    switch (key) {
      case 'anyOf':
        return Array.isArray(value) ? value.map((one) => this.schema(one)) : value
      case 'properties':
        return Object.fromEntries(
          Object.entries<object>(Object(value)).map(([name, one]) => [name, this.schema(one)]),
        )
      case 'items':
      case 'additionalProperties':
        if (value === true) return this.#anyJson()
        return typeof value === 'object' && value !== null ? this.schema(value) : value
      default:
        return value
    }
  }

  #anyJson(): ApiSchema {
    Object.assign(this.schemas, JSON_COMPONENTS)
    return ANY_JSON
  }
}

/** The same schema with an enumeration in place of constants, and a list of types with null. */
function simplified({ anyOf, properties, ...rest }: Record<string, unknown>): ApiSchema {
  const own = Object.keys(Object(properties)).length === 0 ? rest : { properties, ...rest }
  if (!Array.isArray(anyOf)) return own
  const branches: readonly ApiSchema[] = anyOf
  const others = branches.filter(({ type }) => type !== 'null')
  const isEnum = others.length > 1 && others.every((one) => typeof one['const'] === 'string')
  const [first = {}] = others
  const { type, const: value, enum: values, ...one } = first
  const isSimple = typeof type === 'string' && type !== 'array' && one['properties'] === undefined
  if (!isSimple || !(isEnum || others.length === 1)) return { anyOf, ...own }
  const names = isEnum
    ? others.map((branch) => branch['const'])
    : (values ?? (value === undefined ? undefined : [value]))
  const isNullable = others.length < branches.length
  return {
    type: isNullable ? [type, 'null'] : type,
    ...(Array.isArray(names) ? { enum: isNullable ? [...names, null] : names } : {}),
    ...(isEnum ? {} : one),
    ...own,
  }
}
