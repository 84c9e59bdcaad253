import { resolve } from 'node:path'
import type { TSchema } from '@sinclair/typebox'
import type { SettingPath } from '../platform/settings.ts'

/** The value of `data_dir` with which the data is in memory. */
const IN_MEMORY = ':memory:'

/** The settings file, as an absolute path. */
export function settingsFile(
  env: Readonly<Record<string, string | undefined>>,
  folder: string = process.cwd(),
): string {
  return resolve(folder, env['HEARTH_CONFIG'] || 'hearth.toml')
}

/**
 * Makes the paths among the settings absolute, as child processes and tools run in other folders. A
 * value of the wrong type stays as it is.
 *
 * @param folderOf Where the relative path of a setting starts
 */
export function withAbsolutePaths(
  schema: TSchema | undefined,
  value: unknown,
  folderOf: (path: SettingPath) => string,
  path: SettingPath = [],
): unknown {
  if (typeof value === 'string')
    return isPath(schema?.['x-path'], value) ? resolve(folderOf(path), value) : value
  const under = (key: string | number, own: TSchema | undefined, inner: unknown) =>
    withAbsolutePaths(own, inner, folderOf, [...path, key])
  if (Array.isArray(value)) {
    const items: TSchema | undefined = schema?.['items']
    const first = schema?.['x-path'] === undefined ? items : schema
    return value.map((item, index) => under(index, index === 0 ? first : items, item))
  }
  const properties: Record<string, TSchema> | undefined = schema?.['properties']
  if (properties === undefined || typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => {
      const own = properties[name]
      const adapter: unknown = own?.['x-path-adapter']
      const isOther = adapter !== undefined && adapter !== Reflect.get(value, 'adapter')
      return [name, isOther ? inner : under(name, own, inner)]
    }),
  )
}

function isPath(mark: unknown, text: string): boolean {
  if (text === '' || text === IN_MEMORY) return false
  return mark === 'always' || (mark === 'with-slash' && /[\\/]/.test(text))
}
