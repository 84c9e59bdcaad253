import { RE2JS } from 're2js'
import type { AccountSettings, EngineSettings } from './config-schema.ts'
import { isHouseUrl, isHttpUrl, isPublicUrl } from './urls.ts'

const PROVIDER_KEY = /^(\w+?)_(?:API_KEY|AUTH_TOKEN)$/i

/** Base URLs that a provider's key goes to, where they are not `<provider>_BASE_URL`. */
const BASE_URLS: Readonly<Record<string, readonly string[]>> = {
  CODEX: ['OPENAI_BASE_URL', 'CODEX_BASE_URL'],
  GEMINI: ['GOOGLE_GEMINI_BASE_URL', 'GEMINI_BASE_URL'],
  GOOGLE: ['GOOGLE_GEMINI_BASE_URL', 'GOOGLE_VERTEX_BASE_URL', 'GOOGLE_BASE_URL'],
}

/** What is wrong with the `[[engines]]` blocks beside their shape; no fault shows a secret. */
export function engineFaults(engines: readonly EngineSettings[]): string[] {
  const faults: string[] = []
  const seen = new Set<string>()
  for (const engine of engines) {
    const name = `engines.${engine.id}`
    if (seen.has(engine.id)) faults.push(`${name}: the id is given twice`)
    seen.add(engine.id)
    if (engine.id === 'auto') faults.push(`${name}: auto is the name of the choice itself`)
    faults.push(...adapterFaults(engine, name))
  }
  return faults
}

function adapterFaults(engine: EngineSettings, name: string): string[] {
  switch (engine.adapter) {
    case 'demo':
      return misplaced(engine, name, ['accounts', 'command'])
    case 'openai-http':
      return [
        ...modelFaults(engine, name),
        ...addressFaults(engine.base_url, name),
        ...misplaced(engine, name, ['accounts', 'command']),
      ]
    case 'claude':
    case 'codex':
    case 'gemini':
    case 'agy':
      return [
        ...modelFaults(engine, name),
        ...accountFaults(engine.accounts, name),
        ...patternFaults(engine, name),
        ...misplaced(engine, name, ['base_url', 'api_key']),
      ]
  }
}

/** The owner's patterns run in RE2, on texts from outside. */
function patternFaults({ patterns = [] }: EngineSettings, name: string): string[] {
  return patterns.flatMap(({ pattern }, index) => {
    try {
      RE2JS.compile(pattern)
      return []
    } catch {
      return [`${name}.patterns.${index}: not a regular expression that RE2 can run`]
    }
  })
}

function modelFaults({ models }: EngineSettings, name: string): string[] {
  return models === undefined ? [`${name}.models: expected at least one model`] : []
}

function misplaced(
  engine: EngineSettings,
  name: string,
  fields: readonly ('accounts' | 'command' | 'base_url' | 'api_key')[],
): string[] {
  return fields
    .filter((field) => engine[field] !== undefined)
    .map((field) => `${name}.${field}: the adapter ${engine.adapter} has no such setting`)
}

function addressFaults(url: string | undefined, name: string): string[] {
  if (url === undefined) return [`${name}.base_url: expected the address of the local server`]
  if (!isHttpUrl(url))
    return [`${name}.base_url: expected an http or https URL without credentials`]
  if (!isPublicUrl(url)) return []
  return [`${name}.base_url: only loopback and private addresses are allowed, no pay-per-use API`]
}

function accountFaults(accounts: readonly AccountSettings[] | undefined, engine: string): string[] {
  if (accounts === undefined) return [`${engine}.accounts: expected at least one login of the tool`]
  const faults: string[] = []
  const seen = new Set<string>()
  for (const account of accounts) {
    const name = `${engine}.accounts.${account.id}`
    if (seen.has(account.id)) faults.push(`${name}: the id is given twice`)
    seen.add(account.id)
    faults.push(...keyFaults(account.env, name))
  }
  return faults
}

/**
 * A provider's key would win over the login and be paid by use, so it may stand only beside that
 * provider's base URL, in the house. Source: shared/design.md, Settings.
 */
function keyFaults(env: AccountSettings['env'], name: string): string[] {
  return Object.keys(env).flatMap((key) => {
    const provider = PROVIDER_KEY.exec(key)?.[1]?.toUpperCase()
    if (provider === undefined) return []
    const wanted = BASE_URLS[provider] ?? [`${provider}_BASE_URL`]
    const urls = wanted.flatMap((one) => env[one] ?? [])
    if (urls.length > 0 && urls.every(staysInTheHouse)) return []
    return [`${name}.env.${key}: only with ${wanted[0]} at a loopback or private address beside it`]
  })
}

function staysInTheHouse(text: string): boolean {
  return isHttpUrl(text) && isHouseUrl(new URL(text))
}
