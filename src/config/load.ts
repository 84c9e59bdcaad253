import { readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type { TSchema } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { parse as parseToml, TomlError } from 'smol-toml'
import { queueIssues, withQueueVariables } from '../cluster/settings.ts'
import { alertIssues } from '../core/alerts/settings.ts'
import { engineIssues } from '../engines/settings.ts'
import { speechIssues } from '../engines/speech/settings.ts'
import { transcriptionIssues } from '../engines/transcription/settings.ts'
import { mcpIssues } from '../features/mcp/settings.ts'
import { notificationIssues } from '../features/notifications/settings.ts'
import { toolServerIssues } from '../features/tool-servers/settings.ts'
import { webIssues } from '../features/web-pages/settings.ts'
import { workerIssues } from '../features/workers/settings.ts'
import { codeOf } from '../platform/errors.ts'
import { type Issue, type Part, type SettingPath, valueAt } from '../platform/settings.ts'
import { isHttpUrl, isLoopbackHost } from '../platform/urls.ts'
import { fileIssues, withBucketVariables } from '../storage/settings.ts'
import {
  describeIssue,
  listIssues,
  portIssues,
  schemaIssues,
  urlIssues,
  validPart,
  withDefaults,
} from './describe-issue.ts'
import { FILE_SETTINGS, LIST_SETTINGS, NUMBER_SETTINGS, Settings } from './schema.ts'

/**
 * The settings of this machine: the environment, and the settings file if there is one.
 *
 * @param folder The working folder of the service, where it is another than that of this process
 * @throws {ConfigError} with every issue found
 */
export function readSettings(
  env: Readonly<Record<string, string | undefined>>,
  folder?: string,
): Config {
  return loadConfig(env, readIfPresent, folder)
}

/** Returns undefined only for a missing file, so that an unreadable one is not ignored silently. */
function readIfPresent(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    const code = codeOf(error)
    if (code === 'ENOENT') return undefined
    throw new ConfigError([`${path}: cannot be read (${String(code)})`])
  }
}

/** Read at the start from the working folder, as they may have the Primary Key. */
const ENVIRONMENT_FILES = ['', '.development', '.production', '.test'].flatMap((mode) => [
  `.env${mode}`,
  `.env${mode}.local`,
])

/** Where model files are; undefined where the data is in memory. */
export function modelsFolder({ data_dir: folder }: Pick<Config, 'data_dir'>): string | undefined {
  return folder === ':memory:' ? undefined : join(folder, 'models')
}

