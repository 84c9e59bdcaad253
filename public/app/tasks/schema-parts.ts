import { taskLabel } from '../jobs/job-label.ts'
import { translated } from './shipped.ts'

/** One of the values that a field may have. */
export interface Choice {
  label: string
  value: unknown
}

/**
 * A schema in which a reference is replaced by what it refers to, and a type or null by the type.
 *
 * @param root Where references such as `#/$defs/name` start
 */
export function resolved(schema: object, root: object): object {
  const reference: unknown = Reflect.get(schema, '$ref')
  if (typeof reference === 'string') {
    const { $ref: _, ...beside } = { ...schema, $ref: reference }
    // A circle of references ends in a field for JSON.
    return { ...referredTo(reference, root), ...beside }
  }
  for (const keyword of ['anyOf', 'oneOf']) {
    const variants: unknown = Reflect.get(schema, keyword)
    if (!Array.isArray(variants)) continue
    const others = variants.filter((one) => Reflect.get(Object(one), 'type') !== 'null')
    if (others.length !== 1) continue
    const { anyOf: _, oneOf: __, ...beside } = { anyOf: null, oneOf: null, ...schema }
    return { ...resolved(Object(others[0]), root), ...beside }
  }
  return schema
}

function referredTo(reference: string, root: object): object {
  if (!reference.startsWith('#/')) return {}
  const found = reference
    .slice(2)
    .split('/')
    .map((part) => decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>((value, name) => Reflect.get(Object(value), name), root)
  return Object(found)
}

/** The values of an enumeration; undefined where any value of a type may come. */
export function choicesOf(schema: object): readonly Choice[] | undefined {
  if ('const' in schema) return [{ label: labelOf(schema.const), value: schema.const }]
  const values: unknown = Reflect.get(schema, 'enum')
  if (Array.isArray(values)) return values.map((value) => ({ label: labelOf(value), value }))
  const variants: unknown = Reflect.get(schema, 'oneOf') ?? Reflect.get(schema, 'anyOf')
  if (!Array.isArray(variants) || variants.length === 0) return undefined
  const constants = variants.filter((one) => 'const' in Object(one)).map((one) => Object(one))
  if (constants.length < variants.length) return undefined
  return constants.map((one) => ({
    label: translated(textOf(one, 'title') ?? labelOf(one.const)),
    value: one.const,
  }))
}

function labelOf(value: unknown): string {
  return typeof value === 'string' ? translated(taskLabel(value)) : JSON.stringify(value)
}

/** The type that is not null. */
export function typeOf(schema: object): unknown {
  const type: unknown = Reflect.get(schema, 'type')
  if (!Array.isArray(type)) return type
  const types = type.filter((one) => one !== 'null')
  return types.length === 1 ? types[0] : undefined
}

export function isEmptyObject(schema: object): boolean {
  return (
    typeOf(schema) === 'object' &&
    Reflect.get(schema, 'additionalProperties') === false &&
    Object.keys(Object(Reflect.get(schema, 'properties'))).length === 0
  )
}

export function textOf(schema: object, name: string): string | undefined {
  const value: unknown = Reflect.get(schema, name)
  return typeof value === 'string' && value !== '' ? value : undefined
}

export function numberOf(schema: object, name: string): number | undefined {
  const value: unknown = Reflect.get(schema, name)
  return typeof value === 'number' ? value : undefined
}
