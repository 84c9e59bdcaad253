import { type Static, Type } from '@sinclair/typebox'
import { keyIssues } from '../platform/provider-keys.ts'
import { realPath } from '../platform/real-path.ts'
import { closedObject, oneOf } from '../platform/schemas.ts'
import {
  type Issue,
  issue,
  PATH,
  PATH_OR_NAME,
  type Part,
  patternString,
  type SettingPath,
} from '../platform/settings.ts'
import { addressIssues, blockIssues, unsupportedFields } from './setting-blocks.ts'

/** One login of a command-line tool. */
const AccountSettings = closedObject({
  id: patternString('^[A-Za-z0-9_.-]{1,64}$', '1 to 64 letters, digits, _, . or -'),
  /**
   * The tool's own folder of this login: CLAUDE_CONFIG_DIR, CODEX_HOME, GEMINI_CLI_HOME or HOME.
   */
  dir: Type.String({ ...PATH, minLength: 1, 'x-expected': 'the folder of this login' }),
  extra_args: Type.Array(Type.String(), { default: [] }),
  env: Type.Record(Type.String({ pattern: '^[A-Za-z_][A-Za-z0-9_]*$' }), Type.String(), {
    default: {},
  }),
})
export type AccountSettings = Static<typeof AccountSettings>

/** A pattern of the owner's for error texts that no built-in pattern matches. */
const PatternSettings = closedObject({
  pattern: Type.String({ minLength: 1, maxLength: 500 }),
  verdict: oneOf(['quota', 'signed_out', 'transient', 'request']),
})
export type PatternSettings = Static<typeof PatternSettings>

const VectorModels = Type.Array(Type.String({ minLength: 1, maxLength: 200 }), {
  minItems: 1,
  maxItems: 20,
  'x-expected': 'a list of models, as in ["bge-m3"]',
})

/** One engine of `hearth.toml`. The order of the blocks is the order of preference for `auto`. */
export const EngineSettings = closedObject({
  id: patternString('^[a-z0-9_]{1,32}$', '1 to 32 small letters, digits or _'),
  label: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
  adapter: oneOf(['claude', 'codex', 'gemini', 'agy', 'openai-http', 'gguf', 'demo']),
  models: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 200 }), {
      minItems: 1,
      'x-expected': 'a list of models, as in ["qwen3"]',
    }),
  ),
  /** Models for embeddings and rankings whose server does not say so. Of openai-http only. */
  embedding_models: Type.Optional(VectorModels),
  rerank_models: Type.Optional(VectorModels),
  max_characters: Type.Integer({ minimum: 1, maximum: 10_000_000, default: 100_000 }),
  /** Answers at a time beside the other engines; without it, in the line that all share. */
  parallel: Type.Optional(Type.Integer({ minimum: 1, maximum: 64 })),
  timeout_seconds: Type.Integer({ minimum: 1, maximum: 86_400, default: 300 }),
  base_url: Type.Optional(Type.String({ minLength: 1 })),
  api_key: Type.Optional(Type.String({ minLength: 1 })),
  /** Path or name of the tool; by default the adapter's name, found on PATH. */
  command: Type.Optional(Type.String({ ...PATH_OR_NAME, minLength: 1 })),
  accounts: Type.Optional(Type.Array(AccountSettings, { minItems: 1 })),
  patterns: Type.Optional(Type.Array(PatternSettings)),
  /** Tokens of a prompt and its answer together; 8192 by default. Of gguf only, as the next two. */
  context_tokens: Type.Optional(Type.Integer({ minimum: 256, maximum: 1_048_576 })),
  /** Without it all processors but one, 8 at most. */
  threads: Type.Optional(Type.Integer({ minimum: 1, maximum: 256 })),
  /** After so long without a request a model leaves the memory; 600 by default. */
  idle_seconds: Type.Optional(Type.Integer({ minimum: 1, maximum: 604_800 })),
})
export type EngineSettings = Static<typeof EngineSettings>

type Engine = Part<EngineSettings>

/** Variables that Hearth sets for each account from its `dir`. */
const FOLDER_VARIABLES = ['HOME', 'CLAUDE_CONFIG_DIR', 'CODEX_HOME', 'GEMINI_CLI_HOME']

/** Settings of the server that Hearth starts itself. */
const GGUF_FIELDS = ['context_tokens', 'threads', 'idle_seconds'] as const

