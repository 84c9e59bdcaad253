import type { TSchema } from '@sinclair/typebox'
import { type ValueError, ValueErrorType } from '@sinclair/typebox/errors'
import { nearestName } from './nearest-name.ts'
import {
  discriminatorOf,
  isLiteral,
  literalWords,
  schemaWords,
  variantsOf,
} from './schema-words.ts'

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
export interface SchemaFault {
  /** As in `messages[0].content[1].type`; empty for the value itself. */
  path: string
  /** Words that follow the path, such as `must be true or false`. They hold no part of the value. */
  message: string
}

/** A fault whose path is a JSON Pointer. */
interface PointedFault {
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
export function explainFault(error: ValueError, root: unknown): SchemaFault {
  const { pointer, message } = closestFault(error)
  return { path: readablePath(pointer, root), message }
}

/** A fault as a sentence: `limit must be a whole number from 1 to 200`. */
export function faultSentence({ path, message }: SchemaFault): string {
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

function closestFault(error: ValueError): PointedFault {
  const { type, schema, path: pointer, value } = error
  switch (type) {
    case ValueErrorType.Union:
      return unionFault(error)
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
      return { pointer, message: `must have at least ${schema['minProperties']} fields` }
    case ValueErrorType.ObjectMaxProperties:
      return { pointer, message: `must have at most ${schema['maxProperties']} fields` }
    default:
      return { pointer, message: `must be ${schemaWords(schema)}` }
  }
}

function unionFault({ schema, path: pointer, value, errors }: ValueError): PointedFault {
  const variants = variantsOf(schema) ?? []
  const sameKind = variants.flatMap((variant, index) =>
    kindOfSchema(variant) === kindOf(value) ? [{ variant, index }] : [],
  )
  const explain = (index: number | undefined): PointedFault => {
    const inner = index === undefined ? undefined : tellingError(errors[index] ?? [])
    return inner === undefined
      ? { pointer, message: `must be ${schemaWords(schema)}` }
      : closestFault(inner)
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
