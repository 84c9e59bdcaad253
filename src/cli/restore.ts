import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import { type Static, type TSchema, Type } from '@sinclair/typebox'
import { readSettings } from '../config/load.ts'
import { isInUse } from '../db/process-lock.ts'
import { stamp } from '../features/backups/backup-folder.ts'
import { formatSize, INCLUDED } from '../features/backups/contents.ts'
import { RESTORE_MARKER } from '../features/backups/open-data.ts'
import { boundedText } from '../platform/bounded-text.ts'
import { matches } from '../platform/check.ts'
import { tryParseJson } from '../platform/json.ts'
import { printable } from '../sandbox/run-sandboxed.ts'
import { BackupError } from '../storage/backup/write-archive.ts'
import { DATABASE_NAME } from '../storage/contract-backup.ts'
import { askService } from './ask-service.ts'
import {
  type CommandContext,
  CommandFailure,
  EXIT,
  type MaintenanceCommand,
  parseArguments,
  UsageFailure,
} from './command.ts'
import { type BackupSummary, unpack } from './restore/unpack.ts'

/** Where a backup is, and the data folder of the service that it goes into. */
interface Places {
  backup: string
  folder: string
  database: string
}

/** Lists things of one kind in a backup, with the words that `--only` takes. */
async function listContents(
  context: CommandContext,
  places: Places,
  { kind, search }: { kind: string; search: string | undefined },
): Promise<number> {
  const query = { kind, ...(search === undefined ? {} : { search }) }
  const { items, more } = await ask(context, places, '/contents', query, Contents)
  for (const { id, at, title, isThere, hasBytes, isExpired } of items) {
    const notes = [
      ...(isThere ? ['is there'] : []),
      ...(isExpired ? ['expired'] : []),
      ...(hasBytes ? [] : ['without its files']),
    ]
    const what = `${kind}/${id}`
    const line = [what, new Date(at).toISOString(), printable(title), ...notes].join('  ')
    context.out.write(`${line.replaceAll('\n', ' ')}\n`)
  }
  if (items.length === 0) context.err.write('The backup has none\n')
  if (more)
    context.err.write(`These are the newest ${items.length}: --search WORDS finds older ones\n`)
  return EXIT.done
}

/** Puts one thing of a backup back into the running service. */
async function restoreOne(context: CommandContext, places: Places, only: string): Promise<number> {
  const [, kind, id] = /^([a-z]+)\/([\w-]+)$/.exec(only) ?? []
  if (kind === undefined || id === undefined)
    throw new UsageFailure(`“${only}” names nothing: write KIND/ID, as --list KIND shows them`)
  const report = await ask(context, places, '/restore', { kind, id }, Report)
  const counts = Object.entries(report.restored).map(([name, count]) => `${name}: ${count}`)
  context.out.write(`Restored ${counts.length === 0 ? 'nothing' : counts.join(', ')}\n`)
  if (report.there > 0)
    context.err.write(`${report.there} were there already, and stay as they are\n`)
  if (report.lost > 0) {
    const names = report.lostNames.map(printable).join(', ')
    context.err.write(`${report.lost} are without their files or stayed out: ${names}\n`)
  }
  if (report.stopped === undefined) return EXIT.done
  throw new CommandFailure(`The rest was not restored: ${report.stopped}`)
}

async function ask<schema extends TSchema>(
  { signal }: CommandContext,
  { backup, folder, database }: Places,
  path: string,
  query: Readonly<Record<string, string>>,
  schema: schema,
): Promise<Static<schema>> {
  const asked = `${path}?${new URLSearchParams({ backup, ...query })}`
  const response = await askService(folder, asked, signal).catch((cause: unknown) => {
    if (signal.aborted)
      throw new CommandFailure('Stopped waiting: Hearth may still finish it', { cause })
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new CommandFailure(`Hearth does not answer: ${reason}`, { cause })
  })
  if (response === undefined)
    throw new CommandFailure(
      isInUse(database)
        ? 'Hearth is running and does not answer this user: run this as the user of Hearth'
        : `Hearth is not running over ${folder}: start it, since one thing goes into the running service`,
    )
  const { value } = tryParseJson((await boundedText(response)) ?? '')
  if (response.ok && matches(schema, value)) return value
  throw new CommandFailure(
    matches(ErrorBody, value) ? value.detail : `Hearth answered with ${response.status}`,
  )
}

