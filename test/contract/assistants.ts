import { join } from 'node:path'
import { cacheFolder } from './install.ts'

/** The folder of an assistant, and the settings that `hearth` prints for it. */
interface AssistantRun {
  home: string
  /** Its working folder. */
  work: string
  /** The lines that `hearth` prints for it. */
  settings: string
  ask: Ask
}

/** How a question is asked; the paths are absolute. */
export interface Ask {
  /** Whether it continues the last session. */
  continues?: boolean
  /** Path of a PNG that is asked about. */
  picture?: string
  /** Path of a JSON schema that the answer follows. */
  schema?: string
  /** Path of a text that is read from stdin. */
  input?: string
}

/** What an assistant is seen to do beside reading a file. */
export type Work =
  | 'a second turn'
  | 'a picture'
  | 'a picture that is left out'
  | 'a schema'
  | 'writing a file'

/** A real code assistant: its package, and how it runs without a screen. */
export interface Assistant {
  readonly command: string
  /** In reports, where one command is driven in several ways. */
  readonly way?: string
  /** Whether it uses paths that take API keys only. */
  readonly byKey?: true
  /** Failures in which it is seen to ask no model twice, by their names. */
  readonly failures?: 'all' | readonly string[]
  readonly works?: readonly Work[]
  /** On the npm registry. */
  readonly package: string
  readonly version: string
  /** A package of the same version that each run would get from npm, and where it looks for it. */
  readonly companion?: { package: string; folder: string }
  /** The heading of its settings. */
  readonly heading: string
  /** Applies the settings and returns shell lines; the question is in `$QUESTION`. */
  prepare(run: AssistantRun): Promise<string>
}

const OPENCODE_HEADING = 'opencode (opencode.json; as npm also @ai-sdk/openai or @ai-sdk/anthropic)'
const OPENCODE_PROVIDER = '@ai-sdk/openai-compatible'
const OPENCODE_VERSION = '1.18.33'
/** The settings of the user, which are none; those of Hearth are in the working folder. */
const OPENCODE_SETTINGS = join(cacheFolder(), `opencode-settings-${OPENCODE_VERSION}`)

/** The program, and the package for plugins that it puts beside its settings where it is not there. */
export const OPENCODE = {
  command: 'opencode',
  package: 'opencode-ai',
  version: OPENCODE_VERSION,
  companion: { package: '@opencode-ai/plugin', folder: join(OPENCODE_SETTINGS, 'opencode') },
} as const
/** What each of its runs would otherwise do again. */
export const OPENCODE_ENV = {
  // It gets its providers from npm.
  XDG_CACHE_HOME: join(cacheFolder(), 'assistants'),
  XDG_CONFIG_HOME: OPENCODE_SETTINGS,
  // It asks a site for the models of others.
  OPENCODE_DISABLE_MODELS_FETCH: '1',
} as const

/**
 * The list of others' models is an empty one: it takes a third of a run to check its own. The run of
 * `test/contract/mcp` has that.
 */
async function opencodeCommand({ work, ask: { input } }: AssistantRun): Promise<string> {
  const models = join(work, 'models.json')
  await Bun.write(models, '{}')
  const variables = Object.entries({ ...OPENCODE_ENV, OPENCODE_MODELS_PATH: models })
    .map(([name, value]) => `${name}="${value}"`)
    .join(' ')
  return `${variables} opencode run "$QUESTION"${input === undefined ? '' : ` < ${input}`}`
}

/** Failures that come in the form of a stream, which differs by provider. */
const STREAM_FAILURES = [
  'breaks in mid-stream',
  'is cut off before its first word',
  'cannot be recorded after its last word',
]

/**
 * opencode with one of the packages that its settings name.
 *
 * @param failures By default those of its own code as well; `test/compatibility` has refusals and waits
 * with the packages of the AI SDK
 */
function opencode(provider: string, failures?: readonly string[]): Assistant {
  return {
    ...OPENCODE,
    way: provider,
    heading: OPENCODE_HEADING,
    // Where there is no engine it asks six times within a minute, which costs nothing. Too large a body
    // is left out: its client may take the connection, on which it has not sent the rest, for its next
    // request, whose answer has no words then.
    failures: failures ?? [
      ...STREAM_FAILURES,
      'takes too long in mid-stream',
      'fails inside of the engine',
      'is refused by the engine',
      'has no valid credential',
      'asks for too much',
      'waits in line',
    ],
    async prepare(run) {
      const settings = run.settings.replace(OPENCODE_PROVIDER, provider)
      await Bun.write(join(run.work, 'opencode.json'), settings)
      return await opencodeCommand(run)
    },
  }
}

