// The process that copies, checks and packs a backup, so that the one that serves does not wait.
// usage: backup-worker.ts watched|alone JOB
import { mkdirSync, readdirSync, statSync, writeSync } from 'node:fs'
import { constants, copyFile, open, rename, rm } from 'node:fs/promises'
import { setPriority, constants as system } from 'node:os'
import { dirname, join } from 'node:path'
import { checkCopy, copyDatabase } from '../db/copy-database.ts'
import { matches } from '../platform/check.ts'
import { tryParseJson } from '../platform/json.ts'
import type { WorkerLine } from '../storage/backup/backup-process.ts'
import { readArchive } from '../storage/backup/read-archive.ts'
import { pieces, writeArchive } from '../storage/backup/write-archive.ts'
import {
  BACKUP_FORMAT,
  type BackedUpFile,
  BackupJob,
  DATABASE_NAME,
  type MadeBackup,
} from '../storage/contract-backup.ts'

const MAX_DEPTH = 8

const [mode, text = ''] = process.argv.slice(2)
if (mode === 'watched') {
  // The end of the service closes the pipe.
  process.stdin.on('end', () => process.exit(1))
  process.stdin.resume()
  yieldProcessor()
}
const { value: job } = tryParseJson(text)
if (matches(BackupJob, job)) await report(job)
process.exit(0)

/** The service goes first, where both want the same processor. */
function yieldProcessor(): void {
  try {
    setPriority(system.priority.PRIORITY_LOW)
  } catch {
    // A sandbox may not allow it; it is a courtesy.
  }
}

async function report(work: BackupJob): Promise<void> {
  try {
    send({ state: 'made', backup: await createBackup(work) })
  } catch (error) {
    const code: unknown = Reflect.get(Object(error), 'code')
    send({
      state: 'failed',
      message: error instanceof Error ? error.message : String(error),
      ...(typeof code === 'string' ? { code } : {}),
    })
  } finally {
    await rm(work.work, { recursive: true, force: true })
  }
}

async function createBackup({ work, archive, ...job }: BackupJob): Promise<MadeBackup> {
  mkdirSync(work, { recursive: true, mode: 0o700 })
  const copies = join(work, 'files')
  mkdirSync(copies, { mode: 0o700 })
  const database = join(copies, DATABASE_NAME)
  copyDatabase(job.database, database)
  const names: string[] = []
  for (const name of job.include.flatMap((one) => filesOf(job.folder, one)))
    if (await copyIfThere(join(job.folder, name), join(copies, name))) names.push(name)
  const { schema } = checkCopy(database)
  const files: BackedUpFile[] = []
  for (const name of [DATABASE_NAME, ...names]) files.push(await describe(copies, name))
  const packed = join(work, 'archive.tar')
  const { version, at, left_out } = job
  const manifest = { format: BACKUP_FORMAT, version, schema, at, files, left_out }
  const bytes = await writeArchive(manifest, copies, packed)
  await readArchive(packed)
  await rename(packed, archive)
  await syncPath(dirname(archive))
  return { bytes, schema, files: files.length }
}

/** A draft of a skill may be deleted by now. @returns Whether it was copied */
async function copyIfThere(from: string, to: string): Promise<boolean> {
  mkdirSync(dirname(to), { recursive: true, mode: 0o700 })
  try {
    await copyFile(from, to, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE)
    return true
  } catch (error) {
    if (Reflect.get(Object(error), 'code') !== 'ENOENT') throw error
    return false
  }
}

/** The files at a name and below it; links to folders are not followed. */
function filesOf(folder: string, name: string, depth = 0): string[] {
  const found = statSync(join(folder, name), { throwIfNoEntry: false })
  if (found === undefined || depth > MAX_DEPTH) return []
  if (found.isFile()) return [name]
  if (!found.isDirectory()) return []
  return readdirSync(join(folder, name), { withFileTypes: true })
    .filter((entry) => !(entry.isSymbolicLink() && isFolder(join(folder, name, entry.name))))
    .flatMap((entry) => filesOf(folder, `${name}/${entry.name}`, depth + 1))
    .sort()
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
}

async function describe(folder: string, name: string): Promise<BackedUpFile> {
  const hasher = new Bun.CryptoHasher('sha256')
  let bytes = 0
  for await (const piece of pieces(join(folder, name))) {
    hasher.update(piece)
    bytes += piece.byteLength
  }
  return { name, bytes, sha256: hasher.digest('hex') }
}

/** Of a folder: a new name is safe only when it is on the disk. */
async function syncPath(path: string): Promise<void> {
  await using handle = await open(path, 'r')
  await handle.sync()
}

function send(line: WorkerLine): void {
  writeSync(process.stdout.fd, `${JSON.stringify(line)}\n`)
}
