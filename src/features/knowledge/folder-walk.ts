import type { BigIntStats, Dirent } from 'node:fs'
import { lstat, readdir, realpath } from 'node:fs/promises'
import { isAbsolute, join } from 'node:path'
import { identitiesOf, isDenied, SYSTEM_FOLDERS } from '../../core/attachments/local-file.ts'
import { AppError, codeOf } from '../../platform/errors.ts'
import { type Reason, reason, reasonWords } from './reasons.ts'
import { MAX_READ_BYTES } from './source-readers.ts'

/** Files of a folder that are read, and what its walk comes across. */
export interface FolderBounds {
  files: number
  bytes: number
  entries: number
  depth: number
}
/** @limit knowledge-folder-files count */
export const MAX_FOLDER_FILES = 5_000
/** @limit knowledge-folder-bytes GiB */
export const MAX_FOLDER_BYTES = 50 * 1024 ** 3
/** Files and folders that one walk comes across. @limit knowledge-folder-entries count */
export const MAX_FOLDER_ENTRIES = 100_000
/** Folders within each other. @limit knowledge-folder-depth count */
export const MAX_FOLDER_DEPTH = 32
const BOUNDS: FolderBounds = {
  files: MAX_FOLDER_FILES,
  bytes: MAX_FOLDER_BYTES,
  entries: MAX_FOLDER_ENTRIES,
  depth: MAX_FOLDER_DEPTH,
}
/** What was left out and is named; the rest is counted. @limit knowledge-folder-skipped count */
export const MAX_NAMED_SKIPS = 50

/** Pictures, recordings, archives and programs, of which no text is read. */
const WITHOUT_TEXT =
  /\.(?:jpe?g|png|gif|webp|heic|heif|avif|bmp|tiff?|ico|raw|cr2|nef|dng|psd|mp[34]|m4[av]|mkv|webm|avi|mov|wmv|wav|flac|ogg|opus|aac|zip|7z|rar|tar|t?gz|bz2|xz|zst|iso|img|exe|dll|so|bin|msi|deb|rpm|apk|dmg|jar|class|o|a|pyc|db|sqlite3?|woff2?|ttf|otf|gguf|safetensors|part|crdownload|tmp|lock)$/i

/** Something in a folder that is not read, and why. */
export interface SkippedEntry {
  path: string
  why: Reason
}

/** The folder itself cannot be read. */
export class UnreadableFolder extends Error {
  readonly why: Reason

  constructor(why: Reason) {
    super(reasonWords(why))
    this.why = why
  }
}

/** What there is to read in a folder. */
export interface FolderListing {
  /** By the path below the folder: changes with each change of the file. */
  files: ReadonlyMap<string, string>
  skipped: readonly SkippedEntry[]
  /** With those that are not named. */
  skippedCount: number
  /** Those that were looked at, the folder itself as an empty path. */
  folders: readonly string[]
  /** Paths below which nothing is known now; what was read of them stays. */
  unknown: readonly string[]
}

/**
 * Looks at what is in a folder of this machine, without opening a file or following a link.
 *
 * @param root Its real path
 * @param denied Files and folders of the service itself
 * @throws {UnreadableFolder}
 */
