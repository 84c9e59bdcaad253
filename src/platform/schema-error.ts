import type { TSchema } from '@sinclair/typebox'
import { type ValueError, ValueErrorType } from '@sinclair/typebox/errors'
import { nearestName } from './nearest-name.ts'

const MAX_PATH_CHARACTERS = 300
const MAX_NAME_CHARACTERS = 60
const MAX_NAMED_FIELDS = 20
/** Fields of a value among which a misspelled one is looked for. */
const MAX_FIELDS_READ = 100
/** Items of a list that are looked into for one. */
const MAX_ITEMS_READ = 100
/** Shorter names are like any other. */
const MIN_COMPARED_LETTERS = 3
/** Errors of one value among which the most telling one is looked for. */
const MAX_ERRORS_READ = 20

/** Where a value does not match its schema, and what was expected there. */
export interface SchemaError {
  /** As in `messages[0].content[1].type`; empty for the value itself. */
  path: string
  /** Words that follow the path, such as `must be true or false`. They hold no part of the value. */
  message: string
}

/** A fault whose path is a JSON Pointer. */
interface PointedError {
  pointer: string
  message: string
}

/**
 * The error to explain: the first one, unless a field is missing from an object that is not the
 * expected one at all, as its literal shows.
 *
 * @returns undefined when there is no error
 */
export function tellingError(errors: Iterable<ValueError>): ValueError | undefined {
  let first: ValueError | undefined
  let read = 0
  for (const error of errors) {
    first ??= error
    if (first.type !== ValueErrorType.ObjectRequiredProperty) return first
    const isSibling = parentOf(error.path) === parentOf(first.path)
    if (error.type === ValueErrorType.Literal && isSibling) return error
    read += 1
    if (read === MAX_ERRORS_READ) break
  }
  return first
}

function parentOf(pointer: string): string {
  return pointer.slice(0, pointer.lastIndexOf('/'))
}

/**
 * Explains a mismatch. Of a union of objects the alternative is explained that the value's own
 * discriminator (a literal, such as `type`) names, else the one with most of the needed fields.
 *
 * @param root The value that was checked as a whole
 */
export function explainError(error: ValueError, root: unknown): SchemaError {
  const { pointer, message } = closestError(error)
  return { path: readablePath(pointer, root), message }
}

/** A fault as a sentence: `limit must be a whole number from 1 to 200`. */
export function errorSentence({ path, message }: SchemaError): string {
  return `${path === '' ? 'it' : path} ${message}`
}

/** A field that a schema does not know, and the absent one that is meant; both with their paths. */
export interface MisspelledField {
  field: string
  meant: string
}

/**
 * A field of an object, or of one inside it, that its schema does not know, with the absent one that
 * it is most like.
 *
 * @returns undefined where no name is like an absent one
 */
export function misspelledField(schema: TSchema, value: unknown): MisspelledField | undefined {
  return misspelledIn([schema], value, '')
}

/** @param schemas Those that the value may have */
function misspelledIn(
  schemas: readonly TSchema[],
  value: unknown,
  path: string,
): MisspelledField | undefined {
  const parts = schemas.flatMap(partsOf)
  if (Array.isArray(value)) {
    const items = parts.flatMap((part): TSchema[] => part['items'] ?? [])
    return firstOf(value.slice(0, MAX_ITEMS_READ).entries(), ([index, item]) =>
      misspelledIn(items, item, `${path}[${index}]`),
    )
  }
  if (kindOf(value) !== 'object') return undefined
  const at = (name: string) => (path === '' ? name : `${path}.${name}`)
  const given = Object.keys(Object(value)).slice(0, MAX_FIELDS_READ)
  const known = parts.flatMap((part) => Object.keys(part['properties'] ?? {}))
  const absent = known.filter((name) => !given.includes(name))
  return firstOf(given, (field) => {
    if (known.includes(field)) {
      const fields = parts.flatMap((part): TSchema[] => part['properties']?.[field] ?? [])
      return misspelledIn(fields, Reflect.get(Object(value), field), at(field))
    }
    const meant = likeName(field, absent)
    return meant === undefined ? undefined : { field: at(field), meant: at(meant) }
  })
}

function firstOf<item, found>(
  items: Iterable<item>,
  find: (item: item) => found | undefined,
): found | undefined {
  for (const item of items) {
    const found = find(item)
    if (found !== undefined) return found
  }
  return undefined
}

function likeName(name: string, names: readonly string[]): string | undefined {
  return name.length < MIN_COMPARED_LETTERS ? undefined : nearestName(name, names)
}

/** A schema with all its alternatives and parts. */
function partsOf(schema: TSchema): TSchema[] {
  const parts: readonly TSchema[] = variantsOf(schema) ?? schema['allOf'] ?? []
  return [schema, ...parts.flatMap(partsOf)]
}

