import { cp, mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { downloadDebian, unpackDebian } from './debian-packages.ts'
import { cacheFolder, run } from './install.ts'
import { Skipped } from './run-cases.ts'

const SUITE = 'sid'
const PACKAGE = 'yt-dlp'
const PYTHON = '/usr/bin/python3'
const COMPILE_MS = 120_000

/**
 * The yt-dlp of Debian's unstable suite, as a user's own package of the system's Python; made once and
 * kept for the next run. Nothing is installed, and it does not take root.
 *
 * @returns Its path
 * @throws {Skipped} where it cannot be made
 */
export async function debianYtDlp(): Promise<string> {
  const folder = join(cacheFolder(), `${PACKAGE}-${SUITE}`)
  const program = join(folder, 'bin/yt-dlp')
  if (await Bun.file(program).exists()) return program
  if (!(await Bun.file(PYTHON).exists())) throw new Skipped(`it wants ${PYTHON}`)
  const version = await run(
    [PYTHON, '-c', 'import sys; print("%d.%d" % sys.version_info[:2])'],
    COMPILE_MS,
  )
  await mkdir(cacheFolder(), { recursive: true })
  // Renamed when complete, so that a partial installation is never used.
  const fresh = await mkdtemp(`${folder}-`)
  try {
    const archives = await downloadDebian(fresh, { suite: SUITE, command: ['download', PACKAGE] })
    for (const name of await readdir(archives))
      if (name.endsWith('.deb')) await unpackDebian(join(archives, name), join(fresh, 'package'))
    const packages = join(fresh, `lib/python${version.text.trim()}/site-packages`)
    await cp(join(fresh, 'package/usr/lib/python3/dist-packages'), packages, { recursive: true })
    await cp(join(fresh, 'package/usr/bin'), join(fresh, 'bin'), { recursive: true })
    // As its installation does; else each start takes seconds.
    await run([PYTHON, '-m', 'compileall', '-q', packages], COMPILE_MS)
    for (const name of ['apt', 'package']) await rm(join(fresh, name), { recursive: true })
    await rename(fresh, folder)
  } finally {
    await rm(fresh, { recursive: true, force: true })
  }
  return program
}
