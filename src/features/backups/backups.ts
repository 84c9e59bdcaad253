import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Audit, AuditActor } from '../../core/audit/audit.ts'
import type { SettingStore } from '../../db/setting-store.ts'
import { AppError, expectedError } from '../../platform/errors.ts'
import { randomId } from '../../platform/ids.ts'
import type { Log } from '../../platform/log.ts'
import type {
  BackupJob,
  BackupMaker,
  MadeBackup,
  OpenedBackup,
} from '../../storage/contract-backup.ts'
import { BackupFolder, type StoredBackup } from './backup-folder.ts'
import { installationId, jobOf } from './contents.ts'

/** A pipe into a program that asks for a passphrase first waits for a person. See Limits. */
export const BACKUP_STALL_MS = 10 * 60_000
/** When to try again where another backup is in the way. */
const RETRY_AFTER_SECONDS = 30

export interface BackupsOptions {
  settings: SettingStore
  maker: BackupMaker
  audit: Audit
  /** The data folder. */
  folder: string
  /** Where archives are kept; by default `backups` in the data folder. */
  target: string | undefined
  version: string
  /** How long the reader of an archive may stop reading. */
  stallMs: number
  log: Log
  now: () => number
}

/** An archive on its way to a reader. */
export interface DownloadedBackup extends OpenedBackup {
  name: string
}

/**
 * Backups of the data folder while it serves: archives of the database, the skills and the signing
 * keys, one at a time. Each is checked before it counts.
 */
export class Backups {
  readonly #options: BackupsOptions
  readonly #stopping = new AbortController()
  #folder: BackupFolder | undefined
  #making: Promise<unknown> | undefined
  #downloading = false

  constructor(options: BackupsOptions) {
    this.#options = options
  }

  /** Where archives are kept. */
  get folder(): BackupFolder {
    const { settings, folder, target } = this.#options
    this.#folder ??= new BackupFolder({
      path: target ?? join(folder, 'backups'),
      own: target === undefined,
      installation: installationId(settings),
    })
    return this.#folder
  }

  /**
   * Makes an archive for a reader, which is kept nowhere.
   *
   * @param signal Aborts it while it is made; afterwards the stream is cancelled
   * @throws {AppError} `busy` while another one is made or read, `storage_full`, `conflict`,
   * `stopping`, `backup_failed`
   */
  async download(auditActor: AuditActor, signal?: AbortSignal): Promise<DownloadedBackup> {
    if (this.#downloading) throw busy()
    this.#downloading = true
    const { maker, audit, now, stallMs } = this.#options
    try {
      const name = this.folder.nameOf(now())
      const path = this.folder.pathOf(this.folder.temporaryName(`${randomId('')}.tar`))
      audit.record(auditActor, { action: 'backup.download', subject: name })
      await this.#make(path, signal)
      const taken = await maker.take(path, stallMs)
      void taken.closed.then(() => {
        this.#downloading = false
      })
      return { name, ...taken }
    } catch (error) {
      this.#downloading = false
      throw error
    }
  }

  /** Whether one is being made. */
  get isMaking(): boolean {
    return this.#making !== undefined
  }

  /**
   * Opens an archive of the folder for a reader.
   *
   * @throws {AppError} `not_found`
   */
  async open(wanted: string, auditActor: AuditActor): Promise<DownloadedBackup> {
    const { maker, audit, stallMs } = this.#options
    const found = (await this.folder.list()).find(({ name }) => name === wanted)
    if (found === undefined) throw new AppError('not_found', 'There is no such backup')
    audit.record(auditActor, { action: 'backup.download', subject: found.name })
    return { name: found.name, ...(await maker.open(this.folder.pathOf(found.name), stallMs)) }
  }

  /**
   * Makes an archive in the folder.
   *
   * @param auditActor Who has asked for it; undefined where nobody has
   * @throws {AppError} as {@link download}
   */
  async store(auditActor?: AuditActor): Promise<StoredBackup> {
    const { audit, now } = this.#options
    const at = now()
    const name = this.folder.nameOf(at)
    if (auditActor !== undefined)
      audit.record(auditActor, { action: 'backup.create', subject: name })
    const { bytes } = await this.#make(this.folder.pathOf(name))
    return { name, at, bytes }
  }

  /** Ends what is being made; what is being read goes on. */
  async stop(): Promise<void> {
    this.#stopping.abort(new AppError('stopping', 'Hearth is stopping'))
    await this.#making?.catch(() => {})
  }

  #make(archive: string, signal?: AbortSignal): Promise<MadeBackup> {
    if (this.#making !== undefined) return Promise.reject(busy())
    const making = this.#makeAt(archive, signal)
      .catch((error) => {
        throw explained(error, this.#options.log)
      })
      .finally(() => {
        this.#making = undefined
      })
    this.#making = making
    return making
  }

  async #makeAt(archive: string, asked?: AbortSignal): Promise<MadeBackup> {
    const { maker } = this.#options
    const signal = AbortSignal.any([this.#stopping.signal, ...(asked === undefined ? [] : [asked])])
    const job = this.#job(archive)
    await this.folder.prepare(await sizeOf(job))
    const made = await maker.make(job, signal)
    if (!signal.aborted) return made
    await rm(archive, { force: true })
    throw signal.reason
  }

  #job(archive: string): BackupJob {
    const { folder, version, now } = this.#options
    const work = this.folder.pathOf(this.folder.temporaryName(randomId('')))
    return jobOf({ folder, version, at: now(), work, archive })
  }
}

/** Bytes of the database, which is nearly all that a backup has. */
async function sizeOf({ database }: BackupJob): Promise<number> {
  const wal = await stat(`${database}-wal`).catch(() => undefined)
  return (await stat(database)).size + (wal?.size ?? 0)
}

function busy(): AppError {
  return new AppError('busy', 'Another backup is being made or sent: try again when it is done', {
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  })
}

/** The reason in words for the owner, who is the only one to see it. */
function explained(error: unknown, log: Log): AppError {
  const expected = expectedError(error)
  if (expected !== undefined) return expected
  if (error instanceof DOMException && error.name === 'AbortError') {
    return new AppError('cancelled', 'The client has disconnected')
  }
  log.error({ err: error }, 'A backup failed')
  const reason = error instanceof Error ? error.message : String(error)
  return new AppError('backup_failed', `Cannot make a backup: ${reason}`, { cause: error })
}