function closestError(error: ValueError): PointedError {
  const { type, schema, path: pointer, value } = error
  switch (type) {
    case ValueErrorType.Union:
      return unionError(error)
    case ValueErrorType.ObjectRequiredProperty:
      return { pointer, message: `is missing: it must be ${schemaWords(schema)}` }
    case ValueErrorType.ObjectAdditionalProperties:
      return { pointer, message: `is not a known field${knownFields(schema, pointer)}` }
    case ValueErrorType.ArrayUniqueItems:
      return { pointer, message: 'must not hold an item twice' }
    case ValueErrorType.ArrayMinItems:
    case ValueErrorType.ArrayMaxItems:
    case ValueErrorType.StringMinLength:
    case ValueErrorType.StringMaxLength: {
      const length: unknown = Reflect.get(Object(value), 'length')
      return { pointer, message: `must be ${schemaWords(schema)}: it has ${length}` }
    }
    case ValueErrorType.ObjectMinProperties:
      return { pointer, message: `must have at least ${counted(schema['minProperties'], 'field')}` }
    case ValueErrorType.ObjectMaxProperties:
      return { pointer, message: `must have at most ${counted(schema['maxProperties'], 'field')}` }
    default: {
      // Of a query, what is missing is a wrong value.
      const missing = value === undefined ? 'is missing: it ' : ''
      return { pointer, message: `${missing}must be ${schemaWords(schema)}` }
    }
  }
}

function unionError({ schema, path: pointer, value, errors }: ValueError): PointedError {
  const variants = variantsOf(schema) ?? []
  const sameKind = variants.flatMap((variant, index) =>
    kindOfSchema(variant) === kindOf(value) ? [{ variant, index }] : [],
  )
  const explain = (index: number | undefined): PointedError => {
    const inner = index === undefined ? undefined : tellingError(errors[index] ?? [])
    return inner === undefined
      ? { pointer, message: `must be ${schemaWords(schema)}` }
      : closestError(inner)
  }
  const [only] = sameKind
  if (sameKind.length < 2) return explain(only && !isLiteral(only.variant) ? only.index : undefined)
  if (kindOf(value) !== 'object') return explain(undefined)
  const name = discriminatorOf(sameKind.map(({ variant }) => variant))
  if (name === undefined) return explain(mostComplete(sameKind, value))
  const given: unknown = Reflect.get(Object(value), name)
  const named = sameKind.find(({ variant }) => variant['properties'][name]['const'] === given)
  if (named !== undefined) return explain(named.index)
  const words = literalWords(sameKind.map(({ variant }) => variant['properties'][name]))
  return {
    pointer: `${pointer}/${name}`,
    message: given === undefined ? `is missing: it must be ${words}` : `must be ${words}`,
  }
}

/** The object of which the value has most needed fields; undefined when it has none of any. */
function mostComplete(
  objects: readonly { variant: TSchema; index: number }[],
  value: unknown,
): number | undefined {
  let best: number | undefined
  let most = 0
  for (const { variant, index } of objects) {
    const needed: unknown = variant['required']
    const count = Array.isArray(needed)
      ? needed.filter((name) => Object.hasOwn(Object(value), name)).length
      : 0
    if (count <= most) continue
    best = index
    most = count
  }
  return best
}

function kindOf(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}

function kindOfSchema(schema: TSchema): string {
  if (isLiteral(schema)) return typeof schema['const']
  return schema['type'] === 'integer' ? 'number' : String(schema['type'])
}

function knownFields(schema: TSchema, pointer: string): string {
  const names = Object.keys(schema['properties'] ?? {})
  if (names.length === 0) return ''
  const nearest = likeName(pointer.slice(pointer.lastIndexOf('/') + 1), names)
  if (nearest !== undefined) return `: did you mean ${nearest}?`
  const rest = names.length > MAX_NAMED_FIELDS ? ', …' : ''
  return `: there are ${names.slice(0, MAX_NAMED_FIELDS).join(', ')}${rest}`
}

/** `/messages/0/role` as `messages[0].role`. Only the value tells a list's index from a name. */
function readablePath(pointer: string, root: unknown): string {
  let path = ''
  let value = root
  for (const segment of pointer.split('/').slice(1)) {
    const name = segment.replaceAll('~1', '/').replaceAll('~0', '~')
    if (Array.isArray(value)) path += `[${name}]`
    else if (/^[\p{L}_$][\p{L}\p{N}_$-]{0,59}$/u.test(name)) path += `${path && '.'}${name}`
    else path += `[${JSON.stringify(name.slice(0, MAX_NAME_CHARACTERS))}]`
    value = Reflect.get(Object(value), name)
  }
  return path.length > MAX_PATH_CHARACTERS ? `${path.slice(0, MAX_PATH_CHARACTERS)}…` : path
}

/** Alternatives that are named; of more, the rest is left out. */
const MAX_NAMED = 20
const MAX_PATTERN_CHARACTERS = 100

/**
 * What a schema accepts, in words that follow "must be": `a whole number from 1 to 200`. Read from
 * the JSON Schema keywords. The keyword `x-expected` replaces the words.
 */
