import { RE2JS } from 're2js'
import { keyFaults } from '../platform/provider-keys.ts'
import { realPath } from '../platform/real-path.ts'
import { isHttpUrl, isPaidApi, isPublicUrl } from '../platform/urls.ts'
import { blockFaults, unsupportedFields } from './block-faults.ts'
import type { Fault, Part, SettingPath } from './fault.ts'
import { HTTP_URL } from './listener-faults.ts'
import type { AccountSettings, EngineSettings } from './schema.ts'

type Engine = Part<EngineSettings>

/** Variables that Hearth sets for each account from its `dir`. */
const FOLDER_VARIABLES = ['HOME', 'CLAUDE_CONFIG_DIR', 'CODEX_HOME', 'GEMINI_CLI_HOME']

/** Settings of the server that Hearth starts itself. */
const GGUF_FIELDS = ['context_tokens', 'threads', 'idle_seconds'] as const

const PRIVATE_ONLY =
  'expected a loopback or private address, because Hearth never calls a pay-per-use API'

/** Faults of the `[[engines]]` blocks that their schema does not find. */
export function engineFaults(engines: readonly (Engine | undefined)[]): Fault[] {
  return [
    ...blockFaults({ setting: 'engines', noun: 'engine' }, engines, adapterFaults),
    ...sharedFolderFaults(engines),
  ]
}

function adapterFaults(engine: Engine, path: SettingPath): Fault[] {
  switch (engine.adapter) {
    case undefined:
      return []
    case 'demo':
      return unsupportedFields(engine, path, ['accounts', 'command', ...GGUF_FIELDS])
    case 'gguf':
      return unsupportedFields(engine, path, [
        'accounts',
        'base_url',
        'api_key',
        'command',
        'patterns',
      ])
    case 'openai-http':
      return [
        ...addressFaults(engine.base_url, [...path, 'base_url']),
        ...unsupportedFields(engine, path, ['accounts', 'command', ...GGUF_FIELDS]),
      ]
    case 'claude':
    case 'codex':
    case 'gemini':
    case 'agy':
      return [
        ...modelFaults(engine, path),
        ...accountFaults(engine.accounts, [...path, 'accounts']),
        ...patternFaults(engine, path),
        ...unsupportedFields(engine, path, ['base_url', 'api_key', ...GGUF_FIELDS]),
      ]
  }
}

/** The owner's patterns run in RE2, because the texts come from outside. */
function patternFaults({ patterns = [] }: Engine, path: SettingPath): Fault[] {
  return patterns.flatMap((item, index) => {
    try {
      if (item?.pattern !== undefined) RE2JS.compile(item.pattern)
      return []
    } catch {
      const says = 'expected a regular expression that RE2 can run (no look-ahead)'
      return [{ path: [...path, 'patterns', index, 'pattern'], says }]
    }
  })
}

function modelFaults({ models }: Engine, path: SettingPath): Fault[] {
  if (models !== undefined) return []
  return [{ path: [...path, 'models'], says: 'expected at least one model, as in ["qwen3"]' }]
}

/** Faults of the address of an engine's server. */
export function addressFaults(url: string | undefined, path: SettingPath): Fault[] {
  if (url === undefined)
    return [{ path, says: 'expected the address of the local server: http://127.0.0.1:8080/v1' }]
  if (!isHttpUrl(url)) return [{ path, says: HTTP_URL }]
  return isPublicUrl(url) || isPaidApi(url) ? [{ path, says: PRIVATE_ONLY }] : []
}

function accountFaults(
  accounts: readonly (Part<AccountSettings> | undefined)[] | undefined,
  path: SettingPath,
): Fault[] {
  if (accounts === undefined)
    return [{ path, says: 'expected at least one login of the tool ([[engines.accounts]])' }]
  const faults: Fault[] = []
  const seen = new Set<string>()
  accounts.forEach((account, index) => {
    const id = account?.id
    if (id !== undefined && seen.has(id))
      faults.push({
        path: [...path, index, 'id'],
        says: 'another account of this engine has the same id',
      })
    if (id !== undefined) seen.add(id)
    faults.push(...variableFaults(account?.env ?? {}, [...path, index, 'env']))
  })
  return faults
}

/** Variables that Hearth sets itself, and variables that cause pay-per-use costs, are refused. */
function variableFaults(env: Part<AccountSettings['env']>, path: SettingPath): Fault[] {
  const faults: Fault[] = FOLDER_VARIABLES.filter((name) => name in env).map((name) => ({
    path: [...path, name],
    says: 'the account’s folder is its dir',
  }))
  if ('TZ' in env)
    faults.push({
      path: [...path, 'TZ'],
      says: 'the tools run in UTC, by which their reset times are read',
    })
  const variables = Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
  return [
    ...faults,
    ...keyFaults(variables).map(({ name, says }) => ({ path: [...path, name], says })),
  ]
}

/**
 * Two accounts in one folder are one login: it would be refreshed twice at once, used while it is
 * parked, and counted twice.
 */
function sharedFolderFaults(engines: readonly (Engine | undefined)[]): Fault[] {
  const owners = new Map<string, string>()
  return engines.flatMap((engine, index) =>
    (engine?.accounts ?? []).flatMap((account, number) => {
      if (account?.dir === undefined) return []
      const folder = realPath(account.dir)
      const owner = owners.get(folder)
      if (owner !== undefined)
        return [
          { path: ['engines', index, 'accounts', number, 'dir'], says: `the folder of ${owner}` },
        ]
      owners.set(folder, `account "${account.id}" of [[engines]] "${engine?.id}"`)
      return []
    }),
  )
}
