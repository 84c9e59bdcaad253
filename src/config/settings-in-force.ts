import { redact } from '../platform/redact.ts'
import type { Config } from './load.ts'
import { Settings } from './schema.ts'

/** One setting as it is in force. */
export interface SettingInForce {
  /** As in `hearth.toml`, with the names of tables and of their entries: `engines.local.models`. */
  name: string
  /** Undefined where it is not set, and for a secret. */
  value: string | undefined
  isSecret: boolean
  isSet: boolean
}

/** Settings that are secrets or addresses that may hold one, and arguments that may. */
const SECRET =
  /(?:^|[._])(?:primary_key|\w*secret|\w*token|api_key|password|webhook|ntfy|egress_proxy|smtp\.url|queue\.url|s3\.key|extra_args)$|\.env\.[^.]+$|^\w+_engines\..*\.command$|^mcp_servers\.[^.]+\.(?:url$|headers\.)/

/** Every setting that has a name of its own, and those of the tables that are set. */
export function settingsInForce(config: Config): SettingInForce[] {
  return Object.keys(Settings.properties).flatMap((name) =>
    partsOf(name, Reflect.get(config, name)),
  )
}

function partsOf(name: string, value: unknown): SettingInForce[] {
  if (Array.isArray(value) && value.some((one) => typeof one === 'object'))
    return value.flatMap((one, index) =>
      partsOf(`${name}.${Reflect.get(Object(one), 'id') ?? index}`, one),
    )
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return Object.entries(value).flatMap(([part, own]) => partsOf(`${name}.${part}`, own))
  const isSet = value !== undefined && !(Array.isArray(value) && value.length === 0)
  const isSecret = SECRET.test(name)
  return [{ name, isSet, isSecret, value: isSet && !isSecret ? textOf(value) : undefined }]
}

function textOf(value: unknown): string {
  return redact(Array.isArray(value) ? value.join(', ') : String(value))
}
