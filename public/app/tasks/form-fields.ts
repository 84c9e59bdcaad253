import { taskLabel } from '../jobs/job-label.ts'
import type { NamedId } from './brand-field.ts'
import {
  type Choice,
  choicesOf,
  isEmptyObject,
  numberOf,
  resolved,
  textOf,
  typeOf,
} from './schema-parts.ts'
import { translated } from './shipped.ts'

interface Common {
  /** Names from the top, with a slash between two. */
  path: string
  label: string
  hint: string | undefined
  /** What might be entered. */
  example: string | undefined
  isRequired: boolean
  /** What the field holds before anything is typed. */
  initial: string
}

export interface NumberBounds {
  isInteger: boolean
  minimum: number | undefined
  maximum: number | undefined
  /** Values must be more and less than these. */
  above: number | undefined
  below: number | undefined
}

interface ItemBounds {
  minItems: number
  maxItems: number | undefined
}

/** A field of a form, made from a JSON Schema. */
export type Field = Common &
  (
    | {
        kind: 'text'
        isLong: boolean
        isDay: boolean
        minLength: number
        maxLength: number | undefined
        /** The only ones that it takes. */
        ids?: readonly NamedId[]
      }
    | ({ kind: 'number' } & NumberBounds)
    | { kind: 'boolean' }
    /** It holds the index of the choice. */
    | { kind: 'choice'; choices: readonly Choice[] }
    /** It holds the indices of several, with commas between them. */
    | ({ kind: 'choices'; choices: readonly Choice[] } & ItemBounds)
    /** Texts or numbers, one in each line. */
    | ({ kind: 'lines'; numbers: NumberBounds | undefined } & ItemBounds)
    /** Names with a text each, one in each line. */
    | { kind: 'pairs' }
    | { kind: 'group'; fields: readonly Field[] }
    /** Objects of one form; it holds how many there are. */
    | ({ kind: 'rows'; fieldsOfRow: (index: number) => readonly Field[] } & ItemBounds)
    /** What no other field can hold. */
    | { kind: 'json'; isObject: boolean }
  )

/** A text of at most this many characters has one line. */
const ONE_LINE_CHARACTERS = 200
/** What is nested more deeply is entered as JSON. */
const MAX_DEPTH = 4

/** The fields of a schema; those of an object stand for themselves. */
export function fieldsOf(schema: object, path: string, label: string): readonly Field[] {
  const field = fieldOf(schema, { root: schema, path, label, isRequired: true, depth: 0 })
  if (field.kind === 'group') return field.fields
  // An object without fields takes nothing.
  return isEmptyObject(schema) ? [] : [field]
}

interface Place {
  root: object
  path: string
  label: string
  isRequired: boolean
  depth: number
}

function fieldOf(given: object, place: Place): Field {
  const { path, label, isRequired, root } = place
  const schema = resolved(given, root)
  const examples: unknown = Reflect.get(schema, 'examples')
  const hint = textOf(schema, 'description')
  const common: Common = {
    path,
    label: translated(textOf(schema, 'title') ?? label),
    hint: hint === undefined ? undefined : translated(hint),
    example: Array.isArray(examples) && examples.length > 0 ? initialOf(examples[0]) : undefined,
    isRequired,
    initial: initialOf(Reflect.get(schema, 'default')),
  }
  const choices = choicesOf(schema)
  if (choices !== undefined) {
    const index =
      isRequired && choices.length === 1
        ? 0
        : choices.findIndex(({ value }) => value === Reflect.get(schema, 'default'))
    return { ...common, initial: index === -1 ? '' : String(index), kind: 'choice', choices }
  }
  switch (typeOf(schema)) {
    case 'string': {
      const maxLength = numberOf(schema, 'maxLength')
      const isDay = textOf(schema, 'format') === 'date'
      const isLong = !isDay && (maxLength === undefined || maxLength > ONE_LINE_CHARACTERS)
      const minLength = numberOf(schema, 'minLength') ?? 0
      return { ...common, kind: 'text', isLong, isDay, minLength, maxLength }
    }
    case 'number':
    case 'integer':
      return { ...common, kind: 'number', ...numberBounds(schema) }
    case 'boolean':
      return { ...common, kind: 'boolean' }
    case 'array':
      return arrayField(schema, common, place)
    case 'object':
      return objectField(schema, common, place)
  }
  return { ...common, kind: 'json', isObject: false }
}

function arrayField(schema: object, common: Common, place: Place): Field {
  const items = resolved(Object(Reflect.get(schema, 'items')), place.root)
  const bounds: ItemBounds = {
    minItems: numberOf(schema, 'minItems') ?? 0,
    maxItems: numberOf(schema, 'maxItems'),
  }
  const choices = choicesOf(items)
  if (choices !== undefined) {
    const value: unknown = Reflect.get(schema, 'default')
    const chosen = Array.isArray(value)
      ? choices.flatMap((one, index) => (value.includes(one.value) ? [index] : []))
      : []
    return { ...common, initial: chosen.join(','), kind: 'choices', choices, ...bounds }
  }
  switch (typeOf(items)) {
    case 'string':
      return { ...common, kind: 'lines', numbers: undefined, ...bounds }
    case 'number':
    case 'integer':
      return { ...common, kind: 'lines', numbers: numberBounds(items), ...bounds }
    case 'object': {
      const isForm = Object.keys(Object(Reflect.get(items, 'properties'))).length > 0
      // Rows that are there before anything is typed would need fields of their own.
      if (!isForm || place.depth >= MAX_DEPTH || 'default' in schema) break
      const fieldsOfRow = (index: number) =>
        properties(items, { ...place, path: `${place.path}/${index}` })
      const initial = String(Math.max(bounds.minItems, place.isRequired ? 1 : 0))
      return { ...common, initial, kind: 'rows', fieldsOfRow, ...bounds }
    }
  }
  return { ...common, kind: 'json', isObject: false }
}

function objectField(schema: object, common: Common, place: Place): Field {
  const fields = place.depth < MAX_DEPTH ? properties(schema, place) : []
  if (fields.length > 0) return { ...common, kind: 'group', fields }
  const others = resolved(Object(Reflect.get(schema, 'additionalProperties')), place.root)
  if (typeOf(others) === 'string' && choicesOf(others) === undefined)
    return { ...common, kind: 'pairs' }
  return { ...common, kind: 'json', isObject: true }
}

/** The fields of an object, those that must be filled in first. */
function properties(schema: object, { root, path, depth }: Place): readonly Field[] {
  const required: unknown = Reflect.get(schema, 'required')
  const names = new Set<unknown>(Array.isArray(required) ? required : [])
  return Object.entries<unknown>(Object(Reflect.get(schema, 'properties')))
    .map(([name, value]) =>
      fieldOf(Object(value), {
        root,
        path: `${path}/${name}`,
        label: taskLabel(name),
        isRequired: names.has(name),
        depth: depth + 1,
      }),
    )
    .toSorted((a, b) => Number(b.isRequired) - Number(a.isRequired))
}

function numberBounds(schema: object): NumberBounds {
  return {
    isInteger: typeOf(schema) === 'integer',
    minimum: numberOf(schema, 'minimum'),
    maximum: numberOf(schema, 'maximum'),
    above: numberOf(schema, 'exclusiveMinimum'),
    below: numberOf(schema, 'exclusiveMaximum'),
  }
}

function initialOf(value: unknown): string {
  if (value === undefined) return ''
  if (typeof value === 'string') return value
  const isList =
    Array.isArray(value) && value.every((one) => typeof one === 'string' || Number.isFinite(one))
  return isList ? value.join('\n') : JSON.stringify(value)
}
