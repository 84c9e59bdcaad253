import {
  existsSync,
  lchownSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statfsSync,
  statSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { checkCopy } from '../../db/copy-database.ts'
import { programSchema } from '../../db/schema-state.ts'
import { MIN_FREE_BYTES } from '../../features/backups/backup-folder.ts'
import { formatSize, INCLUDED } from '../../features/backups/contents.ts'
import { checksumOf, pieces } from '../../platform/bytes.ts'
import { randomId } from '../../platform/ids.ts'
import { VERSION } from '../../platform/version.ts'
import { listedFiles, readFolderManifest } from '../../storage/backup/folder-manifest.ts'
import { readArchive } from '../../storage/backup/read-archive.ts'
import { BackupError, FlushedWriter } from '../../storage/backup/write-archive.ts'
import { type BackupManifest, BYTE_STORES, DATABASE_NAME } from '../../storage/contract-backup.ts'
import { CommandFailure } from '../command.ts'

/** What a backup says of itself. */
export interface BackupSummary
  extends Pick<BackupManifest, 'at' | 'version' | 'schema' | 'left_out'> {
  files: number
  bytes: number
  /** Folders whose bytes it has. */
  stores: readonly string[]
}

/** The checked contents of a backup in a folder of their own, removed when it is disposed of. */
export interface Unpacked extends Disposable {
  summary: BackupSummary
  staging: string
}

/**
 * Unpacks a backup beside the data, and checks it: every checksum, the database itself, its schema.
 *
 * @param file An archive, or the folder of a whole backup
 * @param folder The data folder; created when it is missing
 * @param isDatabaseOnly Whether the other files are left where they are
 * @throws {BackupError} when it is not to be restored; nothing is left then
 */
export async function unpack(
  file: string,
  folder: string,
  signal: AbortSignal,
  isDatabaseOnly = false,
): Promise<Unpacked> {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  for (const name of readdirSync(folder))
    if (name.startsWith(STAGING_PREFIX)) rmSync(join(folder, name), { recursive: true })
  const staging = join(folder, randomId(STAGING_PREFIX))
  const remove = () => rmSync(staging, { recursive: true, force: true })
  try {
    mkdirSync(staging, { mode: 0o700 })
    const summary = statSync(file).isDirectory()
      ? await unpackFolder(file, staging, signal, isDatabaseOnly)
      : await unpackArchive(file, staging, signal, isDatabaseOnly)
    requireDatabase(join(staging, DATABASE_NAME), summary)
    giveToOwner(staging, folder)
    return { summary, staging, [Symbol.dispose]: remove }
  } catch (error) {
    remove()
    throw error
  }
}

const STAGING_PREFIX = '.restore-'

async function unpackArchive(
  file: string,
  staging: string,
  signal: AbortSignal,
  isDatabaseOnly: boolean,
): Promise<BackupSummary> {
  const { files, ...manifest } = await readArchive(file, {
    onManifest: (found) => {
      for (const { name } of found.files) requireKnown(name, [])
      requireRoom(bytesOf(found.files), staging)
    },
    onFile: async ({ name }, bytes) => {
      if (!isDatabaseOnly || name === DATABASE_NAME) await store(join(staging, name), bytes, signal)
      else for await (const _ of bytes) signal.throwIfAborted()
    },
  })
  return { ...manifest, files: files.length, bytes: bytesOf(files), stores: [] }
}

/** Objects of stores never change, and are linked where they can be; all others are copied. */
async function unpackFolder(
  folder: string,
  staging: string,
  signal: AbortSignal,
  isDatabaseOnly: boolean,
): Promise<BackupSummary> {
  const manifest = readFolderManifest(folder)
  const { files, bytes, stores } = manifest
  if (isDatabaseOnly) requireRoom(statSync(join(folder, DATABASE_NAME)).size, staging)
  else if (statSync(folder).dev !== statSync(staging).dev) requireRoom(bytes, staging)
  for (const name of stores) {
    requireKnown(name, BYTE_STORES)
    mkdirSync(join(staging, name), { mode: 0o700 })
  }
  for await (const file of listedFiles(folder, manifest)) {
    requireKnown(file.name, stores)
    if (isDatabaseOnly && file.name !== DATABASE_NAME) continue
    const from = join(folder, file.name)
    if (lstatSync(from, { throwIfNoEntry: false })?.isFile() !== true)
      throw new BackupError(`The backup is cut off: ${JSON.stringify(file.name)} is missing`)
    const isObject = stores.includes(file.name.split('/', 1)[0] ?? '')
    const to = join(staging, file.name)
    if (!isObject || !linkedTo(from, to)) await store(to, pieces(from), signal)
    signal.throwIfAborted()
    if ((await checksumOf(to)).sha256 !== file.sha256)
      throw new BackupError(
        `The backup is damaged: ${JSON.stringify(file.name)} does not match its checksum`,
      )
  }
  const { at, version, schema, left_out } = manifest
  return { at, version, schema, left_out, files, bytes, stores }
}

function linkedTo(from: string, to: string): boolean {
  mkdirSync(dirname(to), { recursive: true, mode: 0o700 })
  try {
    linkSync(from, to)
    return true
  } catch {
    // Another disk, or a file system without links: copied.
    return false
  }
}

async function store(
  path: string,
  bytes: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
): Promise<void> {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  await using target = await FlushedWriter.create(path)
  for await (const piece of bytes) {
    if (signal.aborted) throw new CommandFailure('Stopped. Nothing was changed')
    await target.write(piece)
  }
  await target.flush()
}

/** Another name could be that of a file which is not Hearth's. */
function requireKnown(name: string, stores: readonly string[]): void {
  const [first = ''] = name.split('/', 1)
  if ([DATABASE_NAME, ...INCLUDED, ...stores].includes(first)) return
  throw new BackupError(
    `The backup holds ${JSON.stringify(name)}, which this version of Hearth does not know`,
  )
}

function bytesOf(files: BackupManifest['files']): number {
  return files.reduce((total, { bytes }) => total + bytes, 0)
}

function requireRoom(bytes: number, folder: string): void {
  const needed = bytes + MIN_FREE_BYTES
  const { bavail, bsize } = statfsSync(folder)
  if (bavail * bsize >= needed) return
  throw new BackupError(
    `There is no room: the restore needs ${formatSize(needed)}, and ${formatSize(bavail * bsize)} are free in ${dirname(folder)}`,
  )
}

function requireDatabase(path: string, { version }: BackupSummary): void {
  if (!existsSync(path)) throw new BackupError(`The backup has no ${DATABASE_NAME}`)
  const { schema, newer } = checkedCopy(path)
  // Left by the check.
  for (const suffix of ['-wal', '-shm']) rmSync(`${path}${suffix}`, { force: true })
  if (newer) {
    throw new BackupError(
      `The backup is of Hearth ${version} (schema ${schema}), and this is Hearth ${VERSION} (schema ${programSchema()}): update Hearth first`,
    )
  }
}

function checkedCopy(path: string) {
  try {
    return checkCopy(path)
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new BackupError(`The database of the backup cannot be used: ${reason}`, { cause })
  }
}

/**
 * Run as root, it leaves files that the service's own user can read and write. Each folder is changed
 * after what it holds, and no link is followed: that user could put one to any file of the system into
 * a folder that belongs to it already.
 */
export function giveToOwner(path: string, folder: string): void {
  const { uid, gid } = statSync(folder)
  if (process.getuid?.() !== 0 || uid === 0) return
  const changeOwner = (one: string) => {
    if (lstatSync(one).isDirectory())
      for (const name of readdirSync(one)) changeOwner(join(one, name))
    lchownSync(one, uid, gid)
  }
  changeOwner(path)
}
