import { setTimeout as delay } from 'node:timers/promises'
import open from 'open'
import { isHttpUrl } from '../platform/urls.ts'
import { VERSION } from '../platform/version.ts'
import { chat } from './chat.ts'
import type { Command } from './command-line.ts'
import { ClientFailure, Interrupted } from './failure.ts'
import { login } from './login.ts'
import { Service, serviceUrl } from './service.ts'
import {
  type CommandContext,
  IS_SINGLE_FILE,
  logout,
  printModels,
  printToken,
  SERVED_FROM,
  whoami,
} from './signed-in.ts'

/** Hearth's default address. */
const DEFAULT_URL = 'http://127.0.0.1:8787'
/** `--version` works without the service, so it does not wait long for it. */
const VERSION_TIMEOUT_MS = 2000

export interface RunOptions extends CommandContext {
  input: NodeJS.ReadStream
  env: Readonly<Record<string, string | undefined>>
  hostname: string
}

/**
 * Runs a command.
 *
 * @throws {ClientFailure} with a message for the user
 */
export async function run(command: Command, options: RunOptions): Promise<void> {
  const { terminal, credentials } = options
  switch (command.name) {
    case 'help':
      terminal.print((command.topic === undefined ? USAGE : COMMAND_USAGE[command.topic]).trimEnd())
      return
    case 'version':
      return printVersion(options)
    case 'overview': {
      terminal.print(USAGE.trimEnd())
      const url = credentials.defaultUrl()
      terminal.print(
        url === undefined ? `\n${startHint()}` : `\n${assistantSettings(url).trimEnd()}`,
      )
      return
    }
    case 'login':
      await login({
        ...options,
        ...command,
        // Who has fetched this program from a service wants to sign in there.
        url: serviceUrl(command.url ?? SERVED_FROM ?? credentials.defaultUrl() ?? DEFAULT_URL),
        device: command.device ?? options.hostname,
        browse: (page) =>
          command.browser ? openBrowser(page, options.env) : Promise.resolve(false),
        sleep: (ms) => sleep(ms, options.signal),
      })
      return
    case 'whoami':
      return whoami(options, command)
    case 'logout':
      return logout(options, command.url)
    case 'token':
      return printToken(options, command.url)
    case 'models':
      return printModels(options, command)
    case 'chat':
      return chat(options, command, options.input)
  }
}

function startHint(): string {
  const command =
    SERVED_FROM === undefined ? 'hearth login <address of the service>' : 'hearth login'
  return `This machine is not signed in anywhere. Start with: ${command}`
}

async function sleep(ms: number, signal: AbortSignal): Promise<void> {
  try {
    await delay(ms, undefined, { signal })
  } catch (cause) {
    throw new Interrupted('Stopped: this machine is not signed in', { cause })
  }
}

/** Prints this program's version, and says where a newer one is. */
async function printVersion({ credentials, terminal, signal }: CommandContext): Promise<void> {
  terminal.print(`hearth ${VERSION}`)
  const url = credentials.defaultUrl() ?? SERVED_FROM
  if (url === undefined) return
  const theirs = await versionAt(new Service({ url, signal }))
  if (theirs === undefined || !isNewer(theirs, VERSION)) return
  const renew = IS_SINGLE_FILE
    ? `fetch the client again: curl -fsS ${url}/client -o hearth`
    : 'update this clone: git pull'
  terminal.note(`The service at ${url} has version ${theirs}; ${renew}`)
}

async function versionAt(service: Service): Promise<string | undefined> {
  try {
    return await service.clientVersion(AbortSignal.timeout(VERSION_TIMEOUT_MS))
  } catch (error) {
    if (error instanceof ClientFailure) return undefined
    throw error
  }
}

/** Whether a version is higher than another: three numbers each. */
function isNewer(version: string, than: string): boolean {
  const numbers = (text: string) =>
    /^(\d{1,9})\.(\d{1,9})\.(\d{1,9})/.exec(text)?.slice(1).map(Number)
  const [theirs, ours] = [numbers(version), numbers(than)]
  if (theirs === undefined || ours === undefined) return false
  const first = theirs.findIndex((number, index) => number !== ours[index])
  return first !== -1 && (theirs[first] ?? 0) > (ours[first] ?? 0)
}

/**
 * Opens a page in the user's browser.
 *
 * @returns Whether a browser was started; without one the user opens the page
 */
