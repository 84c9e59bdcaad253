import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { Type } from '@sinclair/typebox'
import { createTarPacker } from 'modern-tar'
import type { Audit, AuditActor } from '../../core/audit/audit.ts'
import type { Caller } from '../../core/caller.ts'
import { type ArchiveEntry, type PersonalData, textEntry } from '../../core/personal-data.ts'
import { defineTask, type TaskContext } from '../../core/tasks/define-task.ts'
import type { JobList } from '../../core/tasks/job-list.ts'
import { hasEnded, type JobRecord } from '../../core/tasks/job-record.ts'
import type { Jobs } from '../../core/tasks/jobs.ts'
import { AppError, failureFields } from '../../platform/errors.ts'
import { randomText, sha256 } from '../../platform/ids.ts'
import type { Log } from '../../platform/log.ts'
import type { Storage } from '../../storage/contract.ts'

const EXPORT_KIND = 'data-export'
export const EXPORT_LANE = 'data-export'
/** Archives that are made at a time. */
export const EXPORT_LANE_WIDTH = 1

const Empty = Type.Object({})

/** What an archive is made with. */
type ExportContext = Pick<TaskContext, 'caller' | 'signal' | 'reportProgress'>

/** Makes an archive of all that the caller has. After a crash it starts anew. */
export function exportTask(make: (context: ExportContext) => Promise<void>) {
  return defineTask({
    kind: EXPORT_KIND,
    idPrefix: 'dex_',
    lanes: [EXPORT_LANE],
    admission: undefined,
    input: Empty,
    result: Empty,
    countsFailures: false,
    stopsAtOnce: true,
    async run(_input, context) {
      await make(context)
      return {}
    },
  })
}
type DataExportTask = ReturnType<typeof exportTask>

const MODE = 0o600
/** Most of an archive are files that are compressed already. */
const GZIP_LEVEL = 3

/**
 * Packs files as they come into a tar archive, compressed by gzip on a thread of the system.
 *
 * @param files Those without bytes are left out
 * @param onMissing Is told of each of those
 */
async function* tarGzip(
  files: AsyncIterable<ArchiveEntry>,
  onMissing: (name: string) => void,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const { readable, controller } = createTarPacker()
  pack().catch((error) => controller.error(error))
  const gzip = createGzip({ level: GZIP_LEVEL })
  // A failure ends the iteration too.
  pipeline(Readable.from(readable), gzip).catch(() => {})
  yield* gzip

  async function pack(): Promise<void> {
    for await (const { name, at, bytes, open } of files) {
      signal.throwIfAborted()
      const body = await open()
      if (body === undefined) {
        onMissing(name)
        continue
      }
      const entry = controller
        .add({ name, size: bytes, mode: MODE, mtime: new Date(at) })
        .getWriter()
      for await (const piece of body) {
        signal.throwIfAborted()
        // The packer keeps it until it is read.
        await entry.write(new Uint8Array(piece))
      }
      await entry.close()
    }
    controller.finalize()
  }
}

/** How long an archive can be downloaded. @limit data-export hours */
export const EXPORT_MS = 24 * 60 * 60_000
const ID_BYTES = 16
const KEY = /^([0-9a-f]{32})\/(\d{1,15})-([A-Za-z0-9_-]{22})$/
const README = `This is what Hearth has of you.

account.json    who you are here, and how you sign in
conversations/  each with its messages, as Markdown and as JSON, and what was attached
files/          what you have stored
history/        transcripts, translations and clips
knowledge/      collections, with their notes
usage.csv       what you have used, by day
`

interface DataExportsOptions {
  storage: Storage
  jobs: Jobs
  jobList: JobList
  task: () => DataExportTask
  personalData: () => readonly PersonalData[]
  audit: Audit
  log: Log
  now: () => number
}

/** A finished archive; times are UTC milliseconds. */
export interface DataArchive {
  id: string
  bytes: number
  createdAt: number
  expiresAt: number
  path: string | undefined
  stream(range: { from: number; to: number }): Promise<ReadableStream<Uint8Array>>
}

/**
 * Archives of all that a person has, each made by the person alone, one at a time. The key of one says
 * whose it is and when it was made, so it needs no row. It counts in no quota, and is gone after a day.
 */
export class DataExports {
  readonly kind = 'data exports'
  readonly #options: DataExportsOptions

  constructor(options: DataExportsOptions) {
    this.#options = options
  }

  /** The job that makes one, or has failed to; undefined for none of the last hour. */
  job(owner: string): JobRecord | undefined {
    return this.#options.jobList.page(owner, 1, undefined, { kinds: [EXPORT_KIND] }).items[0]
  }