export function schemaWords(schema: TSchema): string {
  const own: unknown = schema['x-expected']
  if (typeof own === 'string') return own
  const variants = variantsOf(schema)
  if (variants !== undefined) return unionWords(variants)
  if (isLiteral(schema)) return JSON.stringify(schema['const'])
  switch (schema['type']) {
    case 'string':
      return stringWords(schema)
    case 'integer':
      return `a whole number${rangeWords(schema)}`
    case 'number':
      return `a number${rangeWords(schema)}`
    case 'boolean':
      return 'true or false'
    case 'null':
      return 'null'
    case 'array':
      return `a list${countWords(schema['minItems'], schema['maxItems'], 'item')}`
    case 'object':
      return 'an object'
    default:
      return 'of another form'
  }
}

/** The alternatives of a union; undefined for any other schema. */
function variantsOf(schema: TSchema): readonly TSchema[] | undefined {
  const variants: unknown = schema['anyOf']
  return Array.isArray(variants) ? variants : undefined
}

/** Whether a schema accepts one value only. */
function isLiteral(schema: TSchema): boolean {
  return schema['const'] !== undefined
}

/** The field that is a literal in every one of these objects. */
function discriminatorOf(objects: readonly TSchema[]): string | undefined {
  const [first] = objects.map(({ properties }) => Object.keys(properties ?? {}))
  return first?.find((name) =>
    objects.every(({ properties }) => {
      const field: TSchema | undefined = properties?.[name]
      return field !== undefined && isLiteral(field)
    }),
  )
}

/** Words for literals: `one of system, user`; for a single one its JSON. */
function literalWords(literals: readonly TSchema[]): string {
  const [first] = literals
  if (literals.length === 1 && first !== undefined) return JSON.stringify(first['const'])
  const names = literals.slice(0, MAX_NAMED).map((literal) => String(literal['const']))
  return `one of ${names.join(', ')}${literals.length > MAX_NAMED ? ', …' : ''}`
}

function unionWords(variants: readonly TSchema[]): string {
  const flat = variants.flatMap((variant) => variantsOf(variant) ?? [variant])
  const literals = flat.filter(isLiteral)
  const objects = flat.filter(({ type }) => type === 'object')
  const rest = flat.filter((one) => !isLiteral(one) && one['type'] !== 'object')
  const words = [
    ...(literals.length > 0 ? [literalWords(literals)] : []),
    ...rest.map(schemaWords),
    ...(objects.length > 0 ? [objectWords(objects)] : []),
  ]
  const distinct = [...new Set(words)].slice(0, MAX_NAMED)
  const last = distinct.pop() ?? ''
  return distinct.length === 0 ? last : `${distinct.join(', ')} or ${last}`
}

/** Alternatives of objects are told apart by the fields that they need. */
function objectWords(objects: readonly TSchema[]): string {
  const name = discriminatorOf(objects)
  if (name !== undefined && objects.length > 1)
    return `an object whose ${name} is ${literalWords(objects.map((one) => one['properties'][name]))}`
  const needs = objects.map(({ required }) => (Array.isArray(required) ? required : []))
  if (objects.length === 1 || needs.some((fields) => fields.length === 0)) return 'an object'
  const words = needs.slice(0, MAX_NAMED).map((fields) => fields.join(' and '))
  return `an object with ${words.join(', or ')}`
}

function stringWords({ minLength, maxLength, pattern, format }: TSchema): string {
  const text =
    minLength === 1 && maxLength === undefined
      ? 'a string that is not empty'
      : `a string${countWords(minLength, maxLength, 'character')}`
  if (typeof format === 'string') return `${text} of the format ${format}`
  if (pattern === '\\S') return `${text}, not of spaces alone`
  if (typeof pattern !== 'string' || pattern.length > MAX_PATTERN_CHARACTERS) return text
  return `${text} that matches ${pattern}`
}

function rangeWords(schema: TSchema): string {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema
  const parts =
    minimum !== undefined && maximum !== undefined
      ? [`from ${minimum} to ${maximum}`]
      : [
          ...(minimum === undefined ? [] : [`of at least ${minimum}`]),
          ...(exclusiveMinimum === undefined ? [] : [`above ${exclusiveMinimum}`]),
          ...(maximum === undefined ? [] : [`of at most ${maximum}`]),
          ...(exclusiveMaximum === undefined ? [] : [`below ${exclusiveMaximum}`]),
        ]
  const steps = multipleOf === undefined ? '' : `, a multiple of ${multipleOf}`
  return parts.length === 0 ? steps : ` ${parts.join(' and ')}${steps}`
}

function countWords(least: unknown, most: unknown, unit: string): string {
  if (least === undefined && most === undefined) return ''
  if (most === undefined) return ` of at least ${counted(least, unit)}`
  if (least === undefined || least === 0) return ` of at most ${counted(most, unit)}`
  return least === most ? ` of ${counted(least, unit)}` : ` of ${least} to ${counted(most, unit)}`
}

function counted(count: unknown, unit: string): string {
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}