async function openBrowser(
  page: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<boolean> {
  // The address comes from the service: only web pages may be opened.
  if (!isHttpUrl(page) || !hasScreen(env)) return false
  try {
    await open(page)
    return true
  } catch {
    return false
  }
}

/** Over SSH the browser would open on the remote machine. */
function hasScreen(env: Readonly<Record<string, string | undefined>>): boolean {
  if (env['SSH_CONNECTION'] || env['SSH_TTY']) return false
  if (process.platform === 'darwin' || process.platform === 'win32') return true
  return Boolean(env['DISPLAY'] || env['WAYLAND_DISPLAY'] || env['WSL_DISTRO_NAME'])
}

/**
 * Settings of code assistants for a service. The credential comes from a command or a variable, so
 * that it is not pasted into a file or a chat.
 */
function assistantSettings(url: string): string {
  const base = `${url}/api/code/v1`
  return `Code assistants speak OpenAI's Responses or chat completions, or Anthropic's Messages with
Hearth; the model is \`auto\` or one of \`hearth models\`. In the shell that starts them, first:

  export HEARTH_TOKEN="$(hearth token)"

Any OpenAI-compatible client
  export OPENAI_BASE_URL=${base} OPENAI_API_KEY="$HEARTH_TOKEN"

Claude Code
  export ANTHROPIC_BASE_URL=${url}/api/code ANTHROPIC_AUTH_TOKEN="$HEARTH_TOKEN"
  export ANTHROPIC_MODEL=auto ANTHROPIC_DEFAULT_HAIKU_MODEL=auto
  export CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC=1
  claude

Codex (~/.codex/config.toml)
  model = "auto"
  model_provider = "hearth"
  [model_providers.hearth]
  name = "Hearth"
  base_url = "${base}"
  env_key = "HEARTH_TOKEN"
  wire_api = "responses"

opencode (opencode.json; as npm also @ai-sdk/openai or @ai-sdk/anthropic)
  {
    "model": "hearth/auto",
    "provider": {
      "hearth": {
        "npm": "@ai-sdk/openai-compatible",
        "options": { "baseURL": "${base}", "apiKey": "{env:HEARTH_TOKEN}" },
        "models": { "auto": { "tool_call": true } }
      }
    }
  }

Qwen Code
  export OPENAI_BASE_URL=${base} OPENAI_API_KEY="$HEARTH_TOKEN" OPENAI_MODEL=auto
  qwen --auth-type openai

aider
  export OPENAI_API_BASE=${base} OPENAI_API_KEY="$HEARTH_TOKEN"
  aider --model openai/auto

Continue (config.yaml)
  name: hearth
  version: 1.0.0
  schema: v1
  models:
    - name: Hearth
      provider: openai
      model: auto
      apiBase: ${base}
      apiKey: \${{ secrets.HEARTH_TOKEN }}
      capabilities: [tool_use]

Cline
  API provider "OpenAI Compatible", base URL ${base}, model auto,
  API key: what \`hearth token\` prints

Apps for Ollama, such as Home Assistant's integration or Open WebUI
  URL ${url}, model auto, API key: one that an admin makes on the page Keys.
  Apps keep it, so it is made for each; \`hearth token\` opens code assistants' paths alone
`
}

/** The text of `hearth help`. */
export const USAGE = `hearth: command-line client of a Hearth AI service

  hearth login [url]   sign this machine in, through your browser
  hearth chat [words]  ask; without words and input, start a conversation
  hearth models        the models that you may use
  hearth whoami        who is signed in; renews the 90 days of the sign-in
  hearth token         print only the credential: KEY="$(hearth token)"
  hearth logout        sign this machine out
  hearth --version     the version of this program

hearth <command> --help describes a command. Without one, hearth prints the settings of code
assistants. --url <url> (not with login) selects another service than that of the last sign-in.
Exit codes: 0 done, 1 after an error, 2 for an invalid command line, 130 after Ctrl-C.
`

const URL_LINE = `  --url <url>          another service than that of the last sign-in
`

/** The texts of `hearth <command> --help`. */
const COMMAND_USAGE = {
  login: `hearth login [url] [options]

Signs this machine in: it shows an address and a code, which you type there in any browser. The
sign-in lasts 90 days from the last \`hearth whoami\`. Without a url it is the service that handed
this program out, or that of the last sign-in, or http://127.0.0.1:8787.

  --name <name>        name of this machine in the list of devices
  --no-browser         do not open a browser
  --insecure           accept plain http to a public address
`,
  whoami: `hearth whoami [options]

Shows the account, the device and the service, and renews the 90 days of the sign-in.

  --json               as one JSON object: account, device, service, expires_at
${URL_LINE}`,
  logout: `hearth logout [options]

Ends the sign-in of this machine, and removes its credential.

${URL_LINE}`,
  token: `hearth token [options]

Prints only the credential, for other programs: export OPENAI_API_KEY="$(hearth token)"

${URL_LINE}`,
  models: `hearth models [options]

Lists the names for \`hearth chat --model\`. \`auto\` takes the first engine that can answer.

  --json               as a JSON list, with all that the service tells of each model
${URL_LINE}`,
  chat: `hearth chat [words] [options]

Asks one question; without words and input, in a terminal, it starts a conversation. Piped text
follows the words: git diff | hearth chat 'Review this'

  -m, --model <model>  one of \`hearth models\`; auto without it
  -s, --system <text>  how the model is to behave
  --json               one JSON object at the end: content, model, finish_reason
${URL_LINE}
The text is shown as the model writes it. Ctrl-C stops the answer.
`,
} as const
