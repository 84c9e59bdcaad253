import type { TSchema } from '@sinclair/typebox'
import { type ValueError, ValueErrorType } from '@sinclair/typebox/errors'
import { Value } from '@sinclair/typebox/value'
import { nearestName } from '../platform/nearest-name.ts'
import { parseNetwork } from '../platform/networks.ts'
import { redact } from '../platform/redact.ts'
import { schemaWords } from '../platform/schema-error.ts'
import { type Issue, issue, type Part, type SettingPath, valueAt } from '../platform/settings.ts'
import { HTTP_URL, isHttpUrl, parseUrl, tryDecode } from '../platform/urls.ts'
import { BLOCK_SETTINGS, FILE_SETTINGS, Settings } from './schema.ts'

/** Issues of the service's own addresses, of the issuer's, of the proxy's, and of origins. */
export function urlIssues(settings: Part<Settings>): Issue[] {
  const issues: Issue[] = []
  for (const name of ['base_url', 'alt_base_url', 'oidc_issuer'] as const) {
    const text = settings[name]
    if (text !== undefined && !isHttpUrl(text)) issues.push(issue([name], HTTP_URL))
  }
  const { egress_proxy } = settings
  if (egress_proxy !== undefined && !isProxyUrl(egress_proxy))
    issues.push(
      issue(
        ['egress_proxy'],
        'expected a proxy such as http://proxy.example:3128 or https://user:password@proxy.example',
      ),
    )
  settings.cors_origins?.forEach((origin, index) => {
    if (origin !== undefined && (!isHttpUrl(origin) || new URL(origin).origin !== origin))
      issues.push(
        issue(
          ['cors_origins', index],
          'expected an origin such as https://canvas.example, without a path or a slash at the end',
        ),
      )
  })
  return issues
}

function isProxyUrl(text: string): boolean {
  const url = parseUrl(text)
  return (
    url !== undefined &&
    (url.protocol === 'http:' || url.protocol === 'https:') &&
    tryDecode(url.username + url.password) !== undefined &&
    url.pathname === '/' &&
    url.search === '' &&
    url.hash === ''
  )
}

/** Issues of networks and host names. */
export function listIssues(settings: Part<Settings>): Issue[] {
  const issues: Issue[] = []
  for (const name of ['trusted_networks', 'trusted_proxies'] as const)
    settings[name]?.forEach((network, index) => {
      if (network !== undefined && !isNetwork(network))
        issues.push(
          issue([name, index], 'expected an address, or a network such as 192.168.1.0/24'),
        )
    })
  settings.local_hosts?.forEach((host, index) => {
    if (host !== undefined && !/^[A-Za-z0-9.-]{1,253}$/.test(host))
      issues.push(
        issue(
          ['local_hosts', index],
          'expected a host name such as hearth.lan, without http:// and port',
        ),
      )
  })
  return issues
}

export function portIssues({ host, port, edge_host, edge_port }: Part<Settings>): Issue[] {
  if (edge_port === undefined || edge_port === 0) return []
  if (edge_port !== port || edge_host !== host) return []
  return [issue(['edge_port'], 'expected another port than PORT')]
}

function isNetwork(text: string): boolean {
  try {
    parseNetwork(text)
    return true
  } catch {
    return false
  }
}

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
  return issue(path, `expected ${words}`)
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
