import { realpathSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Ran, run } from '../install.ts'
import { Skipped } from '../run-cases.ts'
import { debianRoot } from './debian-root.ts'

const ROOT = join(import.meta.dir, '../../..')
/** What the service needs of the repository; node_modules may be a link. */
const PARTS = ['src', 'drizzle', 'public', 'package.json', 'README.md', 'node_modules']
const BOOT_MS = 60_000
const COMMAND_MS = 60_000
const POLL_MS = 100

/** A booted systemd. It shares the network of this machine. */
export interface Machine {
  /** Runs a command in it, to its end. */
  run(...command: string[]): Promise<Ran>
  [Symbol.asyncDispose](): Promise<void>
}

/**
 * Boots a Debian in which /opt/hearth is this repository. What it writes is gone with it.
 *
 * @param files Texts by their path in the machine; read-only there
 * @throws {Skipped} where no systemd can be booted
 */
export async function bootMachine(files: Readonly<Record<string, string>>): Promise<Machine> {
  const debian = await debianRoot()
  if (Bun.which('systemd-nspawn') === null)
    throw new Skipped('it wants systemd-nspawn: apt-get install systemd-container')
  const folder = await mkdtemp(join(tmpdir(), 'hearth-machine-'))
  const binds = PARTS.map((name) => `${realpathSync(join(ROOT, name))}:/opt/hearth/${name}`)
  for (const [index, [path, text]] of Object.entries(files).entries()) {
    await writeFile(join(folder, `${index}`), text, { mode: 0o644 })
    binds.push(`${join(folder, `${index}`)}:${path}`)
  }
  const nspawn = Bun.spawn(
    [
      ...['systemd-nspawn', '--quiet', '--boot', '--register=no', '--keep-unit', '--console=pipe'],
      ...['--volatile=overlay', `--directory=${debian}`, '--machine=hearth-test'],
      ...binds.map((bind) => `--bind-ro=${bind}`),
    ],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  )
  const output = Promise.all([
    new Response(nspawn.stdout).text(),
    new Response(nspawn.stderr).text(),
  ]).then((texts) => texts.join('').trim())
  const end = async () => {
    // Asks its systemd to halt; the second signal would kill.
    nspawn.kill('SIGTERM')
    const timer = setTimeout(() => nspawn.kill('SIGKILL'), COMMAND_MS)
    await nspawn.exited
    clearTimeout(timer)
    await rm(folder, { recursive: true, force: true })
  }
  const machine: Machine = {
    run: async (...command) =>
      run(['nsenter', ...(await namespacesOf(nspawn.pid)), '--', ...command], COMMAND_MS),
    [Symbol.asyncDispose]: end,
  }
  const deadline = performance.now() + BOOT_MS
  while (performance.now() < deadline && nspawn.exitCode === null) {
    const { text } = await machine.run('systemctl', 'is-system-running')
    if (/^(?:running|degraded)$/m.test(text)) return machine
    await Bun.sleep(POLL_MS)
  }
  await end()
  const lines = (await output).split('\n').slice(-3).join(', ')
  throw new Skipped(`systemd does not boot here: ${lines || 'it took longer than a minute'}`)
}

/** Options of nsenter for the machine, whose first process is the child of nspawn. */
async function namespacesOf(pid: number): Promise<string[]> {
  const { text } = await run(['pgrep', '--parent', String(pid)], COMMAND_MS)
  const first = text.trim().split('\n')[0] ?? ''
  return ['--target', first, '--mount', '--uts', '--pid', '--ipc', '--root', '--wd']
}
