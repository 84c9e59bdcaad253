import { mkdir } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { Dialect, Invocation, RunFolder } from '../cli/dialect.ts'
import { jsonInstruction, schemaOf, withInstruction } from '../cli/json-reply.ts'
import { type PromptPart, renderPrompt } from '../cli/prompt.ts'
import { EngineFailure } from '../contract/failure.ts'
import type { Turn } from '../contract/text.ts'
import type { AccountSettings } from '../settings.ts'
import { GeminiReader } from './reader.ts'

/** The tool reads no more of stdin and cuts the rest off with a warning. */
const MAX_STDIN_CHARACTERS = 8 * 1024 * 1024
/**
 * Where the tool looks for settings in its working folder. It takes no system settings from a folder in
 * which others may write, such as the system's for temporary files.
 */
const SETTINGS_FILE = '.gemini/settings.json'
const DENY_ALL = '[[rule]]\ntoolName = "*"\ndecision = "deny"\npriority = 999\n'
/** Without one, the tool would send its own, for work on program code, of many thousand tokens. */
const DEFAULT_SYSTEM_PROMPT = 'You are a helpful assistant.'
/** Any of these in the account's variables chooses how it signs in. */
const SIGN_IN_VARIABLES = ['GOOGLE_GENAI_USE_GCA', 'GEMINI_API_KEY']
/**
 * One attempt: a second one would sleep for as long as an hour, or begin a broken answer again
 * without saying so. Ignore files of a repository around the folder would hide the images in it.
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

/** Google's Gemini CLI: `gemini --output-format stream-json`, tools denied, one HOME per account. */
export const gemini: Dialect = {
  name: 'gemini',
  capabilities: { images: true, imageAddresses: false, structured: true, tools: true },
  // Its quotas are counted model by model.
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
      elsewhere: true,
    })
  const [policy, settings, systemFile] = await Promise.all([
    folder.write('policy.toml', DENY_ALL),
    writeSettings(folder),
    folder.write('system.md', system === '' ? DEFAULT_SYSTEM_PROMPT : system),
    // The tool looks for one here and in all folders above, and takes provider keys from it.
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
 * The tool reads the file behind an `@name` into the prompt, tools denied or not: a caller must not
 * be able to name one. An odd number of backslashes makes it a plain sign.
 */
function escapeAtSigns(text: string): string {
  return text.replace(/\\*@/g, (found) => (found.length % 2 === 0 ? found : `\\${found}`))
}
