import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'

/** Time limit for one package; without a registry npm would try for longer. */
const INSTALL_MS = 120_000
const VERSION_MS = 30_000
const NPM = [
  ...['npm', 'install', '--no-audit', '--no-fund', '--no-save', '--loglevel=error'],
  ...['--fetch-retries=2', '--fetch-retry-maxtimeout=10000'],
]
const MAX_REASON_LINES = 3

/** A command-line tool on the npm registry. */
export interface NpmTool {
  command: string
  package: string
  version: string
  /** Whether it runs in Bun, where the machine's Node may be too old for it. */
  isForBun?: boolean
  /** Whether it is a library, whose name is the command; its folder is returned in place of a command. */
  isLibrary?: boolean
}

/**
 * Installs a tool from the npm registry into the user's cache folder, once, and returns its
 * command.
 *
 * @throws {Error} with npm's output when it cannot be installed
 */
export async function install({
  command: own,
  package: name,
  version,
  isForBun = false,
  isLibrary = false,
}: NpmTool): Promise<string> {
  const folder = join(cacheFolder(), `${own.replace('/', '-')}-${version}`)
  const place = join('node_modules', isLibrary ? own : `.bin/${own}`)
  const isThere = (root: string) =>
    isLibrary
      ? Bun.file(join(root, place, 'package.json')).exists()
      : runs(join(root, place), version, isForBun)
  const command = join(folder, place)
  if (await isThere(folder)) return command
  await mkdir(cacheFolder(), { recursive: true })
  // Renamed when complete, so that a partial installation is never used.
  const fresh = await mkdtemp(`${folder}-`)
  try {
    const npm = await run([...NPM, '--prefix', fresh, `${name}@${version}`], INSTALL_MS)
    if (!(await isThere(fresh)))
      throw new Error(`Cannot install ${name}@${version}: ${reasonOf(npm)}`)
    await rm(folder, { recursive: true, force: true })
    await rename(fresh, folder)
  } finally {
    await rm(fresh, { recursive: true, force: true })
  }
  return command
}

/** Installs a package into a folder, once, so that a tool which wants it there does not at each start. */
export async function installBeside({
  package: name,
  version,
  folder,
}: Pick<NpmTool, 'package' | 'version'> & { folder: string }): Promise<void> {
  const isThere = () => Bun.file(join(folder, 'node_modules', name, 'package.json')).exists()
  if (await isThere()) return
  await mkdir(dirname(folder), { recursive: true })
  // Renamed when complete, because two suites may install it at the same time.
  const fresh = await mkdtemp(`${folder}-`)
  try {
    await run(
      [...NPM, '--save', '--save-exact', '--prefix', fresh, `${name}@${version}`],
      INSTALL_MS,
    )
    if (await isThere()) return
    await rm(folder, { recursive: true, force: true })
    await rename(fresh, folder)
  } finally {
    await rm(fresh, { recursive: true, force: true })
  }
}

/** Where what was installed is kept for the next run. */
export function cacheFolder(): string {
  return join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'hearth-contract')
}

async function runs(command: string, version: string, isForBun: boolean): Promise<boolean> {
  if (!(await Bun.file(command).exists())) return false
  // Many tools write to the home folder at their start.
  const program = isForBun ? [process.execPath, command] : [command]
  const { code, text } = await run([...program, '--version'], VERSION_MS, { HOME: cacheFolder() })
  return code === 0 && text.includes(version)
}

export interface Ran {
  /** Undefined when it was ended at the time limit. */
  code: number | undefined
  text: string
}

function reasonOf({ code, text }: Ran): string {
  if (code === undefined) return `npm took longer than ${INSTALL_MS / 1_000} s`
  const lines = text.split('\n').map((line) => line.replace(/^npm error\s*/, '').trim())
  const reason = lines.filter(Boolean).slice(0, MAX_REASON_LINES).join(', ')
  return reason || `npm ended with ${code}, and the command does not run`
}

/** Runs a command to its end; its outputs are one text. */
export async function run(
  command: readonly string[],
  timeout: number,
  env: Record<string, string> = {},
  cwd?: string,
): Promise<Ran> {
  try {
    const child = Bun.spawn([...command], {
      env: { ...process.env, ...env },
      ...(cwd === undefined ? {} : { cwd }),
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout,
    })
    const [out, error] = await Promise.all([
      new Response(child.stdout).text(),
      new Response(child.stderr).text(),
      child.exited,
    ])
    return {
      code: child.signalCode === null ? (child.exitCode ?? 0) : undefined,
      text: out + error,
    }
  } catch (error) {
    return { code: 127, text: String(error) }
  }
}