const ErrorBody = Type.Object({ detail: Type.String() })

/** Of `ListedItem`. */
const Contents = Type.Object({
  items: Type.Array(
    Type.Object({
      id: Type.String(),
      at: Type.Number(),
      title: Type.String(),
      isThere: Type.Boolean(),
      isExpired: Type.Boolean(),
      hasBytes: Type.Boolean(),
    }),
  ),
  more: Type.Boolean(),
})

/** Of `RestoreReport`. */
const Report = Type.Object({
  restored: Type.Record(Type.String(), Type.Integer()),
  there: Type.Integer(),
  lost: Type.Integer(),
  lostNames: Type.Array(Type.String()),
  stopped: Type.Optional(Type.String()),
})

/** Puts a backup in the place of the data folder's contents. */
export const restore: MaintenanceCommand = {
  summary: 'Puts a backup in the place of the data, which is moved aside',
  usage: `Usage: npm run restore -- FILE
       npm run restore -- DIR
       npm run restore -- FILE|DIR --list KIND [--search WORDS]
       npm run restore -- FILE|DIR --only KIND/ID

FILE is a backup of this version of Hearth or of an earlier one, of this machine or of another; DIR is
a whole one, made with --folder, with the bytes of all files. Stop Hearth first. The backup is checked
before anything is touched. Data that is there is moved into a folder beside the restored data, whatever
its state, and never deleted.

--list and --only are for a running Hearth, which must be able to read the backup. --list shows what the
backup has of a kind: users, conversations, files, history, assistants, prompts or knowledge. --only puts
one of them back, of a user all that is missing. Nothing that is there is changed.
`,
  run,
}

const OPTIONS = {
  list: { type: 'string' },
  only: { type: 'string' },
  search: { type: 'string' },
} as const

async function run(context: CommandContext): Promise<number> {
  const { positionals, values } = parseArguments(context.args, OPTIONS, 1)
  const [name] = positionals
  if (name === undefined) throw new UsageFailure('The name of the backup is missing')
  const { list, only, search } = values
  if (list !== undefined && only !== undefined)
    throw new UsageFailure('--list and --only do not go together')
  if (search !== undefined && list === undefined) throw new UsageFailure('--search is for --list')
  const file = context.pathOf(name)
  const found = statSync(file, { throwIfNoEntry: false })
  if (found?.isFile() !== true && found?.isDirectory() !== true)
    throw new CommandFailure(`There is no file ${file}`)
  const { data_dir: folder } = readSettings(context.env)
  const places = { backup: file, folder, database: join(folder, DATABASE_NAME) }
  if (list !== undefined) return await listContents(context, places, { kind: list, search })
  if (only !== undefined) return await restoreOne(context, places, only)
  requireStopped(folder)
  try {
    using unpacked = await unpack(file, folder, context.signal)
    const moved = exchange({
      folder,
      ...unpacked,
      now: context.now(),
      requireStopped: () => requireStopped(folder),
    })
    context.out.write(`${report(unpacked.summary, file, folder, moved)}\n`)
    return EXIT.done
  } catch (error) {
    if (error instanceof BackupError)
      throw new CommandFailure(`${error.message}. Nothing was changed`)
    throw error
  }
}

/** @throws {CommandFailure} while a service has the data open; a damaged database is no obstacle */
function requireStopped(folder: string): void {
  if (isInUse(join(folder, DATABASE_NAME)))
    throw new CommandFailure(`Hearth is running over ${folder}: stop it first. Nothing was changed`)
}

