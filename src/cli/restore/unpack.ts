import {
  lchownSync,
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
import { randomId } from '../../platform/ids.ts'
import { VERSION } from '../../platform/version.ts'
import { FlushedWriter } from '../../storage/backup/flushed-writer.ts'
import { readArchive } from '../../storage/backup/read-archive.ts'
import { BackupError } from '../../storage/backup/write-archive.ts'
import { type BackupManifest, DATABASE_NAME } from '../../storage/contract-backup.ts'
import { CommandFailure } from '../command.ts'

/** The checked contents of a backup in a folder of their own, removed when it is disposed of. */
export interface Unpacked extends Disposable {
  manifest: BackupManifest
  staging: string
}

/**
 * Unpacks a backup beside the data, and checks it: every checksum, the database itself, its schema.
 *
 * @param folder The data folder; created when it is missing
 * @throws {BackupError} when it is not to be restored; nothing is left then
 */
export async function unpack(file: string, folder: string, signal: AbortSignal): Promise<Unpacked> {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  for (const name of readdirSync(folder))
    if (name.startsWith(STAGING_PREFIX)) rmSync(join(folder, name), { recursive: true })
  const staging = join(folder, randomId(STAGING_PREFIX))
  const remove = () => rmSync(staging, { recursive: true, force: true })
  try {
    mkdirSync(staging, { mode: 0o700 })
    const manifest = await readArchive(file, {
      onManifest: (found) => {
        requireKnown(found)
        requireRoom(found, folder)
      },
      onFile: async ({ name }, bytes) => {
        mkdirSync(dirname(join(staging, name)), { recursive: true, mode: 0o700 })
        await using target = await FlushedWriter.create(join(staging, name))
        for await (const piece of bytes) {
          if (signal.aborted) throw new CommandFailure('Stopped. Nothing was changed')
          await target.write(piece)
        }
        await target.flush()
      },
    })
    requireDatabase(join(staging, DATABASE_NAME), manifest)
    giveToOwner(staging, folder)
    return { manifest, staging, [Symbol.dispose]: remove }
  } catch (error) {
    remove()
    throw error
  }
}

const STAGING_PREFIX = '.restore-'

/** Another name could be that of a file which is not Hearth's. */
function requireKnown({ files }: BackupManifest): void {
  const known = new Set([DATABASE_NAME, ...INCLUDED])
  const other = files.find(({ name }) => !known.has(name.split('/', 1)[0] ?? ''))
  if (other === undefined) return
  throw new BackupError(
    `The backup holds ${JSON.stringify(other.name)}, which this version of Hearth does not know`,
  )
}

function requireRoom({ files }: BackupManifest, folder: string): void {
  const needed = files.reduce((total, { bytes }) => total + bytes, 0) + MIN_FREE_BYTES
  const { bavail, bsize } = statfsSync(folder)
  if (bavail * bsize >= needed) return
  throw new BackupError(
    `There is no room: the restore needs ${formatSize(needed)}, and ${formatSize(bavail * bsize)} are free in ${folder}`,
  )
}

function requireDatabase(path: string, { files, version }: BackupManifest): void {
  if (!files.some(({ name }) => name === DATABASE_NAME)) {
    throw new BackupError(`The backup has no ${DATABASE_NAME}`)
  }
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
