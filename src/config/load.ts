import type { TSchema } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { parse as parseToml, TomlError } from 'smol-toml'
import { parseNetwork } from '../platform/networks.ts'
import { isHttpUrl } from '../platform/urls.ts'
import { alertFaults } from './alert-faults.ts'
import { engineFaults } from './engine-faults.ts'
import { EngineSettings, FILE_SETTINGS, LIST_SETTINGS, Settings } from './schema.ts'
import { signInFaults } from './sign-in-faults.ts'

/** The checked and frozen settings. */
export type Config = Readonly<Settings>

/** Invalid settings. `message` lists every fault; `main.ts` prints it and exits with 2. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
  readonly faults: readonly string[]

  constructor(faults: readonly string[]) {
    super(
      `Cannot start, ${faults.length === 1 ? 'one setting is' : `${faults.length} settings are`} wrong:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`,
    )
    this.faults = faults
  }
}

/**
 * Reads `hearth.toml` and the environment, which takes precedence.
 *
 * @param env The process's environment; empty values count as absent
 * @param readFile Returns the text of the settings file, undefined when there is none
 * @throws {ConfigError} with every fault found
 */
export function loadConfig(
  env: Readonly<Record<string, string | undefined>>,
  readFile: (path: string) => string | undefined,
): Config {
  const path = env['HEARTH_CONFIG'] || './hearth.toml'
  const text = readFile(path)
  if (text === undefined && env['HEARTH_CONFIG']) {
    throw new ConfigError([`HEARTH_CONFIG: cannot read the file ${path}`])
  }
  const raw = { ...parseFile(path, text), ...fromEnvironment(env) }
  const value = Value.Default(Settings, Value.Clone(raw))
  const faults = [...schemaFaults(value), ...semanticFaults(value)]
  if (faults.length > 0) throw new ConfigError(faults)
  return Object.freeze(Value.Decode(Settings, value))
}

function parseFile(path: string, text: string | undefined): Record<string, unknown> {
  if (text === undefined) return {}
  try {
    return parseToml(text)
  } catch (cause) {
    // smol-toml quotes the faulty lines, which may contain a secret: only its first line is used.
    const reason = cause instanceof Error ? cause.message.split('\n', 1)[0] : 'not TOML'
    const line = cause instanceof TomlError ? `:${cause.line}` : ''
    throw new ConfigError([`${path}${line}: ${reason}`])
  }
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
    else if (name.endsWith('port')) found[name] = /^\d{1,6}$/.test(text) ? Number(text) : text
    else found[name] = text
  }
  return found
}

function schemaFaults(value: unknown): string[] {
  const faults = new Map<string, string>()
  for (const error of Value.Errors(Settings, value)) {
    const name = settingName(error.path, value)
    // A union or a missing property has several errors: only the first is reported.
    if (!faults.has(name)) faults.set(name, `${name}: ${explain(error.message, error.schema)}`)
  }
  return [...faults.values()]
}

/**
 * `/engines/1/base_url` → `engines.local.base_url`; `/alerts/ntfy` → `alerts.ntfy`; `/port` →
 * `PORT`.
 */
function settingName(path: string, value: unknown): string {
  const [first = '', index, ...rest] = path.split('/').slice(1)
  if (first === 'alerts') return path.slice(1).replaceAll('/', '.')
  if (first !== 'engines')
    return index === undefined ? first.toUpperCase() : `${first.toUpperCase()}[${index}]`
  if (index === undefined) return 'engines'
  const id: unknown = Reflect.get(Object(list(value)[Number(index)]), 'id')
  return ['engines', typeof id === 'string' ? id : index, ...rest].join('.')
}

function list(value: unknown): unknown[] {
  const engines: unknown = Reflect.get(Object(value), 'engines')
  return Array.isArray(engines) ? engines : []
}

function explain(message: string, schema: TSchema): string {
  if (message === 'Unexpected property') return 'there is no such setting'
  if (schema['pattern'] !== undefined && message.startsWith('Expected string to match'))
    return `expected ${schema.description}`
  const anyOf: unknown = schema['anyOf']
  const choices = Array.isArray(anyOf)
    ? anyOf.map((choice: unknown) => Reflect.get(Object(choice), 'const'))
    : []
  return choices.length > 0
    ? `expected one of ${choices.join(', ')}`
    : message.charAt(0).toLowerCase() + message.slice(1)
}

/** Faults that the schema does not find; checked only where the schema matches. */
function semanticFaults(value: unknown): string[] {
  if (!Value.Check(Settings, value)) return partialFaults(value)
  return [
    ...urlFaults(value),
    ...listFaults(value),
    ...engineFaults(value.engines),
    ...groupFaults(value),
    ...alertFaults(value.alerts),
  ]
}

/**
 * Checks the valid settings also when others do not match the schema, so that one message lists
 * every fault.
 */
function partialFaults(value: unknown): string[] {
  const valid: Record<string, unknown> = {}
  for (const [name, schema] of Object.entries(Settings.properties)) {
    const own: unknown = Reflect.get(Object(value), name)
    if (own !== undefined && Value.Check(schema, own)) valid[name] = own
  }
  valid['engines'] = list(value).filter((engine) => Value.Check(EngineSettings, engine))
  const patched: unknown = Value.Default(Settings, valid)
  return Value.Check(Settings, patched) ? semanticFaults(patched) : []
}

function urlFaults(settings: Settings): string[] {
  const faults: string[] = []
  for (const name of ['base_url', 'alt_base_url', 'oidc_issuer'] as const) {
    const text = settings[name]
    if (text !== undefined && !isHttpUrl(text))
      faults.push(`${name.toUpperCase()}: expected an http or https URL without credentials`)
  }
  for (const origin of settings.cors_origins) {
    if (!isHttpUrl(origin) || new URL(origin).origin !== origin)
      faults.push(`CORS_ORIGINS: ${origin} is not an origin such as https://canvas.example`)
  }
  return faults
}

function listFaults(settings: Settings): string[] {
  const faults: string[] = []
  for (const name of ['trusted_networks', 'trusted_proxies'] as const) {
    for (const network of settings[name]) {
      try {
        parseNetwork(network)
      } catch {
        faults.push(
          `${name.toUpperCase()}: ${network} is not an address or a network such as 192.168.1.0/24`,
        )
      }
    }
  }
  for (const host of settings.local_hosts) {
    if (!/^[A-Za-z0-9.-]{1,253}$/.test(host))
      faults.push(`LOCAL_HOSTS: ${host} is not a host name (no scheme, no port)`)
  }
  return faults
}

function groupFaults(settings: Settings): string[] {
  const faults: string[] = []
  if (
    settings.edge_port !== undefined &&
    settings.edge_port !== 0 &&
    settings.edge_port === settings.port &&
    settings.edge_host === settings.host
  ) {
    faults.push('EDGE_PORT: must differ from PORT')
  }
  return [...faults, ...signInFaults(settings)]
}