export async function walkFolder(
  root: string,
  denied: readonly string[],
  signal: AbortSignal,
  bounds: FolderBounds = BOUNDS,
): Promise<FolderListing> {
  const files = new Map<string, string>()
  const skipped: SkippedEntry[] = []
  const unknown: string[] = []
  const folders: string[] = []
  const own = await identitiesOf(denied)
  let skippedCount = 0
  let entries = 0
  let bytes = 0
  const skip = (path: string, why: Reason) => {
    skippedCount += 1
    if (skipped.length < MAX_NAMED_SKIPS) skipped.push({ path, why })
  }

  await folder('', 0)
  return { files, skipped, skippedCount, folders, unknown }

  async function folder(path: string, depth: number): Promise<void> {
    signal.throwIfAborted()
    folders.push(path)
    for (const entry of await entriesOf(path)) {
      signal.throwIfAborted()
      const at = path === '' ? entry.name : `${path}/${entry.name}`
      entries += 1
      if (entries > bounds.entries) {
        skip(at, reason('beyond', `${count(bounds.entries)} files and folders`))
        unknown.push(at)
        return
      }
      if (entry.name.startsWith('.')) skip(at, reason('hidden'))
      else if (entry.isSymbolicLink()) skip(at, reason('link'))
      else if (!entry.isDirectory() && !entry.isFile()) skip(at, reason('special'))
      else if (entry.isFile() && WITHOUT_TEXT.test(at)) skip(at, reason('no_document'))
      else await inner(entry, at, depth)
    }
  }

  async function inner(entry: Dirent, at: string, depth: number): Promise<void> {
    const found = await factsOf(at)
    if (found === undefined) return
    if (own.has(`${found.dev}/${found.ino}`) || SYSTEM_FOLDERS.includes(join(root, at)))
      skip(at, reason('system'))
    else if (entry.isFile()) file(at, found)
    else if (depth >= bounds.depth) skip(at, reason('deep', bounds.depth))
    else await folder(at, depth + 1)
  }

  async function entriesOf(path: string): Promise<Dirent[]> {
    try {
      const found = await readdir(join(root, path), { withFileTypes: true })
      // Always the same ones are within the bounds.
      return found.sort((a, b) => (a.name < b.name ? -1 : 1))
    } catch (error) {
      const why = reasonOf(error)
      if (path === '') throw new UnreadableFolder(why)
      skip(path, why)
      unknown.push(path)
      return []
    }
  }

  async function factsOf(at: string): Promise<BigIntStats | undefined> {
    try {
      return await lstat(join(root, at), { bigint: true })
    } catch (error) {
      // One that was deleted meanwhile is just gone.
      if (codeOf(error) === 'ENOENT') return undefined
      skip(at, reasonOf(error))
      unknown.push(at)
      return undefined
    }
  }

  function file(at: string, { size, mtimeNs, ctimeNs, ino }: BigIntStats): void {
    const length = Number(size)
    if (length === 0) skip(at, reason('empty'))
    else if (length > MAX_READ_BYTES)
      skip(at, reason('too_large', `${MAX_READ_BYTES / 1024 ** 2} MiB`))
    else if (files.size >= bounds.files) skip(at, reason('beyond', `${count(bounds.files)} files`))
    else if (bytes + length > bounds.bytes)
      skip(at, reason('beyond', `${bounds.bytes / 1024 ** 3} GiB`))
    else {
      bytes += length
      files.set(at, `${size} ${mtimeNs} ${ctimeNs} ${ino}`)
    }
  }
}

/**
 * The real path of a folder that a caller names.
 *
 * @throws {AppError} `invalid` where it is none, or not to be read
 */
export async function requireFolder(path: string, denied: readonly string[]): Promise<string> {
  const refused = (words: string) =>
    new AppError('invalid', `Cannot follow ${JSON.stringify(path)}: ${words}`, { param: 'folder' })
  if (!isAbsolute(path) || path.includes('\0')) throw refused('expected an absolute path')
  try {
    const real = await realpath(path)
    if (await isDenied(real, denied)) throw refused(reasonWords(reason('system')))
    await readdir(real)
    return real
  } catch (error) {
    throw error instanceof AppError ? error : refused(reasonWords(reasonOf(error)))
  }
}

function reasonOf(error: unknown): Reason {
  const code = codeOf(error)
  switch (code) {
    case 'ENOENT':
    case 'ENOTDIR':
      return reason('gone')
    case 'EACCES':
    case 'EPERM':
      return reason('denied')
    default:
      return { reasonCode: null, error: `the system says ${String(code ?? 'nothing')}` }
  }
}

function count(value: number): string {
  return value.toLocaleString('en-US')
}
