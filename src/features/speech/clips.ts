import type { BackupSource } from '../../core/restorable.ts'
import { OrphanCleanup } from '../../core/retention.ts'
import type { DurableCommits } from '../../db/durable-commits.ts'
import { AppError, failureFields } from '../../platform/errors.ts'
import { randomText, sha256 } from '../../platform/ids.ts'
import type { Log } from '../../platform/log.ts'
import type { Storage } from '../../storage/contract.ts'
import { type ClipRow, ClipStore } from './clip-store.ts'

/** How long a clip is there that its owner does not keep. @limit speech-clip days */
export const CLIP_RETENTION_DAYS = 30
const DAY_MS = 24 * 60 * 60_000
/** Of a name: 128 random bits. */
const NAME_BYTES = 16
const NAME = /^[A-Za-z0-9_-]{22}\.[a-z0-9]{2,5}$/
/** Deleted at a time. */
const MAX_SWEPT = 500

/** A spoken clip; `createdAt` in UTC milliseconds. */
export type ClipRecord = Omit<ClipRow, 'id'>

/** A clip that is to be kept. */
export type NewClip = Pick<ClipRow, 'owner' | 'mediaType' | 'seconds' | 'engine' | 'voice'> & {
  /** Of its name: `mp3`. */
  extension: string
}

/** A clip that may be read. */
export interface OpenedClip {
  record: ClipRecord
  /** Where its bytes are, if they are in a file of this machine. */
  path: string | undefined
  /** Read it to its end or cancel it. @throws {AppError} `not_found` when it was deleted meanwhile */
  stream(range?: { from: number; to: number }): Promise<ReadableStream<Uint8Array>>
}

interface ClipsOptions {
  store: ClipStore
  storage: Storage
  commits: DurableCommits
  /** Holds room for bytes of an owner. @throws {AppError} `quota_exceeded` */
  reserve: (owner: string, bytes: number) => Disposable
  /** Whether something else keeps a clip, by its name, and deletes it. */
  isKept: (name: string) => boolean
  log: Log
  /** UTC milliseconds. */
  now: () => number
}

/**
 * Spoken clips, each for anyone who has its name. Bytes come before their row and go after it, so a
 * crash leaves only bytes without a row, which are removed later.
 */
export class Clips {
  readonly kind = 'clips'
  readonly #options: ClipsOptions
  /** Ids of clips that have no row yet. */
  readonly #coming = new Set<string>()
  readonly #orphanCleanup: OrphanCleanup

  constructor(options: ClipsOptions) {
    this.#options = options
    this.#orphanCleanup = new OrphanCleanup(options.now)
  }

  /** @throws {AppError} `quota_exceeded` for an owner who has no room left */
  requireRoom(owner: string): void {
    this.#options.reserve(owner, 1)[Symbol.dispose]()
  }

  /**
   * Keeps a file of this machine as a clip, without copying it where that is possible; the file keeps
   * its name, and must not be changed any more.
   *
   * @throws {AppError} `quota_exceeded`, `storage_full`
   */
  async add(
    { extension, ...facts }: NewClip,
    { path, bytes }: { path: string; bytes: number },
  ): Promise<ClipRecord> {
    const { store, storage, commits, now } = this.#options
    using _ = this.#options.reserve(facts.owner, bytes)
    const name = `${randomText(NAME_BYTES)}.${extension}`
    const id = sha256(name)
    this.#coming.add(id)
    try {
      await storage.putFile(id, path)
      const createdAt = now()
      const expiresAt = createdAt + CLIP_RETENTION_DAYS * DAY_MS
      const record = { ...facts, name, bytes, createdAt, expiresAt }
      store.insert({ id, ...record })
      await commits.flush()
      return record
    } catch (error) {
      // It is there when only its flush has failed.
      store.delete(id)
      await storage.delete(id)
      throw error
    } finally {
      this.#coming.delete(id)
    }
  }

