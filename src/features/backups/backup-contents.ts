import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Audit, AuditActor } from '../../core/audit/audit.ts'
import { type Page, timePage } from '../../core/list-page.ts'
import type {
  BackupFilter,
  BackupItem,
  BackupSource,
  Restorable,
  RestoredItem,
} from '../../core/restorable.ts'
import { listedFile } from '../../db/copy-database.ts'
import { type Db, openForReading } from '../../db/open.ts'
import { checksumOf } from '../../platform/bytes.ts'
import { AppError } from '../../platform/errors.ts'
import { randomId } from '../../platform/ids.ts'
import type { Log } from '../../platform/log.ts'
import type { BackupMaker } from '../../storage/contract-backup.ts'
import { type Backups, explained } from './backups.ts'

/** How long the copy of a backup's database stays open after its last use. */
const IDLE_MS = 10 * 60_000
/** Of a user's things that are read at a time. */
const PAGE_ROWS = 200
/** Names of things without bytes that an answer has. */
const MAX_LOST_NAMES = 100
/** Refusals that concern one thing, after which the next may be put back. */
const OF_ONE: ReadonlySet<string> = new Set(['conflict', 'backup_failed', 'not_found'])
/** Refusals after which the next would be refused too. */
const OF_ALL: ReadonlySet<string> = new Set(['quota_exceeded', 'storage_full'])

export interface BackupContentsOptions {
  backups: Backups
  maker: BackupMaker
  audit: Audit
  /** Of all features. */
  restorables: () => readonly Restorable[]
  /** @throws {AppError} `conflict` where nobody could read what belongs to an owner */
  requireOwner: (owner: string) => void
  log: Log
  now: () => number
}

/** A thing in a backup, for a list. */
export interface ListedItem extends Omit<BackupItem, 'files'> {
  /** Whether the backup has all its bytes. */
  hasBytes: boolean
}

/** What a restore has done. */
export interface RestoreReport {
  /** How many things of each kind were put back. */
  restored: Readonly<Record<string, number>>
  /** How many were there, and stay as they are. */
  there: number
  /** How many are without bytes, or not put back because the backup has none, and names of some. */
  lost: number
  lostNames: readonly string[]
  /** Why the rest was not put back. */
  stopped: string | undefined
}

/** One that is kept, by its name, or any on this machine, by its absolute path. */
export type WantedBackup = { name: string } | { path: string }

interface OpenBackup {
  path: string
  source: BackupSource
  usedAt: number
  close(): Promise<void>
}

/**
 * What is in a backup, and single things of it put back into the service. Reads a copy of its database
 * that is upgraded to this version; the backup itself is never changed.
 */
export class BackupContents {
  readonly #options: BackupContentsOptions
  readonly #stopping = new AbortController()
  #open: OpenBackup | undefined
  #opening: Promise<OpenBackup> | undefined
  /** Path of the backup that something is put back from. */
  #restoring: string | undefined

  constructor(options: BackupContentsOptions) {
    this.#options = options
  }

  /** Of what single things can be put back. */
  get kinds(): readonly string[] {
    return this.#options.restorables().map(({ kind }) => kind)
  }

  /**
   * Things of one kind, the newest first. The first look at a backup copies its database.
   *
   * @throws {AppError} `not_found`, `busy`, `stopping`, `backup_failed`; `invalid` for a cursor of
   * another list
   */
  async list(
    wanted: WantedBackup,
    kind: string,
    { limit, cursor, ...filter }: BackupFilter & { limit: number; cursor: string | undefined },
    auditActor: AuditActor,
  ): Promise<Page<ListedItem>> {
    const restorable = this.#restorable(kind)
    const source = await this.#source(wanted, auditActor)
    return timePage(limit, cursor, {
      read: (count, after) => restorable.list(source, filter, count, after),
      cursorOf: ({ at, id }) => ({ at, id }),
      itemOf: ({ files, ...item }) => ({ ...item, hasBytes: files.every(source.hasFile) }),
    })
  }

