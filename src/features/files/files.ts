import { cleanFileName } from '../../core/attachments/file-name.ts'
import { type Page, timePage } from '../../core/list-page.ts'
import type { StorageQuota } from '../../core/storage-quota.ts'
import type { DurableCommits } from '../../db/durable-commits.ts'
import type { SettingStore } from '../../db/setting-store.ts'
import type { WriteBatch } from '../../db/write-batch.ts'
import { AppError } from '../../platform/errors.ts'
import { keyedHash, randomText, sha256 } from '../../platform/ids.ts'
import type { Log } from '../../platform/log.ts'
import type { ByteSource, Storage } from '../../storage/contract.ts'
import { type FileRecord, type NewFile, type OpenedFile, recordOf } from './file-record.ts'
import type { FileRow, FileStore } from './file-store.ts'
import { HEAD_BYTES, judgeMediaType } from './media-type.ts'
import { OpenedFiles } from './opened-files.ts'

/** Of a token: 128 random bits. */
const TOKEN_BYTES = 16
/** Setting with the key by which uploads get theirs. */
const TOKEN_KEY = 'upload_token_key'
const TOKEN = /^[A-Za-z0-9_-]{22}$/
/** The time of the last read is written at most this often. */
const READ_NOTE_MS = 60 * 60_000

export interface FilesOptions {
  store: FileStore
  settings: Pick<SettingStore, 'get' | 'set'>
  storage: Storage
  quota: StorageQuota
  batch: WriteBatch
  commits: DurableCommits
  log: Log
  now: () => number
}

/** What is changed of a file; absent fields stay. */
export interface FileChange {
  filename?: string | undefined
  /** UTC milliseconds; null for a file that stays. */
  expiresAt?: number | null | undefined
}

/** Bytes that an owner has and may have. */
export interface StorageRoom {
  /** Of the files, and of the uploads that have started. */
  usedBytes: number
  /** Null for no bound. */
  limitBytes: number | null
  /** What may still be stored. */
  freeBytes: number
}

/**
 * Stored files. A file is there whole, with its row, or not at all: the row that is written first says
 * only that bytes are coming, and a crash leaves nothing else behind.
 */
export class Files {
  readonly kind = 'files'
  readonly #options: FilesOptions
  /** Ids of the files that are being stored or deleted. */
  readonly #active = new Set<string>()
  readonly #opened: OpenedFiles
  #hasUnfinished = false
  #tokenKey: string | undefined

  constructor(options: FilesOptions) {
    this.#options = options
    this.#opened = new OpenedFiles(options.storage)
  }

