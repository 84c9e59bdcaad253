import { failureFrom } from '../cli/classify.ts'
import type { Dialect, Invocation, RunFolder } from '../cli/dialect.ts'
import { jsonInstruction, schemaOf, withInstruction } from '../cli/json-reply.ts'
import { promptImages, promptText, renderPrompt } from '../cli/prompt.ts'
import { EngineFailure } from '../contract/failure.ts'
import type { Turn } from '../contract/text.ts'
import type { AccountSettings } from '../settings.ts'
import { CodexReader } from './reader.ts'

/**
 * Features that give the model tools, as codex 0.169.0 names them (`codex features list`). codex
 * refuses to start with a name that it does not know. `view_image` can read any image of this
 * machine.
 */
const DISABLED_FEATURES = [
  'shell_tool',
  'view_image',
  'multi_agent',
  'goals',
  'apps',
  'plugins',
  'image_generation',
  'browser_use',
  'computer_use',
]

/** OpenAI's Codex: `codex exec --json`, shell off, sandbox closed, one CODEX_HOME per account. */
export const codex: Dialect = {
  name: 'codex',
  capabilities: { images: true, structured: true, tools: true },
  prepare,
  reader: ({ stream }) => new CodexReader({ stream, now: Date.now }),
  statusCommand: { args: ['login', 'status'], check },
}

/**
 * Settings that give the model further tools or agents. They are set by `-c`, because a version
 * that does not know one only warns about it, while `--disable` would keep it from starting. The
 * file editing tool (`exec` or `apply_patch`) cannot be removed: `exec` fails without its host,
 * `apply_patch` by the sandbox.
 */
const DISABLED_SETTINGS = [
  ...['features.code_mode_host', 'features.sleep_tool', 'features.tool_suggest', 'features.hooks'],
  ...['tools.experimental_request_user_input.enabled', 'tools.update_plan.enabled'],
  'agents.enabled',
]

async function prepare(
  turn: Turn,
  account: AccountSettings,
  folder: RunFolder,
): Promise<Invocation> {
  const schema = schemaOf(turn)
  const strict = schema !== undefined && isStrictSchema(schema)
  const messages =
    schema === undefined || strict
      ? turn.messages
      : withInstruction(turn.messages, jsonInstruction(schema))
  const { parts } = renderPrompt(messages, { systemFlag: false })
  const images = await Promise.all(
    promptImages(parts).map(({ extension, data }, index) =>
      folder.write(`image-${index + 1}.${extension}`, Buffer.from(data, 'base64')),
    ),
  )
  return {
    args: [
      ...['exec', '--json', '--skip-git-repo-check', '--ephemeral'],
      // Not at the end: the flag takes every word up to the next flag, also the `-` that stands for
      // stdin.
      ...images.flatMap((path) => ['-i', path]),
      ...['--ignore-user-config', '--ignore-rules', '--color', 'never'],
      ...['-s', 'read-only', '-C', folder.path],
      ...['-c', 'web_search="disabled"', '-c', 'skills.bundled.enabled=false'],
      ...DISABLED_FEATURES.flatMap((tool) => ['--disable', tool]),
      ...['-m', turn.model],
      ...(strict
        ? ['--output-schema', await folder.write('schema.json', JSON.stringify(schema))]
        : []),
      ...DISABLED_SETTINGS.flatMap((setting) => ['-c', `${setting}=false`]),
      ...account.extra_args,
      '-',
    ],
    env: { HOME: account.dir, CODEX_HOME: account.dir },
    stdin: promptText(parts),
  }
}

function check(stdout: string, stderr: string, exitCode: number): void {
  const output = `${stdout}\n${stderr}`.trim()
  if (exitCode !== 0)
    throw failureFrom(output || `codex login status ended with exit code ${exitCode}`, {
      now: Date.now(),
    })
  if (/API key/i.test(output))
    throw new EngineFailure('signed_out', 'Logged in with an API key, not with a subscription')
}

/**
 * Whether OpenAI's service accepts a JSON Schema for structured output: every object closed and
 * every property required. Other schemas become an instruction.
 */
function isStrictSchema(schema: unknown): boolean {
  if (Reflect.get(Object(schema), 'type') !== 'object') return false
  return isStrict(schema)
}

function isStrict(value: unknown): boolean {
  if (Array.isArray(value)) return value.every(isStrict)
  if (typeof value !== 'object' || value === null) return true
  const properties: unknown = Reflect.get(value, 'properties')
  const required: unknown = Reflect.get(value, 'required')
  if (Reflect.get(value, 'type') === 'object') {
    const names = Object.keys(Object(properties))
    if (Reflect.get(value, 'additionalProperties') !== false) return false
    if (!Array.isArray(required) || !names.every((name) => required.includes(name))) return false
  }
  return Object.values(value).every(isStrict)
}
