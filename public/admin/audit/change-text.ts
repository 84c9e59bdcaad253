import { fullTime } from '../../ui/format.ts'
import { m } from './messages/en.ts'

/** One field that was changed. */
export interface FieldChange {
  field: string
  before: string
  after: string
}

/** Levels of objects that are compared field by field. */
const MAX_DEPTH = 3
/** Words of values that say nothing. */
const UNSET: ReadonlySet<string> = new Set([m.none, m.no, m.empty])
const VALUES: Readonly<Record<string, string>> = m.values
const ISO_TIME = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/
/** Numbers of fields whose name ends in `At` are UTC milliseconds after this. */
const FIRST_TIME_MS = Date.UTC(2000, 0)

/** What differs between two states, in words. A field that is new or gone has an empty side. */
export function fieldChanges(before: unknown, after: unknown): FieldChange[] {
  const [old, now] = [flat(before), flat(after)]
  return (
    [...new Set([...old.keys(), ...now.keys()])]
      .map((field) => ({ field, before: old.get(field) ?? '', after: now.get(field) ?? '' }))
      .filter((change) => change.before !== change.after)
      // Of something new only what it has.
      .filter((change) => change.before !== '' || !UNSET.has(change.after))
  )
}

function flat(value: unknown): Map<string, string> {
  const found = new Map<string, string>()
  const visit = (one: unknown, path: readonly string[]) => {
    if (isRecord(one) && path.length < MAX_DEPTH)
      for (const [name, inner] of Object.entries(one)) visit(inner, [...path, name])
    else if (path.length > 0)
      found.set(path.map(fieldName).join(', '), valueText(one, path.at(-1) ?? ''))
    else if (one !== null && one !== undefined) found.set(m.value, valueText(one, ''))
  }
  visit(value, [])
  return found
}

function valueText(value: unknown, field: string): string {
  if (value === null || value === undefined) return m.none
  if (value === true) return m.yes
  if (value === false) return m.no
  if (typeof value === 'number')
    return /(?:_a|A)t$/.test(field) && value > FIRST_TIME_MS ? fullTime(value) : String(value)
  if (typeof value === 'string') {
    if (value === '') return m.empty
    if (field === 'role' || field === 'status') return VALUES[value] ?? value
    return ISO_TIME.test(value) ? fullTime(value) : value
  }
  if (Array.isArray(value))
    return value.length === 0 ? m.none : value.map((one) => valueText(one, field)).join(', ')
  return JSON.stringify(value)
}

/** In the chosen language where it is known; else `lastFour` and `last_four` are "last four". */
function fieldName(name: string): string {
  const spaced = name
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll(/[_-]+/g, ' ')
    .toLowerCase()
  const known: Readonly<Record<string, string>> = m.fields
  return known[spaced.replaceAll(' ', '_')] ?? spaced
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