  /** The archive that can be downloaded. */
  async archive(owner: string): Promise<DataArchive | undefined> {
    const { storage, now } = this.#options
    let newest: DataArchive | undefined
    for await (const { key, bytes } of storage.list(`${folderOf(owner)}/`)) {
      const found = archiveOf(storage, key, bytes)
      if (found === undefined || found.expiresAt <= now()) continue
      if (newest === undefined || found.createdAt >= newest.createdAt) newest = found
    }
    return newest
  }

  /** @throws {AppError} `conflict` while one is being made */
  start(caller: Caller, auditActor: AuditActor): JobRecord {
    const { jobs, task, audit } = this.#options
    const job = this.job(caller.owner)
    if (job !== undefined && !hasEnded(job.status))
      throw new AppError('conflict', 'An archive of your data is being made already')
    audit.record(auditActor, { action: 'user.export', subject: caller.owner })
    return jobs.create(task(), caller, {}, undefined, undefined).job
  }

  /** Ends the one that is being made, and deletes the one that is there. */
  async delete(owner: string): Promise<void> {
    const { jobs, task } = this.#options
    const job = this.job(owner)
    if (job !== undefined && !hasEnded(job.status)) await jobs.cancel(owner, task(), job.id)
    await this.#removeAll(owner)
  }

  /** @throws {AppError} `not_found` for one of somebody else, and when it has expired */
  async open(owner: string, id: string): Promise<DataArchive> {
    const found = await this.archive(owner)
    if (found === undefined || found.id !== id)
      throw new AppError('not_found', 'There is no such archive; each expires after a day')
    return found
  }

  /** Makes the archive of the caller, in the place of the one before. */
  async make(context: ExportContext): Promise<void> {
    const { storage, personalData, log, now } = this.#options
    const { signal } = context
    const { owner } = context.caller
    const createdAt = now()
    const missing: string[] = []
    const data = personalData()
    const total = data.reduce((sum, one) => sum + one.count(owner), 0)
    const files = this.#files(owner, data, missing, (done) =>
      context.reportProgress({ done: Math.min(done, total), total, unit: 'items' }),
    )
    const key = `${folderOf(owner)}/${createdAt}-${randomText(ID_BYTES)}`
    await storage.put(
      key,
      tarGzip(files, (name) => missing.push(name), signal),
    )
    if (missing.length > 0) log.warn({ files: missing.length }, 'Bytes of an archive are lost')
    if (signal.aborted) await storage.delete(key)
    signal.throwIfAborted()
    await this.#removeAll(owner, key)
  }

  /** Called in a transaction, with the user's other data. */
  deleteOwned(owner: string) {
    return { afterwards: () => this.#removeAll(owner) }
  }

  /** Called every minute: removes those that have expired. */
  sweep(): void {
    const { log } = this.#options
    this.#removeExpired().catch((err) =>
      log.error(failureFields(err), 'Cannot remove the archives that have expired'),
    )
  }

  async *#files(
    owner: string,
    data: readonly PersonalData[],
    missing: readonly string[],
    onDone: (done: number) => void,
  ): AsyncGenerator<ArchiveEntry> {
    const at = this.#options.now()
    yield await textEntry('README.txt', at, [README])
    let done = 0
    for (const one of data) {
      onDone(done)
      let last = 0
      for await (const { thing, ...entry } of one.entries(owner)) {
        yield entry
        last = thing
        onDone(done + last)
      }
      done += last
    }
    if (missing.length > 0) yield await textEntry('MISSING.txt', at, [`${missing.join('\n')}\n`])
  }

  async #removeAll(owner: string, except?: string): Promise<void> {
    const { storage } = this.#options
    for (const key of await keysOf(storage, `${folderOf(owner)}/`))
      if (key !== except) await storage.delete(key)
  }

  async #removeExpired(): Promise<void> {
    const { storage, now } = this.#options
    for (const key of await keysOf(storage, '')) {
      const found = archiveOf(storage, key, 0)
      if (found === undefined || found.expiresAt <= now()) await storage.delete(key)
    }
  }
}

async function keysOf(storage: Storage, prefix: string): Promise<string[]> {
  return (await Array.fromAsync(storage.list(prefix))).map(({ key }) => key)
}

/** By a hash, as owners have characters that names of files have not. */
function folderOf(owner: string): string {
  return sha256(owner).slice(0, 32)
}

function archiveOf(storage: Storage, key: string, bytes: number): DataArchive | undefined {
  const [, , at, id] = KEY.exec(key) ?? []
  if (at === undefined || id === undefined) return undefined
  return {
    id,
    bytes,
    createdAt: Number(at),
    expiresAt: Number(at) + EXPORT_MS,
    path: storage.pathOf(key),
    stream: async (range) => {
      const content = await storage.get(key, range)
      if (content === undefined) throw new AppError('not_found', 'The archive has expired')
      return content.stream
    },
  }
}