  /**
   * Puts one thing back; of a user, all that is not there.
   *
   * @throws {AppError} `not_found`, `busy`, `stopping`, `backup_failed`; `conflict` where it is there, or
   * cannot be put back; `quota_exceeded`, `storage_full`
   */
  async restore(
    { kind, id, ...wanted }: WantedBackup & { kind: string; id: string },
    auditActor: AuditActor,
  ): Promise<RestoreReport> {
    if (this.#restoring !== undefined) throw busy()
    this.#restoring = this.#pathOf(wanted)
    try {
      const restorable = this.#restorable(kind)
      const source = await this.#source(wanted, auditActor)
      const report =
        kind === 'users'
          ? await this.#restoreUser(restorable, source, id)
          : await this.#restoreOne(restorable, source, id)
      const { restored, lost, stopped } = report
      this.#options.audit.record(auditActor, {
        action: 'backup.restore',
        subject: id,
        after: {
          backup: nameOf(wanted),
          ...restored,
          lost,
          ...(stopped === undefined ? {} : { stopped }),
        },
      })
      return report
    } finally {
      this.#restoring = undefined
    }
  }

  /** Called every minute: closes what nobody has used for a while. */
  sweep(): void {
    const { log, now } = this.#options
    if (this.#open === undefined || this.#restoring !== undefined) return
    if (now() - this.#open.usedAt >= IDLE_MS)
      this.#close().catch((err) => log.error({ err }, 'Cannot remove the copy of a backup'))
  }

  async stop(): Promise<void> {
    this.#stopping.abort(new AppError('stopping', 'Hearth is stopping'))
    await this.#opening?.catch(() => {})
    await this.#close()
  }

  #restorable(kind: string): Restorable {
    const found = this.#options.restorables().find((one) => one.kind === kind)
    if (found === undefined) throw notThere()
    return found
  }

  async #restoreOne(
    restorable: Restorable,
    source: BackupSource,
    id: string,
  ): Promise<RestoreReport> {
    const owner = restorable.ownerOf(source, id)
    if (owner === undefined) throw notThere()
    this.#options.requireOwner(owner)
    const done = await restorable.restore(source, id)
    if (done === undefined) throw notThere()
    return {
      restored: { [restorable.kind]: 1 },
      there: 0,
      lost: done.lost.length,
      lostNames: done.lost.slice(0, MAX_LOST_NAMES),
      stopped: undefined,
    }
  }

  async #restoreUser(users: Restorable, source: BackupSource, id: string): Promise<RestoreReport> {
    const owner = users.ownerOf(source, id)
    if (owner === undefined) throw notThere()
    const report = new RestoreReportBuilder()
    if (users.isThere(id)) report.there += 1
    else report.count(users.kind, await users.restore(source, id))
    this.#options.requireOwner(owner)
    for (const restorable of this.#options.restorables()) {
      if (restorable === users) continue
      for (const item of itemsOf(restorable, source, owner)) {
        if (report.stopped !== undefined || this.#stopping.signal.aborted) return report.finish()
        if (item.isThere) report.there += 1
        else if (!item.isExpired)
          await report.add(restorable.kind, item.title, () => restorable.restore(source, item.id))
      }
    }
    return report.finish()
  }

  #pathOf(wanted: WantedBackup): string {
    return 'path' in wanted ? wanted.path : this.#options.backups.folder.pathOf(wanted.name)
  }

  async #source(wanted: WantedBackup, auditActor: AuditActor): Promise<BackupSource> {
    const path = this.#pathOf(wanted)
    // Awaits the one that opens, so that there is one at a time.
    await this.#opening?.catch(() => {})
    if (this.#open?.path !== path) {
      const isInUse = this.#open !== undefined && this.#open.path === this.#restoring
      if (this.#opening !== undefined || isInUse) throw busy()
      this.#opening = this.#copy(wanted, auditActor).finally(() => {
        this.#opening = undefined
      })
      this.#open = await this.#opening
    }
    this.#open.usedAt = this.#options.now()
    return this.#open.source
  }

  async #copy(wanted: WantedBackup, auditActor: AuditActor): Promise<OpenBackup> {
    const { backups, maker, audit, log, now } = this.#options
    await this.#close()
    if ('name' in wanted) await backups.find(wanted.name)
    // Of another folder it may be the first; the copy itself looks for room.
    else await backups.folder.prepare(0)
    audit.record(auditActor, { action: 'backup.open', subject: nameOf(wanted) })
    const backup = this.#pathOf(wanted)
    const temporary = () => backups.folder.pathOf(backups.folder.temporaryName(randomId('')))
    const target = temporary()
    try {
      await maker.copyDatabase({ backup, work: temporary(), target }, this.#stopping.signal)
      const db = openForReading(target)
      return {
        path: backup,
        source: sourceOf(db, backup),
        usedAt: now(),
        close: async () => {
          db[Symbol.dispose]()
          await rm(target, { force: true })
        },
      }
    } catch (error) {
      await rm(target, { force: true })
      throw explained(error, log, 'Cannot open the backup')
    }
  }

  async #close(): Promise<void> {
    const open = this.#open
    this.#open = undefined
    await open?.close()
  }
}

