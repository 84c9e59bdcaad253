import { isUtf8 } from 'node:buffer'
import {
  chmodSync,
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  type Stats,
  statfsSync,
} from 'node:fs'

/**
 * Folders within folders that are entered. Each level holds a descriptor.
 * @limit sandbox-depth count
 */
export const MAX_DEPTH = 32
/** Linux; Node has no name for it. A descriptor that only names a file. */
const O_PATH = 0o10000000
const ALL_TO_OWNER = 0o700

/** A file, folder, link or anything else in a folder. */
export interface FolderEntry {
  /** Names from the folder on. They need not be valid UTF-8. */
  names: readonly Buffer[]
  /** Names it without following a link in between; valid until the next entry is asked for. */
  path: string | Buffer
  stats: Stats
  /** False for a folder that is too deep or cannot be read. */
  isComplete: boolean
}

/**
 * All that is in a folder of a job, each folder before what it holds. Follows no link, also when
 * the job exchanges folders for links at the same time. What disappears in between is left out.
 *
 * @throws When the folder itself cannot be opened
 */
export function* walkFolder(folder: string): Generator<FolderEntry, void> {
  yield* entriesOf(openFolder(folder), [])
}

/** @param descriptor Of an open folder; closed at the end */
function* entriesOf(descriptor: number, parents: readonly Buffer[]): Generator<FolderEntry, void> {
  try {
    for (const name of readdirSync(`/proc/self/fd/${descriptor}`, { encoding: 'buffer' })) {
      const path = childOf(descriptor, name)
      const names = [...parents, name]
      const stats = unlessGone(() => lstatSync(path))
      if (stats === undefined) continue
      if (!stats.isDirectory()) {
        yield { names, path, stats, isComplete: true }
        continue
      }
      const inner = names.length < MAX_DEPTH ? opened(path) : undefined
      if (inner === 'gone') continue
      let isWanted = false
      try {
        yield { names, path, stats, isComplete: inner !== undefined }
        isWanted = true
      } finally {
        // Nobody may ask for more.
        if (!isWanted && inner !== undefined) closeSync(inner)
      }
      if (inner !== undefined) yield* entriesOf(inner, names)
    }
  } finally {
    closeSync(descriptor)
  }
}

/** The path of a name in an open folder. */
export function childOf(descriptor: number, name: Buffer): string | Buffer {
  const folder = `/proc/self/fd/${descriptor}/`
  // Texts are faster, and cannot name all files.
  return isUtf8(name) ? folder + name.toString() : Buffer.concat([Buffer.from(folder), name])
}

/**
 * Opens a folder, not a link to one. One that its owner may not read or change is opened to it.
 *
 * @throws When that is impossible
 */
export function openFolder(path: string | Buffer): number {
  const named = openSync(path, O_PATH | constants.O_DIRECTORY | constants.O_NOFOLLOW)
  const link = `/proc/self/fd/${named}`
  try {
    const { mode } = fstatSync(named)
    if ((mode & ALL_TO_OWNER) !== ALL_TO_OWNER) chmodSync(link, mode | ALL_TO_OWNER)
    return openSync(link, constants.O_RDONLY | constants.O_DIRECTORY)
  } finally {
    closeSync(named)
  }
}

/** @returns undefined when it cannot be read */
function opened(path: string | Buffer): number | 'gone' | undefined {
  try {
    return openFolder(path)
  } catch (error) {
    // Removed, or exchanged for a file or a link.
    return hasCode(error, 'ENOENT', 'ENOTDIR', 'ELOOP') ? 'gone' : undefined
  }
}

function unlessGone<value>(read: () => value): value | undefined {
  try {
    return read()
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined
    throw error
  }
}

/** Unit of `blocks` in the facts of a file, whatever the file system's own. POSIX, `stat.h` */
const BLOCK_BYTES = 512

/** A sandbox ends before less is free on the disk of the machine. @limit sandbox-disk MiB */
export const DISK_RESERVE_BYTES = 256 * 1024 * 1024

/** What a folder takes of the disk. */
export interface FolderUse {
  bytes: number
  files: number
  /** Some of it is too deep to be counted, or refuses to be read. */
  isHidden: boolean
}

/** @param maxFiles Counting ends above it */
export function useOfFolder(folder: string, maxFiles: number): FolderUse {
  const use: FolderUse = { bytes: 0, files: 0, isHidden: false }
  for (const { stats, isComplete } of walkFolder(folder)) {
    use.files += 1
    use.bytes += stats.blocks * BLOCK_BYTES
    if (!isComplete) use.isHidden = true
    if (use.files > maxFiles) break
  }
  return use
}

/** What the whole file system of a path has given away. */
export interface FileSystemUse {
  usedBytes: number
  /** For users other than root. */
  freeBytes: number
  /** Absent where the file system does not count them. */
  usedFiles: number | undefined
}

export function useOfFileSystem(path: string): FileSystemUse {
  const { bsize, blocks, bfree, bavail, files, ffree } = statfsSync(path)
  return {
    usedBytes: (blocks - bfree) * bsize,
    freeBytes: bavail * bsize,
    usedFiles: files === 0 ? undefined : files - ffree,
  }
}

/** Whether the system refused with one of these codes, such as `ENOENT`. */
export function hasCode(error: unknown, ...codes: readonly string[]): boolean {
  return error instanceof Error && codes.includes(String(Reflect.get(error, 'code')))
}
