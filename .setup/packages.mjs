// Installs the locked packages, including Bun, on a machine that has only Node and npm.
import { execFile } from 'node:child_process'
import { accessSync, constants, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const MIN_NODE = 20
const MAX_OUTPUT_BYTES = 16 * 1024 * 1024
const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const modules = join(root, 'node_modules')
/** What was installed, `run` or `all`, and from which lock file. */
const stamp = join(modules, '.hearth-lock')

/** What each scope leaves out. Peers are the compiler and types, which nothing needs to run. */
const OMITTED = { run: ['--production', '--omit=peer'], all: [] }
const SENTENCES = {
  run: 'Installing Hearth’s packages, once: about 300 MB, which takes some seconds',
  all: 'Installing Hearth’s packages and those of its tests, once: about 750 MB',
}

class InstallError extends Error {}

/**
 * Installs what is missing; does nothing, and needs no network, when all of it is there. Ends the
 * process with 1 and one sentence when it fails.
 *
 * @param {'run' | 'all'} scope what the service needs, or what its tests need as well
 */
export async function installPackages(scope) {
  try {
    if (Number(process.versions.node.split('.')[0]) < MIN_NODE)
      throw new InstallError(`this is Node ${process.versions.node}; install ${MIN_NODE} or later`)
    const lock = readFileSync(join(root, 'bun.lock'), 'utf8')
    const installed = readStamp()
    const wanted = installed.scope === 'all' ? 'all' : scope
    if (installed.lock === lock && installed.scope === wanted) return
    checkWritable()
    process.stderr.write(`${SENTENCES[wanted]}\n`)
    await install(OMITTED[wanted])
    writeFileSync(stamp, `${wanted}\n${lock}`)
  } catch (error) {
    const reason = error instanceof InstallError ? error.message : String(error.message ?? error)
    process.stderr.write(`Cannot install Hearth’s packages: ${reason}\n`)
    process.exit(1)
  }
}

function readStamp() {
  if (existsSync(stamp)) {
    const text = readFileSync(stamp, 'utf8')
    const scope = /^(run|all)\n/.exec(text)?.[1]
    // A stamp of an earlier version has the lock file only: everything was installed then.
    return scope === undefined
      ? { scope: 'all', lock: text }
      : { scope, lock: text.slice(scope.length + 1) }
  }
  // Installed by hand, or cut off: a start must not remove what the tests need.
  return { scope: existsSync(join(modules, 'typescript')) ? 'all' : undefined, lock: undefined }
}

/** The user's name; a container may run as a number without one. */
function userName() {
  try {
    return userInfo().username
  } catch {
    return String(process.getuid?.() ?? 'of this process')
  }
}

function checkWritable() {
  for (const folder of [root, modules]) {
    if (!existsSync(folder)) continue
    try {
      accessSync(folder, constants.W_OK)
    } catch (error) {
      if (error.code === 'EROFS')
        throw new InstallError(`${folder} can only be read. Start it once where it can be written`)
      const me = userName()
      const owner =
        statSync(folder).uid === 0 ? 'which belongs to root' : 'which belongs to another user'
      throw new InstallError(
        `the user ${me} may not write to ${folder}, ${owner}. Give it to ${me}: sudo chown -R ${me} ${root}`,
      )
    }
  }
}

async function install(options) {
  const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const [program, ...first] = bunCommand(dependencies.bun)
  const args = [
    ...first,
    'install',
    '--frozen-lockfile',
    '--no-progress',
    '--no-summary',
    ...options,
  ]
  try {
    // Its output is shown only where it fails: notices of package managers help nobody here.
    await promisify(execFile)(program, args, {
      cwd: root,
      maxBuffer: MAX_OUTPUT_BYTES,
      env: {
        ...process.env,
        npm_config_update_notifier: 'false',
        npm_config_fetch_retries: '1',
        npm_config_fetch_retry_mintimeout: '500',
        npm_config_fetch_retry_maxtimeout: '2000',
      },
    })
  } catch (error) {
    throw new InstallError(explain(error))
  }
}

/** Bun of the right version where the machine has one, else by npm. */
function bunCommand(version) {
  // The package's program has this name on every system.
  const own = join(modules, 'bun', 'bin', 'bun.exe')
  const manifest = join(modules, 'bun', 'package.json')
  if (existsSync(own) && existsSync(manifest)) {
    if (JSON.parse(readFileSync(manifest, 'utf8')).version === version) return [own]
  }
  return [process.platform === 'win32' ? 'npx.cmd' : 'npx', '--yes', `bun@${version}`]
}

const NO_NETWORK =
  /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ERR_SOCKET|ConnectionRefused|ConnectionClosed|ConnectionReset|ConnectTimeout|Timeout|FailedToOpenSocket|DNSResolution|UnableToConnect|network/i

function explain({ code, stdout = '', stderr = '' }) {
  const output = `${stderr}\n${stdout}`
  if (code === 'ENOENT') return 'npm (npx) is not on PATH. Install npm, then start again'
  if (/ENOSPC|no space left/i.test(output)) return `the disk is full (${root})`
  if (/EROFS|read-only file system/i.test(output))
    return `a folder can only be read (${root}, or npm’s cache in ${process.env.HOME})`
  if (/EACCES|EPERM|permission denied/i.test(output))
    return `a folder may not be written by ${userName()} (${root}, or npm’s cache in ${process.env.HOME})`
  if (/lockfile had changes/i.test(output))
    return 'package.json and bun.lock do not belong together. Fetch both again: git checkout package.json bun.lock'
  if (NO_NETWORK.test(output))
    return 'the npm registry cannot be reached. Connect this machine to the internet, or name a proxy (HTTPS_PROXY) or a registry of your own (npm config set registry URL), then start again'
  const lines = output.split('\n').map((line) => line.trim())
  const last = lines.filter((line) => /^(?:npm )?err(?:or|!)?\b/i.test(line))
  return (last.at(0) ?? lines.filter(Boolean).at(-1) ?? String(code)).replace(
    /^(?:npm )?err(?:or|!)?:?\s*/i,
    '',
  )
}