/** Only of a server. */
const VECTOR_FIELDS = ['embedding_models', 'rerank_models'] as const

/** Issues of the `[[engines]]` blocks that their schema does not find. */
export function engineIssues(engines: readonly (Engine | undefined)[]): Issue[] {
  return [
    ...blockIssues({ setting: 'engines', noun: 'engine' }, engines, adapterIssues),
    ...sharedFolderIssues(engines),
  ]
}

function adapterIssues(engine: Engine, path: SettingPath): Issue[] {
  switch (engine.adapter) {
    case undefined:
      return []
    case 'demo':
      return unsupportedFields(engine, path, [
        'accounts',
        'command',
        ...GGUF_FIELDS,
        ...VECTOR_FIELDS,
      ])
    case 'gguf':
      return unsupportedFields(engine, path, [
        'accounts',
        'base_url',
        'api_key',
        'command',
        'patterns',
        ...VECTOR_FIELDS,
      ])
    case 'openai-http':
      return [
        ...addressIssues(engine.base_url, [...path, 'base_url']),
        ...unsupportedFields(engine, path, ['accounts', 'command', ...GGUF_FIELDS]),
      ]
    case 'claude':
    case 'codex':
    case 'gemini':
    case 'agy':
      return [
        ...modelIssues(engine, path),
        ...accountIssues(engine.accounts, [...path, 'accounts']),
        ...patternIssues(engine, path),
        ...unsupportedFields(engine, path, [
          'base_url',
          'api_key',
          ...GGUF_FIELDS,
          ...VECTOR_FIELDS,
        ]),
      ]
  }
}

/** The owner's patterns run in RE2, because the texts come from outside. */
function patternIssues({ patterns = [] }: Engine, path: SettingPath): Issue[] {
  if (patterns.length === 0) return []
  const { RE2JS }: typeof import('re2js') = require('re2js')
  return patterns.flatMap((item, index) => {
    try {
      if (item?.pattern !== undefined) RE2JS.compile(item.pattern)
      return []
    } catch {
      const message = 'expected a regular expression that RE2 can run (no look-ahead)'
      return [issue([...path, 'patterns', index, 'pattern'], message)]
    }
  })
}

function modelIssues({ models }: Engine, path: SettingPath): Issue[] {
  if (models !== undefined) return []
  return [issue([...path, 'models'], 'expected at least one model, as in ["qwen3"]')]
}

function accountIssues(
  accounts: readonly (Part<AccountSettings> | undefined)[] | undefined,
  path: SettingPath,
): Issue[] {
  if (accounts === undefined)
    return [issue(path, 'expected at least one login of the tool ([[engines.accounts]])')]
  const issues: Issue[] = []
  const seen = new Set<string>()
  accounts.forEach((account, index) => {
    const id = account?.id
    if (id !== undefined && seen.has(id))
      issues.push(issue([...path, index, 'id'], 'another account of this engine has the same id'))
    if (id !== undefined) seen.add(id)
    issues.push(...variableIssues(account?.env ?? {}, [...path, index, 'env']))
  })
  return issues
}

/** Variables that Hearth sets itself, and variables that cause pay-per-use costs, are refused. */
function variableIssues(env: Part<AccountSettings['env']>, path: SettingPath): Issue[] {
  const issues: Issue[] = FOLDER_VARIABLES.filter((name) => name in env).map((name) =>
    issue([...path, name], 'the account’s folder is its dir'),
  )
  if ('TZ' in env)
    issues.push(issue([...path, 'TZ'], 'the tools run in UTC, by which their reset times are read'))
  const variables = Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
  return [
    ...issues,
    ...keyIssues(variables).map(({ name, message }) => issue([...path, name], message)),
  ]
}

/**
 * Two accounts in one folder are one login: it would be refreshed twice at once, used while it is
 * parked, and counted twice.
 */
function sharedFolderIssues(engines: readonly (Engine | undefined)[]): Issue[] {
  const owners = new Map<string, string>()
  return engines.flatMap((engine, index) =>
    (engine?.accounts ?? []).flatMap((account, number) => {
      if (account?.dir === undefined) return []
      const folder = realPath(account.dir)
      const owner = owners.get(folder)
      if (owner !== undefined)
        return [issue(['engines', index, 'accounts', number, 'dir'], `the folder of ${owner}`)]
      owners.set(folder, `account "${account.id}" of [[engines]] "${engine?.id}"`)
      return []
    }),
  )
}
