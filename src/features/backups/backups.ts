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
  DrillResult,
  MadeBackup,
  OpenedBackup,
} from '../../storage/contract-backup.ts'
import { BackupFolder, type StoredBackup } from './backup-folder.ts'
import { installationId, jobOf, wholeJobOf } from './contents.ts'

/**
 * A pipe into a program that asks for a passphrase first waits for a person.
 * @limit backup-reader minutes
 */
export const BACKUP_STALL_MS = 10 * 60_000
/** When to try again where another backup is in the way. */
const RETRY_AFTER_SECONDS = 30

export interface BackupsOptions {
  settings: SettingStore
  maker: BackupMaker
  audit: Audit
  /** The data folder. */
  folder: string
  /** Where backups are kept; by default `backups` in the data folder. */
  target: string | undefined
  /** Whether those that are kept have the bytes of files; by default where they are on another disk. */
  withFiles: boolean | undefined
  /** Whether files are in a bucket. */
  hasBucket: boolean
  /** Keeps the bytes of what is deleted until it is disposed of. */
  holdDeletions: () => Disposable
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
 * Backups of the data folder while it serves, one at a time: of the database, the skills and the
 * signing keys as an archive, and with the bytes of files as a folder. Each is checked before it counts.
 */
export class Backups {
  readonly #options: BackupsOptions
  readonly #stopping = new AbortController()
  #folder: BackupFolder | undefined
  #making: Promise<unknown> | undefined
  #testing: Promise<unknown> | undefined
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
   * @throws {AppError} `not_found`; `conflict` for a folder
   */
  async open(wanted: string, auditActor: AuditActor): Promise<DownloadedBackup> {
    const { maker, audit, stallMs } = this.#options
    const { name, whole } = await this.find(wanted)
    const path = this.folder.pathOf(name)
    if (whole !== undefined)
      throw new AppError('conflict', `This backup is a folder, with all files: copy ${path}`)
    audit.record(auditActor, { action: 'backup.download', subject: name })
    return { name, ...(await maker.open(path, stallMs)) }
  }

  /**
   * Makes a backup in the folder, with the bytes of files where that is wanted and there is room.
   *
   * @param auditActor Who has asked for it; undefined where nobody has
   * @returns With the reason why it has no bytes, where it should
   * @throws {AppError} as {@link download}
   */
  async store(
    auditActor?: AuditActor,
  ): Promise<{ stored: StoredBackup; bytesMissing: string | undefined }> {
    if (!(await this.#isWhole()))
      return { stored: await this.#store(false, auditActor), bytesMissing: undefined }
    try {
      return { stored: await this.#store(true, auditActor), bytesMissing: undefined }
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'storage_full') throw error
      const bytesMissing = `There is no room for the files in ${this.folder.path}`
      this.#options.log.warn({ reason: error.message }, bytesMissing)
      return { stored: await this.#store(false, auditActor), bytesMissing }
    }
  }

  /** Keeps the bytes of what is deleted, while a command copies them. */
  hold(auditActor: AuditActor): Disposable {
    const { audit, holdDeletions } = this.#options
    audit.record(auditActor, { action: 'backup.download', subject: 'npm run backup' })
    return holdDeletions()
  }

  /**
   * Restores a backup into a temporary folder and upgrades it there, to see that it can be done.
   *
   * @throws {AppError} `not_found`, `busy`, `stopping`; `backup_failed` for one that cannot be restored
   */
  async drill(wanted: string, auditActor: AuditActor): Promise<DrillResult> {
    const { maker, audit } = this.#options
    const { name } = await this.find(wanted)
    if (this.#making !== undefined || this.#testing !== undefined) throw busy()
    audit.record(auditActor, { action: 'backup.drill', subject: name })
    const backup = this.folder.pathOf(name)
    const work = this.folder.pathOf(this.folder.temporaryName(randomId('')))
    const testing = maker.drill({ backup, work }, this.#stopping.signal)
    this.#testing = testing
    try {
      return await testing
    } catch (error) {
      throw explained(error, this.#options.log, 'Cannot restore the backup')
    } finally {
      this.#testing = undefined
    }
  }

  /** Ends what is being made; what is being read goes on. */
  async stop(): Promise<void> {
    this.#stopping.abort(new AppError('stopping', 'Hearth is stopping'))
    await this.#making?.catch(() => {})
    await this.#testing?.catch(() => {})
  }

  /** @throws {AppError} `not_found` */
  async find(wanted: string): Promise<StoredBackup> {
    const found = (await this.folder.list()).find(({ name }) => name === wanted)
    if (found === undefined) throw new AppError('not_found', 'There is no such backup')
    return found
  }

  /** A disk that is not mounted says nothing: {@link BackupFolder.prepare} refuses it. */
  async #isWhole(): Promise<boolean> {
    const { withFiles, target, folder } = this.#options
    if (withFiles !== undefined || target === undefined) return withFiles ?? false
    const other = await stat(target).catch(() => undefined)
    return other !== undefined && other.dev !== (await stat(folder)).dev
  }

  async #store(isWhole: boolean, auditActor: AuditActor | undefined): Promise<StoredBackup> {
    const { audit, now, holdDeletions } = this.#options
    const at = now()
    const name = this.folder.nameOf(at, isWhole)
    if (auditActor !== undefined)
      audit.record(auditActor, { action: 'backup.create', subject: name })
    using _ = isWhole ? holdDeletions() : undefined
    const { bytes, files, lost } = await this.#make(this.folder.pathOf(name), undefined, isWhole)
    return { name, at, bytes, whole: isWhole ? { files, lost } : undefined }
  }

  #make(target: string, signal?: AbortSignal, isWhole = false): Promise<MadeBackup> {
    if (this.#making !== undefined || this.#testing !== undefined) return Promise.reject(busy())
    const making = this.#makeAt(target, isWhole, signal)
      .catch((error) => {
        throw explained(error, this.#options.log)
      })
      .finally(() => {
        this.#making = undefined
      })
    this.#making = making
    return making
  }

  async #makeAt(target: string, isWhole: boolean, asked?: AbortSignal): Promise<MadeBackup> {
    const { maker, folder, version, hasBucket, now } = this.#options
    const signal = AbortSignal.any([this.#stopping.signal, ...(asked === undefined ? [] : [asked])])
    const work = this.folder.pathOf(this.folder.temporaryName(randomId('')))
    const place = { folder, version, at: now(), work, target }
    const last = isWhole ? (await this.folder.list()).find(({ whole }) => whole) : undefined
    const previous = last && this.folder.pathOf(last.name)
    const job = isWhole ? wholeJobOf(place, { hasBucket, previous }) : jobOf(place)
    await this.folder.prepare(await sizeOf(job))
    const made = await maker.make(job, signal)
    if (!signal.aborted) return made
    await rm(target, { recursive: true, force: true })
    throw signal.reason
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
export function explained(error: unknown, log: Log, what = 'Cannot make a backup'): AppError {
  const expected = expectedError(error)
  if (expected !== undefined) return expected
  if (error instanceof DOMException && error.name === 'AbortError') {
    return new AppError('cancelled', 'The client has disconnected')
  }
  log.error({ err: error }, what)
  const reason = error instanceof Error ? error.message : String(error)
  return new AppError('backup_failed', `${what}: ${reason}`, { cause: error })
}
