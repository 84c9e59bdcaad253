import { redact } from '../platform/redact.ts'
import { type Issue, type SettingPath, valueAt } from '../platform/settings.ts'
import { BLOCK_SETTINGS, FILE_SETTINGS } from './schema.ts'

const MAX_VALUE_CHARACTERS = 120

/** Last keys of settings whose value is a secret, or an address that is as good as one. */
const SECRETS: ReadonlySet<string> = new Set([
  'primary_key',
  'egress_proxy',
  'oidc_client_secret',
  'google_client_secret',
  'github_client_secret',
  'api_key',
  'webhook',
  'webhook_secret',
  'ntfy',
  'ntfy_token',
  'extra_args',
])

/** Where the settings came from. */
export interface Sources {
  /** Name of the settings file as messages have it. */
  file: string
  /** Settings that the environment gives. */
  fromEnvironment: ReadonlySet<string>
  /** Names of the environment by the paths of parts of a table that it gives: `files.s3.key`. */
  variables: ReadonlyMap<string, string>
  /** The settings as they were given. */
  value: unknown
}

/**
 * An issue as a sentence that names the file, the table, the key and the value given:
 * `hearth.toml: [[engines]] "local": base_url is "ftp://x": expected …`. A setting of the
 * environment has its name there: `PORT is "http": expected …`. The value of a secret is not shown.
 */
export function describeIssue(
  { path, message, isUnknown = false }: Issue,
  sources: Sources,
): string {
  const [name = ''] = path
  const given = valueAt(path, sources.value)
  const variable = sources.variables.get(path.join('.'))
  if (variable !== undefined) return `${variable}${stateOf(path, given)}: ${message}`
  const isPlain = path.length === 1 || typeof path[1] === 'number'
  const isTable = FILE_SETTINGS.has(String(name))
  const inFile = !sources.fromEnvironment.has(String(name)) && (given !== undefined || isTable)
  const subject =
    isPlain && !isTable ? plainSubject(path, inFile) : tableSubject(path, sources.value)
  const state = isUnknown ? '' : stateOf(path, given)
  return `${inFile ? `${sources.file}: ` : ''}${subject}${state}: ${message}`
}

function plainSubject([name = '', index]: SettingPath, inFile: boolean): string {
  const own = inFile ? String(name) : String(name).toUpperCase()
  return typeof index === 'number' ? `${own}, item ${index + 1},` : own
}

/** `[[engines]] "local", account "home": dir` or `[alerts.smtp]: to, item 2,`. */
function tableSubject(path: SettingPath, root: unknown): string {
  const [name, ...rest] = path
  if (name === 'alerts') {
    const table = rest[0] === 'smtp' && rest.length > 1 ? 'alerts.smtp' : 'alerts'
    return `[${table}]${keyWords(table === 'alerts' ? rest : rest.slice(1))}`
  }
  if (name === undefined || !BLOCK_SETTINGS.has(String(name))) return `[${name}]${keyWords(rest)}`
  const [engine, list, index] = rest
  if (typeof engine !== 'number') return String(name)
  const block = `[[${name}]] ${nameOf(valueAt([name, engine], root), engine)}`
  if (list !== 'accounts' && list !== 'patterns') return `${block}${keyWords(rest.slice(1))}`
  if (typeof index !== 'number') return `${block}: ${list}`
  const item =
    list === 'patterns'
      ? `pattern ${index + 1}`
      : `account ${nameOf(valueAt(path.slice(0, 4), root), index)}`
  return `${block}, ${item}${keyWords(rest.slice(3))}`
}

function keyWords(keys: SettingPath): string {
  if (keys.length === 0) return ''
  const last = keys.at(-1)
  if (typeof last === 'number') return `: ${keys.slice(0, -1).join('.')}, item ${last + 1},`
  return `: ${keys.join('.')}`
}

/** An item by its id, else by its number from 1. */
function nameOf(item: unknown, index: number): string {
  const id: unknown = Reflect.get(Object(item), 'id')
  return typeof id === 'string' && id !== '' ? shown(id) : `number ${index + 1}`
}

function stateOf(path: SettingPath, given: unknown): string {
  if (given === undefined) return ' is missing'
  if (isSecret(path)) return ' (its value is not shown)'
  if (Array.isArray(given)) return given.length === 0 ? ' is an empty list' : ' is a list'
  if (typeof given === 'object' && given !== null) return path.length < 3 ? '' : ' is a table'
  return ` is ${shown(given)}`
}

function isSecret(path: SettingPath): boolean {
  if (path.some((key) => SECRETS.has(String(key)))) return true
  // The address has the user's password; any variable of an account may hold a key.
  if (path[1] === 's3' && (path[2] === 'key' || path[2] === 'secret')) return true
  if (path[0] === 'queue' && path[1] === 'url') return true
  return (path[1] === 'smtp' && path[2] === 'url') || path[4] === 'env'
}

function shown(value: unknown): string {
  const text = redact(JSON.stringify(value) ?? String(value))
  return text.length > MAX_VALUE_CHARACTERS ? `${text.slice(0, MAX_VALUE_CHARACTERS)}…` : text
}
