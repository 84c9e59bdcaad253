import { cleanFileName } from '../../core/attachments/file-name.ts'
import type { StorageQuota } from '../../core/storage-quota.ts'
import { AppError } from '../../platform/errors.ts'
import { randomId } from '../../platform/ids.ts'
import type { Log } from '../../platform/log.ts'
import type { PartialFiles } from '../../storage/contract.ts'
import { MAX_FILE_BYTES } from './file-record.ts'
import { type Checksum, verified } from './opened-files.ts'
import type { UploadRow, UploadStore } from './upload-store.ts'

const HOUR_MS = 60 * 60 * 1000
/** After the last piece of an upload that is not finished. @limit unfinished-upload hours */
export const UNFINISHED_UPLOAD_HOURS = 24
/** How long a finished upload may be named by its id. @limit finished-upload days */
export const FINISHED_UPLOAD_HOURS = 7 * 24
/** Of one owner, at a time. @limit unfinished-uploads count */
export const MAX_UNFINISHED_UPLOADS = 1_000

/** An upload with how much of it has come. */
export interface Upload extends UploadRow {
  offset: number
}

/** An upload whose bytes are all there. */
export interface FinishedUpload extends UploadRow {
  path: string
}

/** What the client has said of a new upload. */
export interface NewUpload {
  /** Undefined where the client declares the length later. */
  bytes: number | undefined
  metadata: Readonly<Record<string, string | null>> | undefined
  /** Its `Upload-Concat`. */
  concat?: string | undefined
}

/** The bytes of one request. */
export interface Piece {
  /** Where the client believes that they belong. */
  offset: number
  /**
   * Reads the bytes, which end with the reason of the signal when it aborts.
   *
   * @throws {AppError} `too_large` instead of more than `maxBytes`
   */
  read(maxBytes: number, signal: AbortSignal): AsyncIterable<Uint8Array>
  checksum?: Checksum | undefined
}

interface UploadsOptions {
  store: UploadStore
  files: PartialFiles
  quota: StorageQuota
  log: Log
  now: () => number
}

/** Uploads that are sent in pieces and can be resumed; each belongs to its owner. */
export class Uploads {
  readonly kind = 'uploads'
  readonly #options: UploadsOptions
  readonly #locks = new UploadLocks()
  #isSwept = false

  constructor(options: UploadsOptions) {
    this.#options = options
  }

  /** @throws {AppError} `busy` with too many unfinished ones, `quota_exceeded`, `storage_full` */
  async create(owner: string, upload: NewUpload): Promise<Upload> {
    // The row that follows counts as kept.
    this.#options.quota.reserve(owner, upload.bytes)[Symbol.dispose]()
    const row = await this.#insert(owner, upload)
    if (upload.bytes === 0) await this.#finish(row)
    return { ...row, offset: 0 }
  }