/** What no caller may read: the data, the backups, the settings and the logins of the service. */
export function ownPaths(
  { data_dir: folder, backups, engines = [] }: Config,
  env: Readonly<Record<string, string | undefined>> = {},
): string[] {
  const logins = engines.flatMap(({ accounts = [] }) => accounts.map(({ dir }) => dir))
  const kept = backups.folder === undefined ? [] : [backups.folder]
  const environment = ENVIRONMENT_FILES.map((name) => resolve(name))
  return [folder, ...kept, settingsFile(env), ...environment, ...logins]
}

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
function withAbsolutePaths(
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

/** The checked and frozen settings. */
export type Config = Readonly<Settings>

/** Invalid settings. `message` lists every issue; `main.ts` prints it and exits with 2. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
  readonly issues: readonly string[]

  constructor(issues: readonly string[]) {
    super(
      `Cannot start, ${issues.length === 1 ? 'one setting is' : `${issues.length} settings are`} wrong:\n${issues.map((issue) => `  - ${issue}`).join('\n')}`,
    )
    this.issues = issues
  }
}

/**
 * Reads `hearth.toml` and the environment, which takes precedence. Paths in the file are relative to
 * its folder.
 *
 * @param env The process's environment; empty values count as absent
 * @param readFile Returns the text of the settings file, undefined when there is none
 * @param folder Where the file and all other relative paths start; by default the working folder
 * @throws {ConfigError} with every issue found
 */
export function loadConfig(
  env: Readonly<Record<string, string | undefined>>,
  readFile: (path: string) => string | undefined,
  folder: string = process.cwd(),
): Config {
  const path = env['HEARTH_CONFIG'] || './hearth.toml'
  const whole = settingsFile(env, folder)
  const text = readFile(whole)
  if (text === undefined && env['HEARTH_CONFIG']) {
    throw new ConfigError([`HEARTH_CONFIG is ${JSON.stringify(path)}: there is no such file`])
  }
  const file = path.replace(/^\.\//, '')
  const parsed = parseFile(file, text ?? '')
  const given = fromEnvironment(env)
  const { files, variables } = withBucketVariables(parsed.value['files'], env)
  const { queue, names } = withQueueVariables(parsed.value['queue'], env)
  const raw = {
    ...parsed.value,
    ...given,
    ...(files === undefined ? {} : { files }),
    ...(queue === undefined ? {} : { queue }),
  }
  const sources = {
    file,
    fromEnvironment: new Set(Object.keys(given)),
    value: raw,
    variables: new Map([...variables, ...names]),
  }
  const isInFile = (path: SettingPath) =>
    valueAt(path, parsed.value) !== undefined &&
    !sources.fromEnvironment.has(String(path[0])) &&
    !sources.variables.has(path.join('.'))
  const value = withAbsolutePaths(Settings, withDefaults(Settings, raw), (path) =>
    isInFile(path) ? dirname(whole) : folder,
  )
  const issues = [
    ...parsed.issues,
    ...settingIssues(value)
      // What is missing may stand in a line that cannot be read.
      .filter((issue) => parsed.issues.length === 0 || valueAt(issue.path, raw) !== undefined)
      .map((issue) => describeIssue(issue, sources)),
  ]
  if (issues.length > 0) throw new ConfigError(issues)
  return Object.freeze(Value.Decode(Settings, value))
}

function fromEnvironment(
  env: Readonly<Record<string, string | undefined>>,
): Record<string, unknown> {
  const found: Record<string, unknown> = {}
  for (const name of Object.keys(Settings.properties)) {
    const text = env[name.toUpperCase()]
    if (text === undefined || text === '' || FILE_SETTINGS.has(name)) continue
    if (LIST_SETTINGS.has(name))
      found[name] = text
        .split(',')
        .map((part) => part.trim())
        .filter(Boolean)
    else if (NUMBER_SETTINGS.has(name)) found[name] = /^\d{1,16}$/.test(text) ? Number(text) : text
    else found[name] = text
  }
  return found
}

/** Every issue, one for each setting, in the order of the settings. */
function settingIssues(value: unknown): Issue[] {
  const part = validPart(value)
  const all = [
    ...schemaIssues(value),
    ...urlIssues(part),
    ...listIssues(part),
    ...engineIssues(part.engines ?? []),
    ...aliasIssues(part.aliases ?? {}),
    ...transcriptionIssues(part.transcription_engines ?? []),
    ...speechIssues(part.speech_engines ?? []),
    ...mcpIssues(part.mcp ?? {}, part.base_url),
    ...toolServerIssues(part.mcp_servers ?? []),
    ...portIssues(part),
    ...signInIssues(part),
    ...alertIssues(part.alerts ?? {}),
    ...webIssues(part.web ?? {}),
    ...workerIssues(part.workers ?? {}),
    ...fileIssues(part.files ?? {}),
    ...notificationIssues(part.notifications ?? {}, part.alerts?.smtp !== undefined),
    ...queueIssues(part.queue ?? {}),
  ]
  const byPath = new Map<string, Issue>()
  for (const issue of all) {
    const key = JSON.stringify(issue.path)
    // A value that does not match its schema is absent from the part: that is no second issue.
    if (!byPath.has(key)) byPath.set(key, issue)
  }
  const order = Object.keys(Settings.properties)
  const rank = ({ path: [name, index] }: Issue) =>
    order.indexOf(String(name)) + (typeof index === 'number' ? index / 1e6 : 0)
  return [...byPath.values()].toSorted((a, b) => rank(a) - rank(b))
}

const NAME = /^[!-~]{1,200}$/
const TARGET = /^[!-)+-~]{1,200}$/

/** Issues of the `[aliases]` table that its schema does not find. */
function aliasIssues(aliases: Part<Settings['aliases']>): Issue[] {
  return Object.entries(aliases).flatMap(([name, target]): Issue[] => {
    const path = ['aliases', name]
    if (target === undefined) return []
    if (!NAME.test(name))
      return [
        { path, message: 'expected a name of 1 to 200 letters, digits and signs before the =' },
      ]
    if (name === 'auto') return [{ path, message: 'auto is no alias: it takes the first engine' }]
    if (!TARGET.test(target))
      return [{ path, message: 'expected auto, an engine, engine/model or a model, without *' }]
    return isLoop(name, aliases) ? [{ path, message: 'this alias leads back to itself' }] : []
  })
}

function isLoop(name: string, aliases: Part<Settings['aliases']>): boolean {
  const seen = new Set<string>()
  for (let next = aliases[name]; next !== undefined; next = aliases[next]) {
    if (next === name || seen.has(next)) return true
    seen.add(next)
  }
  return false
}

/** Lines that are reported; of a file that is no TOML at all, each is wrong. */
const MAX_FAULTS = 10

const KEY = /^\s*([A-Za-z0-9_.-]+)\s*=/

interface ParsedFile {
  value: Record<string, unknown>
  /** One sentence for each line that is not TOML, with its number and never its text. */
  issues: string[]
}

/**
 * Parses a settings file. Lines that are not TOML are left out, so that one message has the issues
 * of the others as well.
 */
function parseFile(name: string, text: string): ParsedFile {
  const lines = text.split('\n')
  const issues: string[] = []
  while (issues.length < MAX_FAULTS) {
    try {
      return { value: parseToml(lines.join('\n')), issues }
    } catch (error) {
      const line = error instanceof TomlError ? error.line : 0
      const own = lines[line - 1] ?? ''
      // The parser quotes the lines, which may contain a secret: only its first one is used.
      const reason = error instanceof Error ? (error.message.split('\n', 1)[0] ?? '') : ''
      issues.push(`${name}:${line}: ${explain(reason, own)}`)
      // Without its header a table's keys would belong to another.
      if (own.trim() === '' || own.trimStart().startsWith('[')) break
      lines[line - 1] = ''
    }
  }
  return { value: {}, issues }
}

function explain(reason: string, line: string): string {
  const key = KEY.exec(line)?.[1] ?? 'name'
  if (reason.includes('control characters') || reason.includes('unfinished string'))
    return `the text of ${key} has no quotation mark at its end`
  if (reason.includes('redefine'))
    return `${line.trim().startsWith('[') ? 'this table' : key} is given twice`
  if (reason.includes('illegal character in key') || reason.includes('incomplete key-value'))
    return 'expected a line such as name = "text"'
  if (reason.includes('escape'))
    return `a backslash in ${key} is written twice, or the text in single quotation marks`
  if (reason.includes('invalid value'))
    return `expected ${key} = "text", ${key} = 123, ${key} = true or ${key} = ["text", "text"]`
  return `not TOML: ${reason.replace(/^Invalid TOML document: /, '')}`
}

/** The settings of one identity provider: all or none. */
const GROUPS = [
  ['oidc_issuer', 'oidc_client_id', 'oidc_client_secret'],
  ['google_client_id', 'google_client_secret'],
  ['github_client_id', 'github_client_secret'],
] as const

/** Issues of the sign-in settings. */
function signInIssues(settings: Part<Settings>): Issue[] {
  const issues: Issue[] = []
  for (const group of GROUPS) {
    const [given] = group.filter((name) => settings[name] !== undefined)
    for (const name of group)
      if (given !== undefined && settings[name] === undefined)
        issues.push({
          path: [name],
          message: `expected beside ${given.toUpperCase()}; a provider has all of ${group.map((one) => one.toUpperCase()).join(', ')} or none`,
        })
  }
  const on = GROUPS.some(([first]) => settings[first] !== undefined)
  if (!on) return issues
  if (settings.base_url === undefined)
    issues.push({
      path: ['base_url'],
      message: 'needed to sign in, since the identity provider sends browsers back to it',
    })
  for (const name of ['base_url', 'alt_base_url'] as const) {
    const url = settings[name]
    if (url === undefined || !isHttpUrl(url)) continue
    // Session cookies are sent over TLS or to this machine only.
    if (!isSafe(new URL(url)))
      issues.push({ path: [name], message: 'sign-in needs https, unless it is a loopback address' })
    else if (new URL(url).pathname !== '/')
      issues.push({ path: [name], message: 'sign-in needs an address without a path' })
  }
  const { oidc_issuer: issuer } = settings
  // The issuer receives the client secret and decides who a user is.
  if (issuer !== undefined && isHttpUrl(issuer) && !isSafe(new URL(issuer)))
    issues.push({
      path: ['oidc_issuer'],
      message: 'expected https, unless it is a loopback address',
    })
  return issues
}

function isSafe(url: URL): boolean {
  return url.protocol === 'https:' || isLoopbackHost(url)
}