/** opencode with a provider of Ollama, which takes its key as a header. */
const OLLAMA_OPENCODE: Assistant = {
  ...opencode('ollama-ai-provider-v2'),
  byKey: true,
  async prepare(run) {
    const own = run.settings
      .replace(OPENCODE_PROVIDER, 'ollama-ai-provider-v2')
      .replace('/v1"', '/api"')
      .replace(/"apiKey": "(.*?)"/, '"headers": { "authorization": "Bearer $1" }')
    await Bun.write(join(run.work, 'opencode.json'), own)
    return await opencodeCommand(run)
  },
}

/** The arguments of Claude Code; its pictures come as a message on stdin only. */
async function claudeCommand({ work, settings, ask }: AssistantRun): Promise<string> {
  const { continues = false, picture, schema, input } = ask
  const tools = '--allowedTools Read Write'
  const how = `${continues ? ' --continue' : ''}${schema === undefined ? '' : ` --json-schema "$(cat ${schema})"`}`
  const stdin = input === undefined ? '' : ` < ${input}`
  if (picture === undefined) return `${settings} -p "$QUESTION"${how} ${tools}${stdin}`
  const data = (await Bun.file(picture).bytes()).toBase64()
  const source = { type: 'base64', media_type: 'image/png', data }
  const content = [
    { type: 'text', text: 'What is this?' },
    { type: 'image', source },
  ]
  const message = { type: 'user', message: { role: 'user', content } }
  const path = join(work, 'message.json')
  await Bun.write(path, `${JSON.stringify(message)}\n`)
  // Of a file as stdin it reads nothing.
  const [exports, command] = [settings.replace(/\nclaude$/, ''), 'claude -p --verbose']
  return `${exports}\ncat ${path} | ${command} --input-format stream-json --output-format stream-json`
}

function codexCommand({ continues = false, picture, schema }: Ask): string {
  // Its own sandbox needs a program beside the home folder, which is a temporary one here.
  const command = `codex exec${continues ? ' resume --last' : ''} --skip-git-repo-check --dangerously-bypass-approvals-and-sandbox`
  const files = [
    ...(picture === undefined ? [] : [`-i ${picture}`]),
    ...(schema === undefined ? [] : [`--output-schema ${schema}`]),
  ]
  return [command, ...files, '-- "$QUESTION"'].join(' ')
}

/** The assistants that the suite drives. */
export const ASSISTANTS: readonly Assistant[] = [
  {
    command: 'claude',
    failures: 'all',
    package: '@anthropic-ai/claude-code',
    version: '2.1.197',
    heading: 'Claude Code',
    works: [
      'a second turn',
      'a picture',
      'a picture that is left out',
      'a schema',
      'writing a file',
    ],
    prepare: claudeCommand,
  },
  {
    command: 'codex',
    failures: 'all',
    package: '@openai/codex',
    version: '0.169.0',
    heading: 'Codex (~/.codex/config.toml)',
    works: [
      'a second turn',
      'a picture',
      'a picture that is left out',
      'a schema',
      'writing a file',
    ],
    async prepare({ home, settings, ask }) {
      await Bun.write(join(home, '.codex/config.toml'), settings)
      return codexCommand(ask)
    },
  },
  opencode(OPENCODE_PROVIDER),
  opencode('@ai-sdk/openai', STREAM_FAILURES),
  opencode('@ai-sdk/anthropic', STREAM_FAILURES),
  OLLAMA_OPENCODE,
  {
    command: 'qwen',
    package: '@qwen-code/qwen-code',
    version: '0.24.4',
    heading: 'Qwen Code',
    prepare: ({ settings }) => Promise.resolve(`${settings} -y -p "$QUESTION"`),
  },
  {
    command: 'cn',
    package: '@continuedev/cli',
    version: '1.5.47',
    heading: 'Continue (config.yaml)',
    async prepare({ work, settings }) {
      await Bun.write(join(work, 'config.yaml'), settings)
      return 'cn --config config.yaml -p "$QUESTION"'
    },
  },
]