  /**
   * A finished upload of the bytes of others, one after another. The others are deleted.
   *
   * @throws {AppError} `not_found`, `conflict` while bytes of one are missing, `too_large`,
   * `quota_exceeded`, `storage_full`
   */
  async concatenate(
    owner: string,
    parts: readonly string[],
    upload: Omit<NewUpload, 'bytes'>,
  ): Promise<Upload> {
    const { files, quota } = this.#options
    // Each once and in one order, so that two requests for the same do not wait for each other.
    const used = [...new Set(parts)].sort()
    return await this.#lockAll(used, async () => {
      const bytes = this.bytesOfAll(owner, parts)
      // Only where a part is named several times does the whole need more room than its parts.
      const more = bytes - this.bytesOfAll(owner, used)
      quota.reserve(owner, more)[Symbol.dispose]()
      const row = await this.#insert(owner, { ...upload, bytes })
      const { id } = row
      const finishedAt = await this.#locks.run(id, resumedElsewhere, async () => {
        try {
          for (const part of parts) await files.append(id, Bun.file(files.pathOf(part)).stream())
          return await this.#finish(row)
        } catch (error) {
          await this.#delete(id)
          throw error
        }
      })
      for (const part of used) await this.#delete(part)
      return { ...row, finishedAt, offset: bytes }
    })
  }

  /**
   * Notes the length of an upload that had none.
   *
   * @throws {AppError} `not_found`, `conflict` where it has one or more bytes have come,
   * `quota_exceeded`
   */
  async declareLength(owner: string, id: string, bytes: number): Promise<void> {
    const { store, quota } = this.#options
    await this.#locks.run(id, resumedElsewhere, async () => {
      const upload = await this.#settle(owner, id)
      if (!upload.isLengthDeferred || bytes < upload.offset)
        throw new AppError(
          'conflict',
          `Cannot set Upload-Length: ${upload.isLengthDeferred ? 'more bytes have come' : 'it is known'}`,
        )
      quota.reserve(owner, bytes - upload.offset)[Symbol.dispose]()
      store.update(id, { bytes, isLengthDeferred: false })
      if (bytes === upload.offset) await this.#finish(upload)
    })
  }

  async #lockAll<value>(ids: readonly string[], work: () => Promise<value>): Promise<value> {
    const [id, ...others] = ids
    if (id === undefined) return await work()
    return await this.#locks.run(id, resumedElsewhere, () => this.#lockAll(others, work))
  }

  /** @throws {AppError} `busy` with too many unfinished ones, `storage_full` */
  async #insert(owner: string, { bytes, metadata, concat }: NewUpload): Promise<UploadRow> {
    const { store, files, now } = this.#options
    if (store.sumsOf(owner).unfinished >= MAX_UNFINISHED_UPLOADS)
      throw new AppError(
        'busy',
        `You have ${MAX_UNFINISHED_UPLOADS} unfinished uploads: finish or delete some first`,
      )
    const id = randomId('upl_')
    const at = now()
    const row = {
      id,
      owner,
      bytes: bytes ?? 0,
      isLengthDeferred: bytes === undefined,
      concat: concat ?? null,
      metadata: metadata ?? null,
      verifiedBytes: null,
      createdAt: at,
      activeAt: at,
      finishedAt: null,
    }
    // First the row: a file without one is removed at the next start.
    await this.#locks.run(id, resumedElsewhere, async () => {
      store.insert(row)
      try {
        await files.create(id, row.bytes)
      } catch (error) {
        store.delete(id)
        throw error
      }
    })
    return row
  }

  /**
   * The upload as it stands. A request that still sends to it is ended, so that the offset is final.
   *
   * @throws {AppError} `not_found`
   */
  async settled(owner: string, id: string): Promise<Upload> {
    const row = this.#own(owner, id)
    if (row.finishedAt !== null) return { ...row, offset: row.bytes }
    return await this.#locks.run(id, resumedElsewhere, () => this.#settle(owner, id))
  }

  /**
   * Adds one piece. What has come of a piece that is cut off stays, unless it had a checksum.
   *
   * @returns The new offset
   * @throws {AppError} `not_found`, `conflict` at another offset, `too_large`, `checksum_mismatch`,
   * `storage_full`, and what the source throws
   */
  async append(owner: string, id: string, piece: Piece): Promise<number> {
    const { store, files, now } = this.#options
    return await this.#locks.run(id, resumedElsewhere, async (signal) => {
      const upload = await this.#settle(owner, id)
      if (piece.offset !== upload.offset) throw offsetConflict(upload.offset)
      if (upload.finishedAt !== null) return upload.offset
      store.update(id, {
        activeAt: now(),
        ...(piece.checksum === undefined ? {} : { verifiedBytes: upload.offset }),
      })
      const bound = upload.isLengthDeferred ? MAX_FILE_BYTES : upload.bytes
      const bytes = piece.read(bound - upload.offset, signal)
      const source = upload.isLengthDeferred ? this.#reserving(owner, bytes) : bytes
      try {
        if (piece.checksum === undefined) await files.append(id, source)
        else await files.append(id, verified(source, piece.checksum))
      } catch (error) {
        if (piece.checksum !== undefined || upload.isLengthDeferred) await this.#settle(owner, id)
        throw error
      }
      const offset = (await files.size(id)) ?? 0
      store.update(id, {
        activeAt: now(),
        verifiedBytes: null,
        ...(upload.isLengthDeferred ? { bytes: offset } : {}),
      })
      if (offset === upload.bytes && !upload.isLengthDeferred) await this.#finish(upload)
      return offset
    })
  }

  /** @throws {AppError} `not_found` */
  async remove(owner: string, id: string): Promise<void> {
    this.#own(owner, id)
    await this.#locks.run(id, resumedElsewhere, async () => {
      this.#own(owner, id)
      await this.#delete(id)
    })
  }

  /**
   * A finished upload and where its bytes are; they stay until it expires or is removed.
   *
   * @throws {AppError} `not_found`, `conflict` while bytes are missing
   */
  finished(owner: string, id: string): FinishedUpload {
    const row = this.#own(owner, id)
    if (row.finishedAt === null)
      throw new AppError('conflict', 'The upload is not finished: send the rest of its bytes first')
    return { ...row, path: this.#options.files.pathOf(id) }
  }

  /** An upload without how much of it has come. @throws {AppError} `not_found` */
  rowOf(owner: string, id: string): UploadRow {
    return this.#own(owner, id)
  }

  /**
   * Of several finished uploads together.
   *
   * @throws {AppError} `not_found`, `conflict` while bytes of one are missing, `too_large`
   */
  bytesOfAll(owner: string, ids: readonly string[]): number {
    const bytes = ids.reduce((sum, id) => sum + this.finished(owner, id).bytes, 0)
    if (bytes <= MAX_FILE_BYTES) return bytes
    throw new AppError('too_large', `The uploads are larger than ${MAX_FILE_BYTES} bytes together`)
  }

  /** A finished upload for who reads its bytes. @returns undefined for any other */
  async find(owner: string, id: string) {
    const row = this.#options.store.byId(id)
    if (row === undefined || row.owner !== owner || row.finishedAt === null) return undefined
    const path = this.#options.files.pathOf(id)
    return {
      name: cleanFileName(row.metadata?.['filename'] ?? ''),
      bytes: row.bytes,
      mediaType: row.metadata?.['filetype'] ?? undefined,
      path,
      stream: async () => Bun.file(path).stream(),
    }
  }

  /**
   * Hands a finished upload over, and deletes it when the work is done.
   *
   * @throws {AppError} as {@link finished}; and what the work throws
   */
  async consume<value>(
    owner: string,
    id: string,
    work: (upload: FinishedUpload) => Promise<value>,
  ): Promise<value> {
    return await this.#locks.run(id, resumedElsewhere, async () => {
      const value = await work(this.finished(owner, id))
      await this.#delete(id)
      return value
    })
  }

  /** Deletes all of an owner's. Called in a transaction. */
  deleteOwned(owner: string) {
    const { store, files } = this.#options
    const ids = store.idsOf(owner)
    for (const id of ids) store.delete(id)
    return {
      count: ids.length,
      afterwards: async () => {
        for (const id of ids) await this.#locks.run(id, resumedElsewhere, () => files.remove(id))
      },
    }
  }

  /**
   * Deletes expired uploads, the rows of unfinished ones whose file was never made, and at the start the
   * old files that no row has.
   */
  sweep(): void {
    const { store, files, log, now } = this.#options
    const finishedBefore = now() - FINISHED_UPLOAD_HOURS * HOUR_MS
    const expired = store.expired(now() - UNFINISHED_UPLOAD_HOURS * HOUR_MS, finishedBefore)
    for (const id of expired) {
      if (this.#locks.isHeld(id)) continue
      // Locked, since a piece that comes meanwhile would make the file anew.
      this.#locks
        .run(id, resumedElsewhere, () => this.#delete(id))
        .catch((err) => log.error({ id, err }, 'Cannot delete an expired upload'))
    }
    this.#deleteFileless(store.unfinishedIds()).catch((err) =>
      log.error({ err }, 'Cannot clear away uploads without a file'),
    )
    if (this.#isSwept) return
    this.#isSwept = true
    files
      .sweep((id) => store.byId(id) !== undefined, finishedBefore)
      .catch((err) => log.error({ err }, 'Cannot clear away the files of old uploads'))
  }

  /** The row of an upload that nothing is sent to, with its offset. */
  async #settle(owner: string, id: string): Promise<Upload> {
    const { store, files } = this.#options
    const row = this.#own(owner, id)
    if (row.verifiedBytes !== null) {
      // The rest came with a checksum that was never compared.
      await files.truncate(id, row.verifiedBytes)
      store.update(id, { verifiedBytes: null })
    }
    const offset = await files.size(id)
    if (offset === undefined) {
      store.delete(id)
      throw notFound()
    }
    if (row.isLengthDeferred) {
      store.update(id, { bytes: offset })
      return { ...row, bytes: offset, verifiedBytes: null, offset }
    }
    // The end of the service may have come between the last byte and the row.
    if (offset === row.bytes && row.finishedAt === null)
      return { ...row, finishedAt: await this.#finish(row), offset }
    return { ...row, verifiedBytes: null, offset }
  }

  /** Passes bytes on, and holds room for them until the row counts them. */
  async *#reserving(owner: string, source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    using reservation = this.#options.quota.reserve(owner)
    let seen = 0
    for await (const chunk of source) {
      seen += chunk.byteLength
      reservation.grow(seen)
      yield chunk
    }
  }

  async #finish({ id }: UploadRow): Promise<number> {
    const { store, files, now } = this.#options
    await files.flush(id)
    const finishedAt = now()
    store.update(id, { finishedAt, activeAt: finishedAt })
    return finishedAt
  }

  /**
   * After a crash, or where the disk was too full even to take the row back. They would count against the
   * owner's quota until they expire.
   */
  async #deleteFileless(ids: readonly string[]): Promise<void> {
    const { store, files } = this.#options
    for (const id of ids) {
      // A request for it finds out itself, and would be ended by another lock.
      if (this.#locks.isHeld(id)) continue
      await this.#locks.run(id, resumedElsewhere, async () => {
        if ((await files.size(id)) === undefined) store.delete(id)
      })
    }
  }

  /** First the file: a row without one is deleted when it is asked for. */
  async #delete(id: string): Promise<void> {
    const { store, files } = this.#options
    await files.remove(id)
    store.delete(id)
  }

  #own(owner: string, id: string): UploadRow {
    const row = this.#options.store.byId(id)
    if (row === undefined || row.owner !== owner) throw notFound()
    return row
  }
}

