import { existsSync, rmSync, statSync } from 'node:fs'
import { link, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { readSettings } from '../config/read-settings.ts'
import { BackupFolder } from '../features/backups/backup-folder.ts'
import { formatSize, jobOf } from '../features/backups/contents.ts'
import { boundedText } from '../platform/bounded-text.ts'
import { AppError } from '../platform/errors.ts'
import { randomId } from '../platform/ids.ts'
import { tryParseJson } from '../platform/json.ts'
import { VERSION } from '../platform/version.ts'
import { BackupProcess } from '../storage/backup/backup-process.ts'
import { FlushedWriter } from '../storage/backup/flushed-writer.ts'
import { readArchive } from '../storage/backup/read-archive.ts'
import { COMMAND_SOCKET } from '../storage/command-socket.ts'
import { type BackupManifest, DATABASE_NAME } from '../storage/contract-backup.ts'
import {
  type CommandContext,
  CommandFailure,
  EXIT,
  type MaintenanceCommand,
  parseArguments,
  UsageFailure,
} from './command.ts'

const NO_LINKS = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'])

/** Writes a backup of the data folder to a file. */
export const backup: MaintenanceCommand = {
  summary: 'Writes a checked backup of the data folder to a file',
  usage: `Usage: npm run backup -- FILE
       npm run --silent backup -- - | age -r RECIPIENT -o FILE

Works while Hearth runs, which goes on meanwhile, and while it does not. FILE is a tar archive that
only you can read, and must not exist; - is stdout. npm run restore -- FILE puts it back.

hearth.toml is not in it, because it has secrets: keep a copy of it yourself. The archive is not
encrypted, and has what everybody asked and was answered while it is stored, and the signing keys.
`,
  run,
}

async function run(context: CommandContext): Promise<number> {
  const { positionals } = parseArguments(context.args, {}, 1)
  const [name] = positionals
  if (name === undefined) throw new UsageFailure('The name of the file to write is missing')
  const { data_dir: folder } = readSettings(context.env)
  if (!existsSync(join(folder, DATABASE_NAME))) {
    throw new CommandFailure(
      `There is no database in ${folder}: set DATA_DIR to Hearth's data folder`,
    )
  }
  if (name === '-') return await toStdout(folder, context)
  const path = context.pathOf(name)
  if (existsSync(path)) throw new CommandFailure(`${path} is there already: choose another name`)
  const part = join(dirname(path), `.${randomId('backup-')}.part`)
  try {
    await createAt(part, folder, context)
    const manifest = await readArchive(part)
    await moveToName(part, path)
    context.err.write(`${describe(manifest, folder)}\nIt is in ${path}\n`)
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
    if (!NO_LINKS.has(String(Reflect.get(Object(error), 'code')))) throw error
    await rename(part, path)
  }
}

/** Creates the archive in the data folder first: stdout gets it only when it is complete. */
async function toStdout(folder: string, context: CommandContext): Promise<number> {
  const path = join(folder, `.${randomId('backup-')}.part`)
  try {
    await createAt(path, folder, context)
    const manifest = await readArchive(path)
    for await (const chunk of Bun.file(path).stream()) await Bun.write(Bun.stdout, chunk)
    context.err.write(`${describe(manifest, folder)}\n`)
  } finally {
    rmSync(path, { force: true })
  }
  return EXIT.done
}

async function createAt(path: string, folder: string, context: CommandContext): Promise<void> {
  const archive = await askService(folder, context.signal)
  if (archive === undefined) return await createWithoutService(path, folder, context)
  await using file = await FlushedWriter.create(path)
  for await (const chunk of archive) await file.write(chunk)
  await file.flush()
}

async function createWithoutService(
  path: string,
  folder: string,
  context: CommandContext,
): Promise<void> {
  const target = dirname(path)
  const backupFolder = new BackupFolder({ path: target, own: false, installation: 'command' })
  try {
    await backupFolder.prepare(statSync(join(folder, DATABASE_NAME)).size)
  } catch (error) {
    throw error instanceof AppError ? new CommandFailure(error.message, { cause: error }) : error
  }
  const work = join(target, `.${randomId('backup-')}`)
  const job = jobOf({ folder, version: VERSION, at: context.now(), work, archive: path })
  try {
    await new BackupProcess().make(job, context.signal)
  } catch (error) {
    if (context.signal.aborted) throw new CommandFailure('Stopped: no backup was made')
    const reason = error instanceof Error ? error.message : String(error)
    throw new CommandFailure(`Cannot make a backup: ${reason}`, { cause: error })
  }
}

function describe({ files, schema, version, left_out }: BackupManifest, folder: string): string {
  const bytes = files.reduce((total, file) => total + file.bytes, 0)
  const what = files.length === 1 ? '1 file' : `${files.length} files`
  return [
    `A backup of ${folder} was made and checked: ${what}, ${formatSize(bytes)}, Hearth ${version}, schema ${schema}`,
    ...left_out
      .filter(({ name }) => name === 'hearth.toml')
      .map(
        ({ name }) => `${name} is not in it, because it has secrets: keep a copy of it yourself`,
      ),
  ].join('\n')
}

/** Nobody listens, as a killed service leaves its socket, or this user may not open it. */
const NO_CONNECTION = new Set(['ENOENT', 'ECONNREFUSED', 'EACCES'])

/**
 * Asks the running service for a backup, by its socket in the data folder.
 *
 * @returns The archive; undefined when no service can be reached
 * @throws {CommandFailure} when it answers with an error or breaks off
 */
export async function askService(
  folder: string,
  signal: AbortSignal,
): Promise<AsyncIterable<Uint8Array> | undefined> {
  const unix = join(folder, COMMAND_SOCKET)
  if (!existsSync(unix)) return undefined
  let response: Response
  try {
    // Created at the lowest priority, it has no time limit.
    response = await fetch('http://hearth/backup', { method: 'POST', unix, signal, timeout: false })
  } catch (cause) {
    if (signal.aborted) throw new CommandFailure('Stopped: no backup was made', { cause })
    const code = String(Reflect.get(Object(cause), 'code'))
    if (NO_CONNECTION.has(code)) return undefined
    const reason = cause instanceof Error ? cause.message : code
    throw new CommandFailure(`Hearth did not send a backup: ${reason}`, { cause })
  }
  if (response.ok && response.body !== null) return response.body
  const text = await boundedText(response).catch(() => undefined)
  const body = tryParseJson(text ?? '').value
  const detail: unknown = Reflect.get(Object(body), 'detail')
  throw new CommandFailure(
    typeof detail === 'string' ? detail : `Hearth answered with ${response.status}`,
  )
}