  /**
   * Stores what the source gives. Resolves when the bytes and the row are on the disk; leaves nothing
   * when it fails.
   *
   * @throws {AppError} `storage_full`, `quota_exceeded`, `malformed`; and what the source throws
   */
  async store(owner: string, source: ByteSource, file: NewFile): Promise<FileRecord> {
    using room = this.#options.quota.reserve(owner, file.bytes)
    const incoming = new IncomingBytes(source, (bytes) => room.grow(bytes))
    // Awaited, so that the room is held until then.
    return await this.#add(owner, file, async (id) => {
      await this.#options.storage.put(id, incoming, { bytes: file.bytes })
      return incoming.finish()
    })
  }

  /**
   * Stores a whole file of this machine, such as a finished upload in pieces, without copying it
   * where both are on one disk. It keeps its old name, for the caller to remove, and must not be
   * changed any more. Its bytes count as kept already.
   *
   * @param uploadId What was adopted under it before is the same file
   * @throws {AppError} as {@link store}; `conflict` while what a crash has left of it is deleted
   */
  async adopt(owner: string, uploadId: string, path: string, file: NewFile): Promise<FileRecord> {
    const made = this.adopted(owner, uploadId)
    if (made !== undefined) return made
    const putBytes = async (id: string) => {
      const incoming = new IncomingBytes(Bun.file(path).stream())
      for await (const _ of incoming);
      await this.#options.storage.putFile(id, path)
      return incoming.finish()
    }
    const token = this.#tokenOf(uploadId)
    const id = sha256(token)
    this.#requireIdle(id)
    // A crash may have left its row while the file was made.
    if (this.#options.store.byId(id) !== undefined) await this.remove([id])
    return await this.#add(owner, file, putBytes, { token, createdAt: this.#options.now() })
  }

  /** What an upload has become, for a caller who was not told; undefined where it is no file, or gone. */
  adopted(owner: string, uploadId: string): FileRecord | undefined {
    const row = this.#byToken(this.#tokenOf(uploadId))
    return row?.owner === owner && this.#isAlive(row) ? recordOf(row) : undefined
  }

  /**
   * Stores a file of a backup again, under its token.
   *
   * @param path Its bytes, which must not be changed any more; undefined where they are in the storage
   * @throws {AppError} `conflict`, `quota_exceeded`, `storage_full`; `backup_failed` for other bytes
   */
  async restore(row: FileRow, path: string | undefined): Promise<void> {
    const { quota, storage, store } = this.#options
    const { token, id, owner, name, mediaType, expiresAt } = row
    if (store.byId(id) !== undefined) throw new AppError('conflict', 'This file is there already')
    using _ = quota.reserve(owner, row.bytes)
    const file = { filename: name, mediaType, expiresAt: () => expiresAt ?? undefined }
    const putBytes = async () => {
      if (path !== undefined) await storage.putFile(id, path)
      const content = await storage.get(id)
      if (content === undefined) throw notFound()
      const incoming = new IncomingBytes(content.stream)
      for await (const _ of incoming);
      const found = incoming.finish()
      if (found.sha256 === row.sha256) return found
      throw new AppError('backup_failed', `The bytes of ${name} are not those that were stored`)
    }
    await this.#add(owner, file, putBytes, { token, createdAt: row.createdAt })
  }

  /**
   * A file for anyone who has its token.
   *
   * @throws {AppError} `not_found`
   */
  async open(token: string): Promise<OpenedFile> {
    const row = this.#byToken(token)
    if (row === undefined || !this.#isAlive(row)) throw notFound()
    const opened = await this.#opened.open(row)
    if (opened === undefined) throw this.#lost(row)
    this.#noteRead(row)
    return opened
  }

  /** An owner's files, the newest first; with all words of a search in their names. */
  list(owner: string, limit: number, cursor?: string, search?: string): Page<FileRecord> {
    const { store, now } = this.#options
    return timePage(limit, cursor, {
      read: (count, after) => store.page(owner, now(), count, after, search),
      cursorOf: ({ createdAt, id }) => ({ at: createdAt, id }),
      itemOf: recordOf,
    })
  }

  /** How many files an owner has, and their bytes. */
  totals(owner: string): { files: number; bytes: number } {
    return this.#options.store.totalsOf(owner, this.#options.now())
  }

  /** What an owner may still store, by the quota and by what is free on the disk. */
  async room(owner: string): Promise<StorageRoom> {
    const { quota, storage } = this.#options
    const { usedBytes, limitBytes } = quota.state(owner)
    const byQuota = (limitBytes ?? Number.POSITIVE_INFINITY) - usedBytes
    const freeBytes = Math.max(0, Math.min(byQuota, await storage.room()))
    return { usedBytes, limitBytes, freeBytes }
  }

  /** @throws {AppError} `not_found` for a file of somebody else */
  get(owner: string, token: string): FileRecord {
    return recordOf(this.#own(owner, token))
  }

  /**
   * Renames a file, which changes its link, or sets when it expires.
   *
   * @throws {AppError} `not_found` for a file of somebody else
   */
  update(owner: string, token: string, { filename, expiresAt }: FileChange): FileRecord {
    const { id } = this.#own(owner, token)
    const name = filename === undefined ? undefined : cleanFileName(filename)
    this.#options.store.change(id, {
      ...(name === undefined ? {} : { name }),
      ...(expiresAt === undefined ? {} : { expiresAt }),
    })
    return this.get(owner, token)
  }

  /**
   * Deletes a file. Who reads it at the moment may go on.
   *
   * @throws {AppError} `not_found` for a file of somebody else
   */
  async delete(owner: string, token: string): Promise<void> {
    await this.remove([this.#own(owner, token).id])
  }

  /**
   * Deletes all of an owner's, also what is still coming: that ends with `not_found`. Called in a
   * transaction, so that a crash in the middle is made up for.
   */
  deleteOwned(owner: string) {
    const { store } = this.#options
    const ids = store.idsOf(owner)
    for (const id of ids) store.deleting(id)
    return { count: ids.length, afterwards: () => this.remove(ids) }
  }

  /** Whether a file is being stored or deleted by this process. */
  isActive(id: string): boolean {
    return this.#active.has(id)
  }

  /** Whether something could not be deleted, as on a full disk: {@link removeUnfinished} tries again. */
  get hasUnfinished(): boolean {
    return this.#hasUnfinished
  }

  /**
   * Deletes what a crash or a failed deletion has left: nobody was told that these files are stored.
   *
   * @returns How many there were
   */
  async removeUnfinished(): Promise<number> {
    // A failure sets it again.
    this.#hasUnfinished = false
    const ids = this.#options.store.unsettled().filter((id) => !this.#active.has(id))
    await this.remove(ids)
    return ids.length
  }

  /** Deletes files by id: the row says so first, so that a crash in the middle is made up for. */
  async remove(ids: readonly string[]): Promise<void> {
    const { store, batch, commits } = this.#options
    const own = ids.filter((id) => !this.#active.has(id))
    for (const id of own) this.#active.add(id)
    try {
      await batch.add(() => {
        for (const id of own) store.deleting(id)
      })
      await commits.flush()
      for (const id of own) await this.#erase(id)
    } catch (error) {
      this.#hasUnfinished = true
      throw error
    } finally {
      for (const id of own) this.#active.delete(id)
    }
  }

  /** Removes the bytes, then the row. */
  async #erase(id: string): Promise<void> {
    const { store, storage, batch } = this.#options
    await storage.delete(id)
    await batch.add(() => store.delete(id))
  }

  async #add(
    owner: string,
    { filename, mediaType: hint, expiresAt }: NewFile,
    putBytes: (id: string) => Promise<{ bytes: number; sha256: string; head: Uint8Array }>,
    { token, createdAt } = { token: randomText(TOKEN_BYTES), createdAt: this.#options.now() },
  ): Promise<FileRecord> {
    const { store, batch, commits, log } = this.#options
    const id = sha256(token)
    this.#requireIdle(id)
    this.#active.add(id)
    let isBegun = false
    try {
      await batch.add(() => store.begin({ id, token, owner, createdAt }))
      isBegun = true
      const { head, ...facts } = await putBytes(id)
      const name = cleanFileName(filename)
      const mediaType = await judgeMediaType(head, name, hint)
      await batch.add(() => {
        const all = { ...facts, name, mediaType, expiresAt: expiresAt?.() ?? null }
        if (!store.finish(id, all)) throw ownerGone()
      })
      await commits.flush()
      return this.#record(id)
    } catch (error) {
      if (isBegun)
        await this.#erase(id).catch((err) => {
          this.#hasUnfinished = true
          log.error({ file: id, err }, 'Cannot remove a file')
        })
      throw error
    } finally {
      this.#active.delete(id)
    }
  }

  /** Nothing is stored under an id whose file is being stored or deleted. */
  #requireIdle(id: string): void {
    if (this.#active.has(id))
      throw new AppError('conflict', 'This file is being stored or deleted', {
        retryAfterSeconds: 1,
      })
  }

  #record(id: string): FileRecord {
    const row = this.#options.store.byId(id)
    if (row === undefined) throw notFound()
    return recordOf(row)
  }

  /** The same for an upload each time, and known to nobody who does not have the key. */
  #tokenOf(uploadId: string): string {
    const { settings } = this.#options
    this.#tokenKey ??= settings.get(TOKEN_KEY)
    if (this.#tokenKey === undefined) {
      this.#tokenKey = randomText(32)
      settings.set(TOKEN_KEY, this.#tokenKey)
    }
    const hash = Buffer.from(keyedHash(this.#tokenKey, uploadId), 'hex')
    return hash.subarray(0, TOKEN_BYTES).toString('base64url')
  }

  /** By a hash, so that the time of the search says nothing about the tokens that there are. */
  #byToken(token: string): Readonly<FileRow> | undefined {
    return TOKEN.test(token) ? this.#options.store.byId(sha256(token)) : undefined
  }

  #own(owner: string, token: string): Readonly<FileRow> {
    const row = this.#byToken(token)
    if (row === undefined || row.owner !== owner || !this.#isAlive(row)) throw notFound()
    return row
  }

  #isAlive({ state, expiresAt }: Readonly<FileRow>): boolean {
    return state === 'stored' && (expiresAt === null || expiresAt > this.#options.now())
  }

  /** Never serves a part of a file. */
  #lost({ id, bytes }: Readonly<FileRow>): AppError {
    // It may have been deleted since its row was read.
    if (this.#options.store.byId(id)?.state === 'stored')
      this.#options.log.error({ file: id, bytes }, 'A stored file has lost its bytes')
    return notFound()
  }

  #noteRead({ id, lastReadAt }: Readonly<FileRow>): void {
    const { store, batch, now } = this.#options
    const at = now()
    if (lastReadAt !== null && at - lastReadAt < READ_NOTE_MS) return
    batch.defer(`file-read ${id}`, () => store.read(id, at))
  }
}