  /**
   * Keeps a clip of a backup again; one that is there stays as it is. It expires within a minute, unless
   * something keeps it.
   *
   * @throws {AppError} `conflict` where the backup has no bytes of it; `quota_exceeded`
   */
  async restore({ db, file }: BackupSource, name: string): Promise<void> {
    const { store, storage, now } = this.#options
    const id = sha256(name)
    if (store.byId(id) !== undefined) return
    const row = new ClipStore(db).byId(id)
    const path = await file(`clips/${id}`)
    if (row === undefined || (path === undefined && (await storage.stat(id)) === undefined))
      throw new AppError(
        'conflict',
        'This backup has no bytes of this clip: only a whole backup, which is a folder, has them',
      )
    using _ = this.#options.reserve(row.owner, row.bytes)
    this.#coming.add(id)
    try {
      if (path !== undefined) await storage.putFile(id, path)
      store.insert({ ...row, expiresAt: now() })
    } finally {
      this.#coming.delete(id)
    }
  }

  /** A clip for anyone who has its name. @throws {AppError} `not_found` */
  async open(name: string): Promise<OpenedClip> {
    const { storage } = this.#options
    const { id, ...record } = this.#row(name)
    const stored = await storage.stat(id)
    if (stored?.bytes !== record.bytes) throw notFound()
    return {
      record,
      path: storage.pathOf(id),
      stream: async (range) => {
        const content = await storage.get(id, range)
        if (content === undefined) throw notFound()
        return content.stream
      },
    }
  }

  /** The bytes of a clip; undefined when they are gone. */
  async find(
    name: string,
  ): Promise<{ bytes: number; stream: () => Promise<ReadableStream<Uint8Array>> } | undefined> {
    const row = this.#options.store.byId(sha256(name))
    const opened = row && (await this.open(name).catch(() => undefined))
    return opened && { bytes: opened.record.bytes, stream: () => opened.stream() }
  }

  /** Does nothing for a clip that is gone. Who reads it at the moment may go on. */
  async delete(name: string): Promise<void> {
    await this.#remove([sha256(name)])
  }

  /** Deletes all of an owner's. Called in a transaction. */
  deleteOwned(owner: string) {
    const { store } = this.#options
    const ids = store.idsOf(owner)
    for (const id of ids) store.delete(id)
    return { count: ids.length, afterwards: () => this.#remove(ids) }
  }

  /** Called periodically: removes expired clips that nothing keeps, and bytes without a row. */
  sweep(): void {
    const { store, log, isKept, now } = this.#options
    const expired = store.expired(now(), MAX_SWEPT)
    const [kept, gone] = partition(expired, ({ name }) => isKept(name))
    for (const { id } of kept) store.setExpiry(id, null)
    if (gone.length > 0)
      this.#remove(gone.map(({ id }) => id)).catch((err) =>
        log.error({ err }, 'Cannot delete expired clips'),
      )
    if (!this.#orphanCleanup.take()) return
    this.#removeStrays().catch((err) =>
      log.error(failureFields(err), 'Cannot clear away the bytes of deleted clips'),
    )
  }

  async #remove(ids: readonly string[]): Promise<void> {
    const { store, storage, commits } = this.#options
    for (const id of ids) store.delete(id)
    // A failure of the power must not bring back rows without their bytes.
    await commits.flush()
    for (const id of ids) await storage.delete(id)
  }

  async #removeStrays(): Promise<void> {
    const { store, storage } = this.#options
    await storage.removeParts()
    for await (const { key } of storage.list(''))
      if (!this.#coming.has(key) && store.byId(key) === undefined) await storage.delete(key)
  }

  #row(name: string): ClipRow {
    // By a hash, so that the time of the search says nothing about the names that there are.
    const row = NAME.test(name) ? this.#options.store.byId(sha256(name)) : undefined
    if (row === undefined || !this.#isAlive(row)) throw notFound()
    return row
  }

  #isAlive({ name, expiresAt }: ClipRow): boolean {
    const { isKept, now } = this.#options
    return expiresAt === null || expiresAt > now() || isKept(name)
  }
}

function partition<item>(items: readonly item[], isFirst: (item: item) => boolean) {
  return [items.filter(isFirst), items.filter((item) => !isFirst(item))] as const
}

function notFound(): AppError {
  return new AppError('not_found', 'There is no such clip; clips that are not kept expire')
}
