import { Type } from '@sinclair/typebox'
import { matches } from '../../platform/check.ts'
import { tryParseJson } from '../../platform/json.ts'
import { holdsKey } from '../../platform/provider-keys.ts'
import { failureFrom } from '../cli/classify.ts'
import type { Dialect, Invocation, RunFolder } from '../cli/dialect.ts'
import { schemaOf } from '../cli/json-reply.ts'
import { type PromptPart, renderPrompt } from '../cli/prompt.ts'
import { EngineFailure } from '../contract/failure.ts'
import type { Turn } from '../contract/text.ts'
import type { AccountSettings } from '../settings.ts'
import { ClaudeReader } from './reader.ts'

/** The tool refuses more than 10 MB from a pipe. */
const MAX_STDIN_BYTES = 10_000_000
/** Linux limits one argument to 128 KiB. Long texts also do not belong in the list of processes. */
const MAX_ARGUMENT_BYTES = 32 * 1024
/**
 * With a schema the model answers through a tool call, and is asked again when the answer does not
 * match.
 */
const SCHEMA_TURNS = 5

/**
 * Switches off what a chat turn does not need and what would give a caller's text access to the
 * machine.
 */
const TOOL_SETTINGS = {
  // Otherwise `@path` in a text would read the file.
  CLAUDE_CODE_DISABLE_ATTACHMENTS: '1',
  CLAUDE_CODE_DISABLE_AUTO_MEMORY: '1',
  CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
  // Ten attempts with growing pauses take minutes, while another account may be free.
  CLAUDE_CODE_MAX_RETRIES: '2',
  DISABLE_AUTOUPDATER: '1',
}

const Status = Type.Object({
  loggedIn: Type.Boolean(),
  authMethod: Type.Optional(Type.String()),
})

/** Anthropic's Claude Code: `claude -p`, tools off, one CLAUDE_CONFIG_DIR per account. */
export const claude: Dialect = {
  name: 'claude',
  capabilities: { images: true, structured: true, tools: true },
  familyOf: (model) => /opus|sonnet|haiku/i.exec(model)?.[0].toLowerCase(),
  prepare,
  reader: (turn, { env }) =>
    new ClaudeReader({
      structured: schemaOf(turn) !== undefined,
      hasProviderKey: holdsKey(env),
      now: Date.now,
    }),
  statusCommand: { args: ['auth', 'status'], check },
}

async function prepare(
  turn: Turn,
  account: AccountSettings,
  folder: RunFolder,
): Promise<Invocation> {
  const { system, parts } = renderPrompt(turn.messages, { systemFlag: true })
  const schema = schemaOf(turn)
  const stdin = userLine(parts)
  if (Buffer.byteLength(stdin) > MAX_STDIN_BYTES)
    throw new EngineFailure('request', 'Cannot hand over the request: it has more than 10 MB', {
      retryableElsewhere: true,
      isPublic: true,
    })
  return {
    args: [
      '-p',
      ...['--output-format', 'stream-json', '--verbose', '--include-partial-messages'],
      ...['--input-format', 'stream-json'],
      ...['--tools', '', '--strict-mcp-config', '--setting-sources='],
      await systemArgument(system, folder),
      ...['--model', turn.model],
      ...['--max-turns', String(schema === undefined ? 1 : SCHEMA_TURNS)],
      '--no-session-persistence',
      ...(schema === undefined ? [] : [`--json-schema=${JSON.stringify(schema)}`]),
      ...account.extra_args,
    ],
    env: { HOME: account.dir, CLAUDE_CONFIG_DIR: account.dir, ...TOOL_SETTINGS },
    stdin,
  }
}

/** `--flag=value`, so that a text that starts with a hyphen is not taken for a flag. */
async function systemArgument(system: string, folder: RunFolder): Promise<string> {
  if (Buffer.byteLength(system) <= MAX_ARGUMENT_BYTES && !system.includes('\0'))
    return `--system-prompt=${system}`
  return `--system-prompt-file=${await folder.write('system.txt', system)}`
}

function userLine(parts: readonly PromptPart[]): string {
  const content = parts.map((part) =>
    part.type === 'text'
      ? part
      : {
          type: 'image',
          source: { type: 'base64', media_type: `image/${part.extension}`, data: part.data },
        },
  )
  const line = {
    type: 'user',
    session_id: '',
    message: { role: 'user', content },
    parent_tool_use_id: null,
  }
  return `${JSON.stringify(line)}\n`
}

function check(stdout: string, stderr: string, exitCode: number): void {
  const output = stdout || stderr || `claude auth status ended with exit code ${exitCode}`
  const status = tryParseJson(stdout).value
  if (!matches(Status, status)) throw failureFrom(output, { now: Date.now() })
  if (!status.loggedIn)
    throw new EngineFailure('signed_out', 'Not logged in: run claude auth login')
  if (/api.?key/i.test(status.authMethod ?? ''))
    throw new EngineFailure('signed_out', 'Logged in with an API key, not with a subscription')
}
