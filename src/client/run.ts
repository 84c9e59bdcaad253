import { setTimeout as delay } from 'node:timers/promises'
import open from 'open'
import { isHttpUrl } from '../platform/urls.ts'
import { VERSION } from '../platform/version.ts'
import { serviceUrl } from './address.ts'
import { assistantSettings } from './assistants.ts'
import { chat } from './chat.ts'
import type { Command } from './command-line.ts'
import { ClientFailure, Interrupted } from './failure.ts'
import { login } from './login.ts'
import { IS_SINGLE_FILE, SERVED_FROM } from './served-from.ts'
import { Service } from './service.ts'
import { type CommandContext, logout, printModels, printToken, whoami } from './signed-in.ts'
import { COMMAND_USAGE, USAGE } from './usage.ts'

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