function notFound(): AppError {
  return new AppError('not_found', 'There is no such upload')
}

function offsetConflict(offset: number): AppError {
  return new AppError('conflict', `The upload has ${offset} bytes: resume it from there`)
}

function resumedElsewhere(): AppError {
  return new AppError('conflict', 'Another request has taken this upload up')
}

/** Gives each upload to one request at a time: the latest, which ends the one before. */
class UploadLocks {
  readonly #held = new Map<string, { controller: AbortController; released: Promise<void> }>()

  /**
   * Ends the request that holds the upload, waits until it has let go, and runs the work.
   *
   * A client whose connection broke resumes while its old request still waits for bytes, so the new
   * request has precedence.
   *
   * @param work Ends early when the signal aborts
   */
  async run<value>(
    id: string,
    reason: () => Error,
    work: (signal: AbortSignal) => Promise<value>,
  ): Promise<value> {
    for (let held = this.#held.get(id); held !== undefined; held = this.#held.get(id)) {
      held.controller.abort(reason())
      await held.released
    }
    const controller = new AbortController()
    const { promise: released, resolve } = Promise.withResolvers<void>()
    this.#held.set(id, { controller, released })
    try {
      return await work(controller.signal)
    } finally {
      this.#held.delete(id)
      resolve()
    }
  }

  isHeld(id: string): boolean {
    return this.#held.has(id)
  }
}
