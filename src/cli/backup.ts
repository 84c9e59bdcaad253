import { existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { link, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { readSettings } from '../config/load.ts'
import { isInUse } from '../db/process-lock.ts'
import { BackupFolder } from '../features/backups/backup-folder.ts'
import { formatSize, jobOf, wholeJobOf } from '../features/backups/contents.ts'
import { AppError, codeOf } from '../platform/errors.ts'
import { randomId } from '../platform/ids.ts'
import { VERSION } from '../platform/version.ts'
import { BackupProcess } from '../storage/backup/backup-process.ts'
import { readFolderManifest } from '../storage/backup/folder-manifest.ts'
import {
  type BackupJob,
  type BackupManifest,
  DATABASE_NAME,
  type MadeBackup,
} from '../storage/contract-backup.ts'
import { askService } from './ask-service.ts'
import {
  type CommandContext,
  CommandFailure,
  EXIT,
  type MaintenanceCommand,
  parseArguments,
  UsageFailure,
} from './command.ts'

const NO_LINKS = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'])

/** Writes a backup of the data folder to a file, or with all files to a folder. */
export const backup: MaintenanceCommand = {
  summary: 'Writes a checked backup of the data folder to a file, or with all files to a folder',
  usage: `Usage: npm run backup -- FILE
       npm run --silent backup -- - | age -r RECIPIENT -o FILE
       npm run backup -- --folder DIR

Works while Hearth runs, which goes on meanwhile, and while it does not. FILE is a tar archive of the
database, the skills and the signing keys that only you can read, and must not exist; - is stdout.

DIR has the bytes of all stored files too: as second names of the same files on the same disk, as copies
on another one. It may be a backup that was made before, which is replaced when the new one is whole; so
restic, borg or rsync may read it whenever none is being made. npm run restore puts either back.

hearth.toml is not in it, because it has secrets: keep a copy of it yourself. A backup is not
encrypted, and has what everybody asked and was answered while it is stored, and the signing keys.
`,
  run,
}

async function run(context: CommandContext): Promise<number> {
  const { positionals, values } = parseArguments(context.args, { folder: { type: 'string' } }, 1)
  const [name] = positionals
  if ((name === undefined) === (values.folder === undefined))
    throw new UsageFailure('Name the file to write, or a folder with --folder')
  const settings = readSettings(context.env)
  const { data_dir: folder } = settings
  if (!existsSync(join(folder, DATABASE_NAME))) {
    throw new CommandFailure(
      `There is no database in ${folder}: set DATA_DIR to Hearth's data folder`,
    )
  }
  if (values.folder !== undefined)
    return await toFolder(context.pathOf(values.folder), folder, {
      context,
      hasBucket: settings.files.s3 !== undefined,
    })
  if (name === '-') return await toStdout(folder, context)
  const path = context.pathOf(name ?? '')
  if (existsSync(path)) throw new CommandFailure(`${path} is there already: choose another name`)
  const part = join(dirname(path), `.${randomId('backup-')}.part`)
  try {
    const made = await createArchive(part, folder, context)
    await moveToName(part, path)
    context.err.write(`${made}\nIt is in ${path}\n`)
  } finally {
    await rm(part, { force: true })
  }
  return EXIT.done
}

/** Unlike a rename, a link replaces nothing that has come meanwhile. */
async function moveToName(part: string, path: string): Promise<void> {
  try {
    await link(part, path)
  } catch (error) {
    // The file systems of memory sticks have no links.
    if (!NO_LINKS.has(codeOf(error) ?? '')) throw error
    await rename(part, path)
  }
}

/** Creates the archive in the data folder first: stdout gets it only when it is complete. */
async function toStdout(folder: string, context: CommandContext): Promise<number> {
  const path = join(folder, `.${randomId('backup-')}.part`)
  try {
    const made = await createArchive(path, folder, context)
    for await (const chunk of Bun.file(path).stream()) await Bun.write(Bun.stdout, chunk)
    context.err.write(`${made}\n`)
  } finally {
    rmSync(path, { force: true })
  }
  return EXIT.done
}

/** @returns What was made, for the user */
async function createArchive(
  path: string,
  folder: string,
  context: CommandContext,
): Promise<string> {
  // For the audit of the service, which need not run.
  await using _ = await holdDeletions(folder, context.signal)
  const work = join(dirname(path), `.${randomId('backup-')}`)
  const job = jobOf({ folder, version: VERSION, at: context.now(), work, target: path })
  return describe(job, await make(job, context))
}

/** Makes the backup beside DIR, and puts it in its place when it is whole. */
async function toFolder(
  path: string,
  folder: string,
  { context, hasBucket }: { context: CommandContext; hasBucket: boolean },
): Promise<number> {
  const old = join(dirname(path), `.${basename(path)}.previous`)
  // A crash came between the two renames below.
  if (!existsSync(path) && existsSync(old)) renameSync(old, path)
  const previous = previousAt(path)
  await using hold = await holdDeletions(folder, context.signal)
  if (hold === undefined && isInUse(join(folder, DATABASE_NAME))) {
    throw new CommandFailure(
      'Hearth is running and does not answer this user: run this as the user of Hearth',
    )
  }
  const target = join(dirname(path), `.${basename(path)}.new`)
  rmSync(target, { recursive: true, force: true })
  const work = join(dirname(path), `.${randomId('backup-')}`)
  const job = wholeJobOf(
    { folder, version: VERSION, at: context.now(), work, target },
    { hasBucket, previous },
  )
  const made = await make(job, context)
  rmSync(old, { recursive: true, force: true })
  if (existsSync(path)) renameSync(path, old)
  renameSync(target, path)
  rmSync(old, { recursive: true, force: true })
  const lost =
    made.lost === 0 ? '' : `\n${made.lost} of its files were lost before: see npm run doctor`
  context.err.write(`${describe(job, made)}${lost}\nIt is in ${path}\n`)
  return EXIT.done
}

/** @throws {CommandFailure} for a folder that has something else in it */
function previousAt(path: string): string | undefined {
  if (!existsSync(path)) return undefined
  if (statSync(path).isDirectory() && readdirSync(path).length === 0) return undefined
  try {
    readFolderManifest(path)
    return path
  } catch (cause) {
    throw new CommandFailure(`${path} is no backup, and stays as it is: choose another name`, {
      cause,
    })
  }
}

async function make(job: BackupJob, { signal }: CommandContext): Promise<MadeBackup> {
  const folder = dirname(job.target)
  try {
    await new BackupFolder({ path: folder, own: false, installation: 'command' }).prepare(
      statSync(job.database).size,
    )
    return await new BackupProcess().make(job, signal)
  } catch (error) {
    if (signal.aborted) throw new CommandFailure('Stopped: no backup was made')
    const reason = error instanceof Error ? error.message : String(error)
    const words = error instanceof AppError ? reason : `Cannot make a backup: ${reason}`
    throw new CommandFailure(words, { cause: error })
  }
}

function describe(
  { folder, left_out }: Pick<BackupJob, 'folder'> & Pick<BackupManifest, 'left_out'>,
  { files, bytes, schema }: MadeBackup,
): string {
  const what = files === 1 ? '1 file' : `${files} files`
  return [
    `A backup of ${folder} was made and checked: ${what}, ${formatSize(bytes)}, Hearth ${VERSION}, schema ${schema}`,
    ...left_out
      .filter(({ name }) => name === 'hearth.toml')
      .map(
        ({ name }) => `${name} is not in it, because it has secrets: keep a copy of it yourself`,
      ),
  ].join('\n')
}

/**
 * Lets the running service keep the bytes of what is deleted, until it is disposed of or this process
 * ends.
 *
 * @returns Undefined when no service can be reached
 * @throws {CommandFailure} when it answers with an error or breaks off
 */
export async function holdDeletions(
  folder: string,
  signal: AbortSignal,
): Promise<AsyncDisposable | undefined> {
  try {
    const end = new AbortController()
    const response = await askService(folder, '/hold', AbortSignal.any([signal, end.signal]))
    if (response === undefined) return undefined
    const reader = response.body?.getReader()
    await reader?.read()
    if (!response.ok) throw new Error(`it answered with ${response.status}`)
    return {
      [Symbol.asyncDispose]: async () => {
        await reader?.cancel().catch(() => {})
        end.abort()
      },
    }
  } catch (cause) {
    if (signal.aborted) throw new CommandFailure('Stopped: no backup was made', { cause })
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new CommandFailure(`Hearth does not answer: ${reason}`, { cause })
  }
}
