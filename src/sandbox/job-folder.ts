import { isUtf8 } from 'node:buffer'
import {
  chmodSync,
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  renameSync,
  rmdirSync,
  type Stats,
  statfsSync,
  unlinkSync,
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
function childOf(descriptor: number, name: Buffer): string | Buffer {
  const folder = `/proc/self/fd/${descriptor}/`
  // Texts are faster, and cannot name all files.
  return isUtf8(name) ? folder + name.toString() : Buffer.concat([Buffer.from(folder), name])
}

/**
 * Opens a folder, not a link to one. One that its owner may not read or change is opened to it.
 *
 * @throws When that is impossible
 */
function openFolder(path: string | Buffer): number {
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
function hasCode(error: unknown, ...codes: readonly string[]): boolean {
  return error instanceof Error && codes.includes(String(Reflect.get(error, 'code')))
}

/** Longest name of a folder or file that is told; file systems allow no more bytes. */
const MAX_NAME_BYTES = 255
/** Control characters, marks that turn the direction of a text, and what is no text. */
const UNFIT =
  /[\p{Cc}\p{Cs}\p{Co}\p{Cn}\u2028\u2029\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff\ufffd/\\]/gu

/** A regular file that a job has made. */
interface JobFile {
  /** From the folder on, with `/` between its parts, each fit to be shown and to be stored. Unique. */
  name: string
  bytes: number
  /** Unix ms. */
  modifiedAt: number
  /**
   * Opens it for reading, if it is still the same file.
   *
   * @returns A descriptor, to be closed by the caller
   * @throws When it is not
   */
  open(): number
}

/** What of a job's folder may be read. */
export interface JobFolder {
  files: readonly JobFile[]
  /** How many other things there are: links, files with several names, devices, sockets. */
  unfit: number
  /** Whether some of it was not looked at, because there is too much or it is too deep. */
  isPartial: boolean
}

/**
 * Lists the regular files of a job's folder, so that nothing outside of it can be read by it: links
 * are left out, and files that have another name somewhere.
 *
 * @throws When the folder itself cannot be opened
 */
export function readFolder(folder: string, { maxFiles }: { maxFiles: number }): JobFolder {
  const files: JobFile[] = []
  const taken = new Set<string>()
  let unfit = 0
  let isPartial = false
  for (const { names, stats, isComplete } of walkFolder(folder)) {
    if (!isComplete) isPartial = true
    if (stats.isDirectory()) continue
    if (!stats.isFile() || stats.nlink !== 1) {
      unfit += 1
      continue
    }
    if (files.length === maxFiles) {
      isPartial = true
      break
    }
    const { dev, ino, size, mtimeMs } = stats
    files.push({
      name: uniqueName(names.map(cleanName).join('/'), taken),
      bytes: size,
      modifiedAt: Math.trunc(mtimeMs),
      open: () => openSame(folder, names, { dev, ino }),
    })
  }
  return { files, unfit, isPartial }
}

/**
 * A name without what could act on a terminal, a page or a file system.
 *
 * @param name As the file system has it, in any encoding
 */
export function cleanName(name: Uint8Array): string {
  const text = Buffer.from(name).toString('utf8').normalize('NFC').replace(UNFIT, '_').trim()
  // "." and ".." are folders; a hidden file could be overlooked.
  const visible = text.replace(/^[.~-]+/, '_') || '_'
  let cut = visible
  while (Buffer.byteLength(cut) > MAX_NAME_BYTES) cut = [...cut].slice(0, -1).join('')
  return cut
}

function uniqueName(name: string, taken: Set<string>): string {
  let unique = name
  for (let count = 2; taken.has(unique); count += 1) unique = `${name} (${count})`
  taken.add(unique)
  return unique
}

/** Goes from folder to folder by their descriptors, so that no link on the way is followed. */
function openSame(
  folder: string,
  names: readonly Buffer[],
  { dev, ino }: { dev: number; ino: number },
): number {
  let parent = openFolder(folder)
  try {
    for (const name of names.slice(0, -1)) {
      const next = openFolder(childOf(parent, name))
      closeSync(parent)
      parent = next
    }
    const file = openSync(
      childOf(parent, names.at(-1) ?? Buffer.of()),
      // A pipe that has taken its place would hold up the service.
      constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK,
    )
    const stats = fstatSync(file)
    if (stats.isFile() && stats.nlink === 1 && stats.dev === dev && stats.ino === ino) return file
    closeSync(file)
    throw new Error('Another file has taken its place')
  } finally {
    closeSync(parent)
  }
}

/** Entries after which other work of the service is let in. */
const TURN_ENTRIES = 500

/**
 * Removes the folder of a job after its end, whatever it holds: links are removed and not followed,
 * folders may be unreadable, and deeper than a path can be long.
 *
 * @throws When something cannot be removed
 */
export async function removeFolder(folder: string): Promise<void> {
  let root: number
  try {
    root = openFolder(folder)
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return
    throw error
  }
  try {
    let count = 0
    for (let left = namesOf(root); left.length > 0; left = namesOf(root))
      for (const name of left) {
        count = await emptied(root, name, count)
      }
  } finally {
    closeSync(root)
  }
  rmdirSync(folder)
}

/**
 * Removes one entry. Folders within a folder are first moved up to the root, so that no path is
 * longer than two names.
 */
async function emptied(root: number, name: Buffer, before: number): Promise<number> {
  const path = childOf(root, name)
  let count = before + 1
  if (!lstatSync(path).isDirectory()) {
    unlinkSync(path)
    return pausing(count)
  }
  const inner = openFolder(path)
  try {
    for (const child of namesOf(inner)) {
      const childPath = childOf(inner, child)
      count += 1
      if (lstatSync(childPath).isDirectory()) {
        // Moving a folder writes into it.
        closeSync(openFolder(childPath))
        renameSync(childPath, childOf(root, Buffer.from(`.removed-${crypto.randomUUID()}`)))
      } else unlinkSync(childPath)
      await pausing(count)
    }
  } finally {
    closeSync(inner)
  }
  rmdirSync(path)
  return count
}

async function pausing(count: number): Promise<number> {
  if (count % TURN_ENTRIES === 0) await new Promise((resolve) => setImmediate(resolve))
  return count
}

function namesOf(descriptor: number): Buffer[] {
  return readdirSync(`/proc/self/fd/${descriptor}`, { encoding: 'buffer' })
}
