import { mkdir } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { Dialect, Invocation, RunFolder } from '../cli/dialect.ts'
import { jsonInstruction, schemaOf, withInstruction } from '../cli/json-reply.ts'
import { type PromptPart, renderPrompt } from '../cli/prompt.ts'
import { EngineFailure } from '../contract/failure.ts'
import type { Turn } from '../contract/text.ts'
import type { AccountSettings } from '../settings.ts'
import { GeminiReader } from './reader.ts'

/** The tool truncates a longer stdin with a warning. */
const MAX_STDIN_CHARACTERS = 8 * 1024 * 1024
/**
 * Path of the tool's settings in its working folder. System settings would be ignored, because the
 * tool does not read them from a folder that others can write, such as the temporary folder.
 */
const SETTINGS_FILE = '.gemini/settings.json'
const DENY_ALL = '[[rule]]\ntoolName = "*"\ndecision = "deny"\npriority = 999\n'
/** Replaces the tool's own system prompt for programming, which has many thousand tokens. */
const DEFAULT_SYSTEM_PROMPT = 'You are a helpful assistant.'
/** Variables of an account that select how the tool signs in. */
const SIGN_IN_VARIABLES = ['GOOGLE_GENAI_USE_GCA', 'GEMINI_API_KEY']
/**
 * One attempt: a second one may wait for an hour, or restart a broken answer without a mark. The
 * ignore files of a repository around the folder would hide the images in it.
 */
const SETTINGS = {
  general: { maxAttempts: 1 },
  context: {
    fileFiltering: {
      respectGitIgnore: false,
      respectGeminiIgnore: false,
      enableRecursiveFileSearch: false,
    },
  },
}

/**
 * Google's Gemini CLI: `gemini --output-format stream-json`, tools denied, one HOME per account.
 */
export const gemini: Dialect = {
  name: 'gemini',
  capabilities: { images: true, structured: true, tools: true },
  // Each model has a quota of its own.
  familyOf: (model) => model,
  prepare,
  reader: ({ model }: Turn) => new GeminiReader(model),
}

async function prepare(
  turn: Turn,
  account: AccountSettings,
  folder: RunFolder,
): Promise<Invocation> {
  const schema = schemaOf(turn)
  const messages =
    schema === undefined ? turn.messages : withInstruction(turn.messages, jsonInstruction(schema))
  const { system, parts } = renderPrompt(messages, { systemFlag: true })
  const stdin = await promptOf(parts, folder)
  if (stdin.length > MAX_STDIN_CHARACTERS)
    throw new EngineFailure('request', 'The prompt is too long: the tool takes 8 MiB', {
      retryableElsewhere: true,
      isPublic: true,
    })
  const [policy, settings, systemFile] = await Promise.all([
    folder.write('policy.toml', DENY_ALL),
    writeSettings(folder),
    folder.write('system.md', system === '' ? DEFAULT_SYSTEM_PROMPT : system),
    // The tool searches this file in all parent folders too, and would take provider keys from it.
    folder.write('.env', ''),
  ])
  return {
    args: [
      '--output-format=stream-json',
      '--approval-mode=default',
      `--policy=${policy}`,
      '--extensions=none',
      `--model=${turn.model}`,
      ...account.extra_args,
    ],
    env: {
      HOME: account.dir,
      GEMINI_CLI_HOME: account.dir,
      GEMINI_CLI_TRUST_WORKSPACE: 'true',
      GEMINI_CLI_SYSTEM_SETTINGS_PATH: settings,
      GEMINI_SYSTEM_MD: systemFile,
      NO_BROWSER: 'true',
      ...(SIGN_IN_VARIABLES.some((name) => name in account.env)
        ? {}
        : { GOOGLE_GENAI_USE_GCA: 'true' }),
    },
    stdin,
  }
}

async function writeSettings(folder: RunFolder): Promise<string> {
  await mkdir(join(folder.path, dirname(SETTINGS_FILE)), { recursive: true })
  return await folder.write(SETTINGS_FILE, JSON.stringify(SETTINGS))
}

async function promptOf(parts: readonly PromptPart[], folder: RunFolder): Promise<string> {
  let images = 0
  const pieces = parts.map(async (part) => {
    if (part.type === 'text') return escapeAtSigns(part.text)
    images += 1
    const file = await folder.write(
      `image-${images}.${part.extension}`,
      Buffer.from(part.data, 'base64'),
    )
    return `\n@${basename(file)}\n`
  })
  return (await Promise.all(pieces)).join('')
}

/**
 * Escapes file references: the tool reads the file of an `@name` into the prompt, also with tools
 * denied. After an odd number of backslashes the sign has no effect.
 */
function escapeAtSigns(text: string): string {
  return text.replace(/\\*@/g, (found) => (found.length % 2 === 0 ? found : `\\${found}`))
}