/** Counts what is put back, and what cannot be. */
class RestoreReportBuilder {
  readonly #restored: Record<string, number> = {}
  readonly #lost: string[] = []
  there = 0
  stopped: string | undefined

  count(kind: string, done: RestoredItem | undefined): void {
    if (done === undefined) return
    this.#restored[kind] = (this.#restored[kind] ?? 0) + 1
    this.#lost.push(...done.lost)
  }

  async add(
    kind: string,
    title: string,
    restore: () => Promise<RestoredItem | undefined>,
  ): Promise<void> {
    try {
      this.count(kind, await restore())
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      if (OF_ALL.has(error.code)) this.stopped = error.message
      else if (!OF_ONE.has(error.code)) throw error
      else this.#lost.push(title)
    }
  }

  /** @throws {AppError} `conflict` where nothing was to be done */
  finish(): RestoreReport {
    const restored = this.#restored
    const lost = this.#lost.length
    if (Object.keys(restored).length === 0 && lost === 0 && this.stopped === undefined)
      throw new AppError('conflict', 'All that this backup has of the user is there already')
    return {
      restored,
      there: this.there,
      lost,
      lostNames: this.#lost.slice(0, MAX_LOST_NAMES),
      stopped: this.stopped,
    }
  }
}

function* itemsOf(
  restorable: Restorable,
  source: BackupSource,
  owner: string,
): Generator<BackupItem> {
  for (let page = restorable.list(source, { owner }, PAGE_ROWS); page.length > 0; ) {
    yield* page
    const last = page.at(-1)
    page = last === undefined ? [] : restorable.list(source, { owner }, PAGE_ROWS, last)
  }
}

function sourceOf(db: Db, backup: string): BackupSource {
  return {
    db,
    hasFile: (name) => listedFile(db.sqlite, name) !== undefined,
    file: async (name) => {
      const sha256 = listedFile(db.sqlite, name)
      if (sha256 === undefined) return undefined
      const path = join(backup, name)
      const found = await checksumOf(path).catch(() => undefined)
      if (found?.sha256 === sha256) return path
      throw new AppError('backup_failed', `The backup is damaged: ${name} has other bytes`)
    },
  }
}

function nameOf(wanted: WantedBackup): string {
  return 'path' in wanted ? wanted.path : wanted.name
}

function notThere(): AppError {
  return new AppError('not_found', 'This backup has no such thing')
}

function busy(): AppError {
  return new AppError('busy', 'Another backup is being opened or restored: try again later', {
    retryAfterSeconds: 10,
  })
}
