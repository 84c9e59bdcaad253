import type { TSchema } from '@sinclair/typebox'
import { type ValueError, ValueErrorType } from '@sinclair/typebox/errors'
import { Value } from '@sinclair/typebox/value'
import { nearestName } from '../platform/nearest-name.ts'
import { schemaWords } from '../platform/schema-error.ts'
import type { Issue, Part, SettingPath } from '../platform/settings.ts'
import { Settings } from './schema.ts'

/** More names than these are not listed in a message. */
const MAX_NAMED = 14

/**
 * Adds the defaults of what is absent. `Value.Default` would also put a default in the place of a
 * table or a list of the wrong kind, whose issue would then be lost.
 */
export function withDefaults(schema: TSchema, value: unknown): unknown {
  const own = value ?? structuredClone(schema['default'])
  if (Array.isArray(own)) return own.map((item) => withDefaults(schema['items'] ?? {}, item))
  const properties: Record<string, TSchema> | undefined = schema['properties']
  if (properties === undefined || typeof own !== 'object' || own === null) return own
  const filled: Record<string, unknown> = { ...own }
  for (const [name, property] of Object.entries(properties)) {
    const found = withDefaults(property, filled[name])
    if (found !== undefined) filled[name] = found
  }
  return filled
}

/** Where the settings do not match their schema; one issue for each path. */
export function schemaIssues(value: unknown): Issue[] {
  const issues = new Map<string, Issue>()
  for (const error of Value.Errors(Settings, value)) {
    // A missing or mistyped value has several errors: only the first is reported.
    if (!issues.has(error.path)) issues.set(error.path, issueOf(error, value))
  }
  return [...issues.values()]
}

/** The settings that match their schema, so that an issue of one hides none of the others. */
export function validPart(value: unknown): Part<Settings> {
  // Every value that is kept was checked against the schema of its type.
  return partOf(Settings, value) as Part<Settings>
}

function partOf(schema: TSchema, value: unknown): unknown {
  const isValid: boolean = Value.Check(schema, value)
  if (isValid) return value
  if (schema['type'] === 'array' && Array.isArray(value))
    return value.map((item) => partOf(schema['items'], item))
  const properties: Record<string, TSchema> | undefined = schema['properties']
  if (properties === undefined || typeof value !== 'object' || value === null) return undefined
  return Object.fromEntries(
    Object.entries(properties).map(([name, own]) => [name, partOf(own, Reflect.get(value, name))]),
  )
}

function issueOf({ type, schema, path: pointer }: ValueError, root: unknown): Issue {
  const path = pathOf(pointer, root)
  if (type === ValueErrorType.ObjectAdditionalProperties) {
    const known = Object.keys(schema['properties'] ?? {})
    const nearest = nearestName(String(path.at(-1)), known)
    const hint =
      nearest !== undefined
        ? `did you mean ${nearest}?`
        : known.length > MAX_NAMED
          ? 'public/docs/settings.md lists them'
          : `there are ${known.join(', ')}`
    return { path, message: `there is no such setting; ${hint}`, isUnknown: true }
  }
  const words = schema['type'] === 'object' ? 'a table' : schemaWords(schema)
  return { path, message: `expected ${words}` }
}

function pathOf(pointer: string, root: unknown): SettingPath {
  const path: (string | number)[] = []
  let value = root
  for (const segment of pointer.split('/').slice(1)) {
    const name = segment.replaceAll('~1', '/').replaceAll('~0', '~')
    path.push(Array.isArray(value) ? Number(name) : name)
    value = Reflect.get(Object(value), name)
  }
  return path
}
