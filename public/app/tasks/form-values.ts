import { count } from '../../ui/format.ts'
import type { Field, NumberBounds } from './form-fields.ts'
import { m } from './messages/en.ts'

/** What was typed, by the path of the field. */
export type Typed = Readonly<Record<string, string>>

/** What is wrong, in words, by the path of the field. */
export type FieldErrors = Map<string, string>

/** What a field holds as text. */
export function typedIn({ path, initial }: Field, typed: Typed): string {
  return typed[path] ?? initial
}

/**
 * The values of the fields as an object. Fields that are empty and not required are left out.
 *
 * @param errors Gets what is wrong
 */
export function readFields(
  fields: readonly Field[],
  typed: Typed,
  errors: FieldErrors,
): Record<string, unknown> {
  const values: Record<string, unknown> = {}
  for (const field of fields) {
    const value = readField(field, typed, errors)
    if (value !== undefined) values[field.path.slice(field.path.lastIndexOf('/') + 1)] = value
  }
  return values
}

/** The value of one field; undefined when it is empty or wrong. */
export function readField(field: Field, typed: Typed, errors: FieldErrors): unknown {
  if (field.kind === 'group') return readGroup(field, typed, errors)
  if (field.kind === 'rows') return readRows(field, typed, errors)
  const text = typedIn(field, typed)
  if (field.kind === 'boolean') {
    if (text === 'true') return true
    return field.isRequired || field.initial !== '' ? false : undefined
  }
  if (text.trim() === '') {
    if (field.isRequired) errors.set(field.path, emptyText(field))
    return undefined
  }
  try {
    return parsed(field, text)
  } catch (error) {
    errors.set(field.path, error instanceof FieldError ? error.message : m.cannotBeRead)
    return undefined
  }
}

/** An optional group in which nothing was typed is left out. */
function readGroup(
  { fields, isRequired }: Field & { kind: 'group' },
  typed: Typed,
  errors: FieldErrors,
): unknown {
  const own: FieldErrors = new Map()
  const values = readFields(fields, typed, own)
  if (!isRequired && Object.keys(values).length === 0) {
    const isTouched = fields.some(({ path }) => (typed[path] ?? '').trim() !== '')
    if (!isTouched) return undefined
  }
  for (const [path, text] of own) errors.set(path, text)
  return values
}

/** How many rows of an array of objects there are. */
export function rowCount(field: Field & { kind: 'rows' }, typed: Typed): number {
  const count = Number(typedIn(field, typed))
  return Number.isInteger(count) && count > 0 ? count : 0
}

function readRows(field: Field & { kind: 'rows' }, typed: Typed, errors: FieldErrors): unknown {
  const { path, isRequired, minItems, maxItems } = field
  const rows = Array.from({ length: rowCount(field, typed) }, (_, index) =>
    readFields(field.fieldsOfRow(index), typed, errors),
  )
  if (rows.length === 0 && !isRequired) return undefined
  if (rows.length < minItems) errors.set(path, m.atLeastEntries(minItems))
  if (maxItems !== undefined && rows.length > maxItems) errors.set(path, m.atMostEntries(maxItems))
  return rows
}

/** What is typed, after a row is gone: the rows after it take its place. */
export function withoutRow(
  field: Field & { kind: 'rows' },
  typed: Typed,
  gone: number,
): Record<string, string> {
  const next: Record<string, string> = {}
  for (const [path, text] of Object.entries(typed)) {
    const rest = path.startsWith(`${field.path}/`) ? path.slice(field.path.length + 1) : ''
    const [, index = '', inner = ''] = /^(\d+)(\/.*)$/.exec(rest) ?? []
    if (index === '' || Number(index) < gone) next[path] = text
    else if (Number(index) > gone) next[`${field.path}/${Number(index) - 1}${inner}`] = text
  }
  return { ...next, [field.path]: String(rowCount(field, typed) - 1) }
}

class FieldError extends Error {}

function parsed(
  field: Exclude<Field, { kind: 'group' | 'rows' | 'boolean' }>,
  text: string,
): unknown {
  switch (field.kind) {
    case 'text': {
      const length = [...text].length
      if (field.maxLength !== undefined && length > field.maxLength)
        throw new FieldError(m.tooManyCharacters(field.maxLength, count(length)))
      if (length < field.minLength) throw new FieldError(m.tooFewCharacters(field.minLength))
      return text
    }
    case 'number':
      return parsedNumber(field, text)
    case 'choice':
      return field.choices[Number(text)]?.value
    case 'lines': {
      const items = lines(text)
      if (items.length < field.minItems) throw new FieldError(m.tooFewLines(field.minItems))
      if (field.maxItems !== undefined && items.length > field.maxItems)
        throw new FieldError(m.tooManyLines(field.maxItems))
      const { numbers } = field
      return numbers === undefined ? items : items.map((item) => parsedNumber(numbers, item))
    }
    case 'choices': {
      const chosen = text.split(',')
      if (chosen.length < field.minItems)
        throw new FieldError(m.chooseAtLeast(count(field.minItems)))
      if (field.maxItems !== undefined && chosen.length > field.maxItems)
        throw new FieldError(m.chooseAtMost(count(field.maxItems)))
      return chosen.map((index) => field.choices[Number(index)]?.value)
    }
    case 'pairs':
      return Object.fromEntries(lines(text).map(pair))
    case 'json':
      return parsedJson(field, text)
  }
}

function parsedNumber(
  { isInteger, minimum, maximum, above, below }: NumberBounds,
  text: string,
): number {
  const value = Number(text.trim().replace(',', '.'))
  if (!Number.isFinite(value)) throw new FieldError(m.notANumber)
  if (isInteger && !Number.isInteger(value)) throw new FieldError(m.wholeNumber)
  if (above !== undefined && value <= above) throw new FieldError(m.moreThan(count(above)))
  if (below !== undefined && value >= below) throw new FieldError(m.lessThan(count(below)))
  if (minimum !== undefined && value < minimum) throw new FieldError(m.atLeast(count(minimum)))
  if (maximum !== undefined && value > maximum) throw new FieldError(m.atMost(count(maximum)))
  return value
}

function parsedJson({ isObject }: Field & { kind: 'json' }, text: string): unknown {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    const reason = error instanceof Error ? error.message : ''
    throw new FieldError(m.notJson(reason))
  }
  if (isObject && (typeof value !== 'object' || value === null || Array.isArray(value)))
    throw new FieldError(m.mustBeObject)
  return value
}

function pair(line: string): [string, string] {
  const [, name = '', value = ''] = /^([^=]*)=(.*)$/.exec(line) ?? []
  if (name.trim() === '' || value.trim() === '') throw new FieldError(m.needsEquals(line))
  return [name.trim(), value.trim()]
}

function lines(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

function emptyText({ kind }: Field): string {
  if (kind === 'choice') return m.chooseOne
  if (kind === 'choices') return m.chooseAtLeastOne
  return kind === 'lines' || kind === 'pairs' ? m.enterLine : m.fillIn
}
