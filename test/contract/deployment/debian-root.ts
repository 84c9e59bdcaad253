import { chmod, mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { cacheFolder, run } from '../install.ts'
import { Skipped } from '../run-cases.ts'

const SUITE = 'bookworm'
/** What the service's sandbox needs; in the name of the folder, as earlier ones lack it. */
const SANDBOX = 'bubblewrap'
const PACKAGES = ['systemd', 'systemd-sysv', 'dbus', SANDBOX]
const DEBOOTSTRAP_MS = 5 * 60_000
/** Two fifths of the folder, which every image of it would have. */
const DOWNLOADS = ['var/cache/apt', 'var/lib/apt/lists']

/**
 * A folder with a small Debian that can be booted; made once and kept for the next run. Nothing may
 * write to it.
 *
 * @throws {Skipped} where it cannot be made
 */
export async function debianRoot(): Promise<string> {
  if (process.getuid?.() !== 0) throw new Skipped('it wants root')
  if (Bun.which('debootstrap') === null)
    throw new Skipped('it wants debootstrap: apt-get install debootstrap')
  const folder = join(cacheFolder(), `debian-${SUITE}-${SANDBOX}`)
  if (await Bun.file(join(folder, 'usr/bin/systemctl')).exists()) {
    // An earlier one has them still.
    await removeDownloads(folder)
    return folder
  }
  await mkdir(cacheFolder(), { recursive: true })
  // Renamed when complete, so that a partial installation is never used.
  const fresh = await mkdtemp(`${folder}-`)
  try {
    const include = `--include=${PACKAGES.join(',')}`
    const { code, text } = await run(
      ['debootstrap', '--variant=minbase', include, SUITE, fresh],
      DEBOOTSTRAP_MS,
    )
    if (code !== 0)
      throw new Skipped(`debootstrap failed: ${text.trim().split('\n').slice(-2).join(', ')}`)
    await removeDownloads(fresh)
    await chmod(fresh, 0o755)
    await rename(fresh, folder)
  } finally {
    await rm(fresh, { recursive: true, force: true })
  }
  return folder
}

async function removeDownloads(folder: string): Promise<void> {
  for (const name of DOWNLOADS) await rm(join(folder, name), { recursive: true, force: true })
}