function report(
  { at, version, schema, files, bytes, stores, left_out }: BackupSummary,
  file: string,
  folder: string,
  { aside }: Exchange,
): string {
  const count = files === 1 ? '1 file' : `${files} files`
  const lines = [
    `Restored ${file} into ${folder}`,
    `It was made at ${at} by Hearth ${version} (schema ${schema}): ${count}, ${formatSize(bytes)}`,
    'The next start brings it to the schema of this version. Jobs that waited then are run.',
    ...left_out
      .filter(({ name }) => name === 'hearth.toml')
      .map(() => 'hearth.toml is not in a backup: check that yours is the right one'),
  ]
  if (aside === undefined) return lines.join('\n')
  return [
    ...lines,
    `The data that was there is in ${aside}; delete it when you no longer need it`,
    'To undo this, with Hearth stopped:',
    `    ${undoCommand(folder, basename(aside), stores)}`,
  ].join('\n')
}

/** Moves also what a service has written since: a WAL of another database would damage the one put back. */
function undoCommand(folder: string, aside: string, stores: readonly string[]): string {
  const undone = `${aside}-undone`
  const move = `[ ! -e "$name" ] || mv "$name" ${undone} || exit`
  return `(cd ${quoted(folder)} && mkdir ${undone} && for name in ${[...new Set([...OWN_FILES, ...stores])].join(' ')}; do ${move}; done && mv ${aside}/* .)`
}

/** For a shell. */
function quoted(text: string): string {
  return /^[\w./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`
}

interface ExchangeOptions {
  folder: string
  /** Where the contents of the backup are. */
  staging: string
  /** UTC milliseconds. */
  now: number
  /** Throws while a service runs. */
  requireStopped: () => void
}

/** What was moved. */
interface Exchange {
  /** Where the data is that was there; undefined where there was none. */
  aside: string | undefined
}

/** All that belongs to the data of a service. Other files of the folder stay as they are. */
const OWN_FILES: readonly string[] = [
  DATABASE_NAME,
  ...['-wal', '-shm', '-journal'].map((suffix) => DATABASE_NAME + suffix),
  ...INCLUDED,
  'spool',
]

/**
 * Moves the data aside and the contents of the backup into their place. Meanwhile a marker keeps a
 * service from starting over half of it; after a crash, a restore that is run again goes on.
 */
export function exchange({ folder, staging, now, requireStopped }: ExchangeOptions): Exchange {
  const marker = join(folder, RESTORE_MARKER)
  const isRepeated = existsSync(marker)
  // Never written through a link, which the folder's owner may have created for a command of root.
  if (!isRepeated) writeFileSync(marker, '', { mode: 0o600, flush: true, flag: 'wx' })
  syncFolder(folder)
  try {
    // Again, because unpacking takes a while; from here on none can start.
    requireStopped()
  } catch (error) {
    if (!isRepeated) rmSync(marker)
    throw error
  }
  const restored = readdirSync(staging)
  const old = [...new Set([...OWN_FILES, ...restored])].filter((name) =>
    existsSync(join(folder, name)),
  )
  const aside =
    old.length === 0 ? undefined : freeName(join(folder, `before-restore-${stamp(now)}`))
  if (aside !== undefined) mkdirSync(aside, { mode: 0o700 })
  for (const name of old) renameSync(join(folder, name), join(aside ?? folder, name))
  for (const name of restored) renameSync(join(staging, name), join(folder, name))
  syncFolder(folder)
  rmSync(marker)
  syncFolder(folder)
  return { aside }
}

/** A restore may be run twice within a second. */
function freeName(path: string): string {
  for (let count = 1; ; count += 1) {
    const name = count === 1 ? path : `${path}-${count}`
    if (!existsSync(name)) return name
  }
}

function syncFolder(folder: string): void {
  const fd = openSync(folder, 'r')
  try {
    fsyncSync(fd)
  } finally {
    closeSync(fd)
  }
}