function ownerGone(): AppError {
  return new AppError('not_found', 'Cannot store the file: its owner was deleted meanwhile')
}

function notFound(): AppError {
  return new AppError('not_found', 'There is no such file')
}

/** Passes bytes on, and keeps what is to be known of them. */
class IncomingBytes {
  readonly #source: ByteSource
  readonly #onBytes: (bytes: number) => void
  readonly #hasher = new Bun.CryptoHasher('sha256')
  readonly #head: Uint8Array[] = []
  #bytes = 0

  /** @param onBytes Is told how many have come in all; may throw to refuse them */
  constructor(source: ByteSource, onBytes: (bytes: number) => void = () => {}) {
    this.#source = source
    this.#onBytes = onBytes
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array, void, void> {
    for await (const chunk of this.#source) {
      // A copy: the memory of a chunk is given back when it is written, and the slice of a Buffer is
      // only a view.
      if (this.#bytes < HEAD_BYTES)
        this.#head.push(new Uint8Array(chunk.subarray(0, HEAD_BYTES - this.#bytes)))
      this.#bytes += chunk.byteLength
      this.#onBytes(this.#bytes)
      this.#hasher.update(chunk)
      yield chunk
    }
  }

  /** Once, after the last byte. */
  finish(): { bytes: number; sha256: string; head: Uint8Array } {
    const head = Buffer.concat(this.#head)
    return { bytes: this.#bytes, sha256: this.#hasher.digest('hex'), head }
  }
}
