import { readdirSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'

const SOURCES = dirname(import.meta.dir)
const ROOT = dirname(SOURCES)
const PACKAGES_CACHE = join(ROOT, 'node_modules/.cache')
/** A service that still runs from an earlier build loads parts of it when they are first needed. */
const MAX_BUILDS = 3

/** A folder for what one start builds for the next. */
export const buildCache = (name: string) => join(PACKAGES_CACHE, name)

/** Of the files of folders of the project, by names, sizes and times, and of where it stands. */
export function fingerprintOf(folders: readonly string[], pattern: RegExp): string {
  const files = folders
    .flatMap((folder) => readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && pattern.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
  const facts = [...files.sort(), join(ROOT, 'bun.lock')].map((path) => {
    // A copy of the service may have no lock file.
    const { size, mtimeMs } = statSync(path, { throwIfNoEntry: false }) ?? {}
    return `${path} ${size} ${mtimeMs}`
  })
  return Bun.hash([Bun.version, ...facts].join('\n')).toString(36)
}

/** Leaves the newest builds of a folder only. */
export function removeOldBuilds(folder: string): void {
  const builds = readdirSync(folder).map((name) => join(folder, name))
  const age = (path: string) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0
  const newestFirst = builds.sort((a, b) => age(b) - age(a))
  for (const old of newestFirst.slice(MAX_BUILDS)) rmSync(old, { recursive: true, force: true })
}
