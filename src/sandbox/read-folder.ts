import { closeSync, constants, fstatSync, openSync } from 'node:fs'
import { childOf, openFolder, walkFolder } from './walk-folder.ts'

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
