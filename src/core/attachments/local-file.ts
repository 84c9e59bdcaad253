import { constants } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import { lstat, open, readlink, realpath, stat, statfs } from 'node:fs/promises'
import { basename, dirname, isAbsolute, resolve } from 'node:path'
import { AppError, codeOf } from '../../platform/errors.ts'
import { realPath } from '../../platform/real-path.ts'
import type { RefusalReason } from '../../platform/refusal-reasons.ts'

/** Files of the system that are no files: reading some of them acts, or shows secrets. */
export const SYSTEM_FOLDERS = ['/proc', '/sys', '/dev']
/** Types of file systems without real files, wherever they are mounted: proc and sys. See statfs(2). */
const SYSTEM_TYPES = new Set([0x9fa0, 0x62656572])
const PIECE_BYTES = 256 * 1024

interface LocalFileOptions {
  maxBytes: number
  /** Files and folders that nobody may attach: the service's own. */
  denied: readonly string[]
}

/**
 * Reads a file of this machine that a caller names.
 *
 * @throws {AppError} As {@link openLocalFile}; `too_large`
 */
export async function readLocalFile(
  path: string,
  { maxBytes, denied }: LocalFileOptions,
): Promise<Buffer> {
  const { file, bytes } = await openLocalFile(path, denied)
  try {
    if (bytes > maxBytes) throw tooLarge(path, maxBytes)
    return await readAll(file, path, maxBytes)
  } finally {
    await file.close()
  }
}

/**
 * Opens a file of this machine, never through a symbolic link. What was checked is what is read: the
 * checks are made on the open file.
 *
 * @param denied Files and folders that nobody may read: the service's own
 * @returns The file, to be closed by the caller
 * @throws {AppError} `invalid`, with its reason, when it is no plain file or cannot be read
 */
export async function openLocalFile(
  path: string,
  denied: readonly string[],
): Promise<{ file: FileHandle; bytes: number }> {
  if (!isAbsolute(path) || path.includes('\0') || resolve(path) !== path)
    throw refused(path, 'expected an absolute path without . and ..', 'path')
  if (await isDenied(path, denied)) throw refused(path, 'it may not be attached', 'system')
  // Not even opened: to open a device can do something.
  const found = await orRefused(path, lstat(path))
  if (!found.isFile()) throw refused(path, 'it is not a plain file, or a symbolic link', 'special')
  const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants
  const file = await orRefused(path, open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK))
  try {
    const { size } = await file.stat().then((stat) => {
      if (!stat.isFile()) throw refused(path, 'it is not a plain file', 'special')
      return stat
    })
    if ((await openedPath(file, path)) !== path)
      throw refused(path, 'a folder of the path is a symbolic link', 'link')
    if (SYSTEM_TYPES.has((await statfs(path)).type))
      throw refused(path, 'it may not be attached', 'system')
    return { file, bytes: size }
  } catch (error) {
    await file.close()
    throw error
  }
}

/** Whether a path is one of the system or of the service, or lies in one, under whatever name. */
export async function isDenied(path: string, denied: readonly string[]): Promise<boolean> {
  for (const one of [...SYSTEM_FOLDERS, ...denied.map(realPath)])
    if (path === one || path.startsWith(`${one}/`)) return true
  return await isOwn(path, denied)
}

/** What tells each of some files and folders, by whatever name it is found; for `dev/ino` of others. */
export async function identitiesOf(paths: readonly string[]): Promise<ReadonlySet<string>> {
  const found = await Promise.all(paths.map(identityOf))
  return new Set(found.filter((identity) => identity !== undefined))
}

/** Whether it is or lies in what is denied, by another name: a second mount, or a hard link. */
async function isOwn(path: string, denied: readonly string[]): Promise<boolean> {
  const own = await identitiesOf(denied)
  for (let at = path; at !== dirname(at); at = dirname(at)) {
    const identity = await identityOf(at)
    if (identity !== undefined && own.has(identity)) return true
  }
  return false
}

/** The same for all names of a file or a folder; undefined where there is none. */
async function identityOf(path: string): Promise<string | undefined> {
  const found = await stat(path, { bigint: true }).catch(() => undefined)
  return found && `${found.dev}/${found.ino}`
}

/** Where the open file really is; on systems that do not say, where the path leads now. */
async function openedPath({ fd }: FileHandle, path: string): Promise<string> {
  try {
    return await readlink(`/proc/self/fd/${fd}`)
  } catch {
    return realpath(path)
  }
}

/** A file may grow while it is read. */
async function readAll(file: FileHandle, path: string, maxBytes: number): Promise<Buffer> {
  const pieces: Buffer[] = []
  let total = 0
  for (;;) {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(PIECE_BYTES))
    if (bytesRead === 0) return Buffer.concat(pieces)
    total += bytesRead
    if (total > maxBytes) throw tooLarge(path, maxBytes)
    pieces.push(buffer.subarray(0, bytesRead))
  }
}

async function orRefused<value>(path: string, found: Promise<value>): Promise<value> {
  try {
    return await found
  } catch (cause) {
    const [reason, code] = REASONS.get(codeOf(cause)) ?? ['it cannot be read', 'unreadable']
    throw refused(path, reason, code)
  }
}

const REASONS: ReadonlyMap<unknown, [reason: string, code: RefusalReason]> = new Map([
  ['ENOENT', ['there is no such file', 'gone']],
  ['ENOTDIR', ['there is no such file', 'gone']],
  ['EACCES', ['the service may not read it', 'denied']],
  ['ELOOP', ['it is a symbolic link', 'link']],
])

function refused(path: string, reason: string, code: RefusalReason): AppError {
  return new AppError('invalid', `Cannot attach ${JSON.stringify(path)}: ${reason}`, {
    reason,
    reasonFacts: { code, name: basename(path) },
  })
}

function tooLarge(path: string, maxBytes: number): AppError {
  return new AppError(
    'too_large',
    `Cannot attach ${JSON.stringify(path)}: it is larger than the ${maxBytes} bytes of one attachment`,
    { reasonFacts: { code: 'larger', value: `${maxBytes / 1024 ** 2} MiB`, name: basename(path) } },
  )
}
