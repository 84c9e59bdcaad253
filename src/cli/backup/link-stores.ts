import { linkSync, lstatSync, readdirSync, statfsSync, utimesSync } from 'node:fs'
import { constants, copyFile, mkdir, open } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { MIN_FREE_BYTES } from '../../features/backups/backup-folder.ts'
import { codeOf } from '../../platform/error-code.ts'
import { checksumOf } from '../../platform/file-bytes.ts'
import {
  type FolderManifestWriter,
  listedFiles,
  readFolderManifest,
} from '../../storage/backup/folder-manifest.ts'
import { PART_SUFFIX } from '../../storage/contract.ts'
import { type BackedUpFile, HELD } from '../../storage/contract-backup.ts'

/** Codes of a file system without second names, or of another disk. */
const UNLINKABLE = new Set(['EXDEV', 'EPERM', 'EMLINK', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'])
/** It is gone, to where the service holds it, or was taken before. */
const SKIPPED = new Set(['ENOENT', 'EEXIST'])
/** Of the times of files on a memory stick. */
const CLOCK_STEP_MS = 2_000

interface LinkOptions {
  /** The data folder. */
  folder: string
  stores: readonly string[]
  /** Where the backup is made. */
  tree: string
  /** A whole backup on the same disk as `tree`. */
  previous: string | undefined
  manifest: FolderManifestWriter
}

/**
 * Gives the objects of stores a second name in a backup, or copies them to another disk. They never
 * change, so a file of the same name, size and time is the same: its checksum is that of the backup
 * before. Those that are deleted meanwhile are taken from where the service holds them.
 */
export async function linkStores(options: LinkOptions): Promise<void> {
  const { folder, stores, tree, manifest } = options
  const known = await filesOf(options.previous)
  for (const store of stores) {
    await mkdir(join(tree, store), { recursive: true, mode: 0o700 })
    for (const held of [false, true])
      for (const name of objectsIn(join(folder, store, held ? HELD : ''))) {
        const key = `${store}/${name}`
        const from = join(folder, store, held ? HELD : '', name)
        const file = await take(from, key, options, known)
        if (file !== undefined) await manifest.add(file)
      }
  }
}

async function filesOf(previous: string | undefined): Promise<Map<string, BackedUpFile>> {
  const known = new Map<string, BackedUpFile>()
  if (previous === undefined) return known
  try {
    for await (const file of listedFiles(previous, readFolderManifest(previous)))
      known.set(file.name, file)
  } catch {
    // A damaged one is of no use: everything is read anew.
    known.clear()
  }
  return known
}

/** @returns undefined for one that is gone, or is there already */
async function take(
  from: string,
  key: string,
  { tree, previous = '' }: LinkOptions,
  known: ReadonlyMap<string, BackedUpFile>,
): Promise<BackedUpFile | undefined> {
  const to = join(tree, key)
  const old = join(previous, key)
  const before = known.get(key)
  try {
    const same = before !== undefined && isSame(old, from) ? before : undefined
    await mkdir(dirname(to), { recursive: true, mode: 0o700 })
    const isThere =
      link(from, to) || (same !== undefined && link(old, to)) || (await copy(from, to))
    return isThere ? (same ?? { name: key, ...(await checksumOf(to)) }) : undefined
  } catch (error) {
    if (SKIPPED.has(codeOf(error) ?? '')) return undefined
    throw error
  }
}

/** Whether a file of an earlier backup is the same as one that never changes. */
function isSame(old: string, from: string): boolean {
  const [one, other] = [old, from].map((path) => lstatSync(path, { throwIfNoEntry: false }))
  return (
    one !== undefined &&
    one.size === other?.size &&
    Math.abs(one.mtimeMs - other.mtimeMs) <= CLOCK_STEP_MS
  )
}

/** @returns False where the file system cannot */
function link(from: string, to: string): boolean {
  try {
    linkSync(from, to)
    return true
  } catch (error) {
    if (UNLINKABLE.has(codeOf(error) ?? '')) return false
    throw error
  }
}

/** @throws {Error} with code `ENOSPC` before the disk is full */
async function copy(from: string, to: string): Promise<true> {
  const { size, atime, mtime } = lstatSync(from)
  const { bavail, bsize } = statfsSync(dirname(to))
  if (bavail * bsize < size + MIN_FREE_BYTES)
    throw Object.assign(new Error(`there is no room for the files in ${dirname(to)}`), {
      code: 'ENOSPC',
    })
  await copyFile(from, to, constants.COPYFILE_EXCL)
  utimesSync(to, atime, mtime)
  await using handle = await open(to, 'r')
  await handle.sync()
  return true
}

/** Whole objects of a folder, by their keys. */
function* objectsIn(root: string, folder = ''): Generator<string> {
  for (const entry of entriesOf(join(root, folder))) {
    const name = folder === '' ? entry.name : `${folder}/${entry.name}`
    if (entry.name.startsWith('.') || entry.name.endsWith(PART_SUFFIX)) continue
    if (entry.isDirectory()) yield* objectsIn(root, name)
    else if (entry.isFile()) yield name
  }
}

/** Folders go with their last object. */
function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return []
    throw error
  }
}
