// The process that makes and tests backups, so that the one that serves does not wait.
// usage: backup-worker.ts watched|alone|drill|copy JOB

import {
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  statfsSync,
  statSync,
  utimesSync,
  writeSync,
} from 'node:fs'
import { constants, copyFile, mkdir, open, rename, rm } from 'node:fs/promises'
import { setPriority } from 'node:os'
import { dirname, join } from 'node:path'
import { UserStore } from '../core/identity/user-store.ts'
import { addFileList, checkCopy, copyDatabase, countRows, namedBytes } from '../db/copy-database.ts'
import { openDatabase } from '../db/open.ts'
import { MIN_FREE_BYTES } from '../features/backups/backup-folder.ts'
import { checksumOf } from '../platform/bytes.ts'
import { matches } from '../platform/check.ts'
import { codeOf } from '../platform/errors.ts'
import { tryParseJson } from '../platform/json.ts'
import { LOW_PRIORITY } from '../platform/thread-time.ts'
import type { WorkerLine } from '../storage/backup/backup-process.ts'
import {
  FolderManifestWriter,
  listedFiles,
  readFolderManifest,
} from '../storage/backup/folder-manifest.ts'
import { readArchive } from '../storage/backup/read-archive.ts'
import { writeArchive } from '../storage/backup/write-archive.ts'
import { PART_SUFFIX } from '../storage/contract.ts'
import {
  BACKUP_FORMAT,
  type BackedUpFile,
  BackupJob,
  type BackupManifest,
  type CopiedBackup,
  CopyJob,
  DATABASE_NAME,
  DrillJob,
  type DrillResult,
  HELD,
  type MadeBackup,
} from '../storage/contract-backup.ts'
import { unpack } from './restore/unpack.ts'

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
async function linkStores(options: LinkOptions): Promise<void> {
  const { folder, stores, tree, manifest } = options
  const known = await previousFiles(options.previous)
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

async function previousFiles(previous: string | undefined): Promise<Map<string, BackedUpFile>> {
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

const MAX_DEPTH = 8

const [mode, text = ''] = process.argv.slice(2)
if (mode !== 'alone') {
  // The end of the service closes the pipe.
  process.stdin.on('end', () => process.exit(1))
  process.stdin.resume()
  yieldProcessor()
}
const { value: job } = tryParseJson(text)
if (mode === 'drill' && matches(DrillJob, job)) await report(job, drill)
else if (mode === 'copy' && matches(CopyJob, job)) await report(job, copyOfDatabase)
else if (matches(BackupJob, job)) await report(job, createBackup)
process.exit(0)

/** The service goes first, where both want the same processor. */
function yieldProcessor(): void {
  try {
    setPriority(LOW_PRIORITY)
  } catch {
    // A sandbox may not allow it; it is a courtesy.
  }
}

async function report<one extends { work: string }>(
  job: one,
  run: (job: one) => Promise<MadeBackup | DrillResult | CopiedBackup>,
): Promise<void> {
  try {
    send({ state: 'done', result: await run(job) })
  } catch (error) {
    const code = codeOf(error)
    send({
      state: 'failed',
      message: error instanceof Error ? error.message : String(error),
      ...(typeof code === 'string' ? { code } : {}),
    })
  } finally {
    await rm(job.work, { recursive: true, force: true })
  }
}

async function createBackup(job: BackupJob): Promise<MadeBackup> {
  const { work, target } = job
  mkdirSync(work, { recursive: true, mode: 0o700 })
  const copies = join(work, 'files')
  mkdirSync(copies, { mode: 0o700 })
  const database = join(copies, DATABASE_NAME)
  copyDatabase(job.database, database)
  const { schema } = checkCopy(database)
  const files = [{ name: DATABASE_NAME, ...(await checksumOf(database)) }]
  for (const name of job.include.flatMap((one) => filesOf(job.folder, one)))
    if (await copyIfThere(join(job.folder, name), join(copies, name)))
      files.push({ name, ...(await checksumOf(join(copies, name))) })
  const { version, at, left_out } = job
  const head = { version, schema, at, left_out }
  const made =
    job.stores === undefined
      ? await pack({ format: BACKUP_FORMAT, ...head, files }, copies, target, work)
      : await addStores(head, files, copies, { ...job, stores: job.stores })
  await syncPath(dirname(target))
  return { schema, ...made }
}

async function pack(manifest: BackupManifest, copies: string, target: string, work: string) {
  const packed = join(work, 'archive.tar')
  const bytes = await writeArchive(manifest, copies, packed)
  await readArchive(packed)
  await rename(packed, target)
  return { bytes, files: manifest.files.length, lost: 0 }
}

/** Nothing that the copied database names is missing, as its bytes come before and go after its row. */
async function addStores(
  head: Omit<BackupManifest, 'files' | 'format'>,
  files: readonly BackedUpFile[],
  tree: string,
  { folder, stores, previous, target }: BackupJob & { stores: readonly string[] },
) {
  await using manifest = await FolderManifestWriter.create(tree)
  for (const file of files) await manifest.add(file)
  await linkStores({ folder, stores, tree, previous, manifest })
  const { lost } = missingBytes(tree, stores)
  const made = await manifest.finish({ ...head, stores: [...stores], lost })
  await syncPath(tree)
  await rename(tree, target)
  return { bytes: made.bytes, files: made.files, lost }
}

/** Which bytes the database of a folder names, and which of them are not there. */
function missingBytes(folder: string, stores: readonly string[]): { named: number; lost: number } {
  let named = 0
  let lost = 0
  for (const name of namedBytes(join(folder, DATABASE_NAME))) {
    if (!stores.includes(name.split('/', 1)[0] ?? '')) continue
    named += 1
    if (!existsSync(join(folder, name))) lost += 1
  }
  return { named, lost }
}

/** Restores as the command does, and opens the database as a start does. */
async function drill({ backup, work }: DrillJob): Promise<DrillResult> {
  using unpacked = await unpack(backup, work, new AbortController().signal)
  const { staging, summary } = unpacked
  const database = join(staging, DATABASE_NAME)
  openDatabase(database)[Symbol.dispose]()
  const [users = 0, conversations = 0] = countRows(database, ['users', 'conversations'])
  return {
    files: summary.files,
    bytes: summary.bytes,
    users,
    conversations,
    ...missingBytes(staging, summary.stores),
  }
}

/** The database alone, as a start would have it, with the names of the files beside it. */
async function copyOfDatabase({ backup, work, target }: CopyJob): Promise<CopiedBackup> {
  using unpacked = await unpack(backup, work, new AbortController().signal, true)
  const { version, schema } = unpacked.summary
  const database = join(unpacked.staging, DATABASE_NAME)
  {
    using db = openDatabase(database)
    // Fills what its migration could not, as a reader cannot.
    new UserStore(db)
  }
  await addFileList(database, statSync(backup).isDirectory() ? filesBeside(backup) : none())
  await rename(database, target)
  return { version, schema }
}

function filesBeside(backup: string): AsyncIterable<BackedUpFile> {
  return listedFiles(backup, readFolderManifest(backup))
}

async function* none(): AsyncGenerator<BackedUpFile> {}

/** A draft of a skill may be deleted by now. @returns Whether it was copied */
async function copyIfThere(from: string, to: string): Promise<boolean> {
  mkdirSync(dirname(to), { recursive: true, mode: 0o700 })
  try {
    await copyFile(from, to, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE)
    return true
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error
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

/** Of a folder: a new name is safe only when it is on the disk. */
async function syncPath(path: string): Promise<void> {
  await using handle = await open(path, 'r')
  await handle.sync()
}

function send(line: WorkerLine): void {
  writeSync(process.stdout.fd, `${JSON.stringify(line)}\n`)
}
