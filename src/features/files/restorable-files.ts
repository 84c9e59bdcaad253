import {
  type BackupFilter,
  type BackupItem,
  type BackupSource,
  hasExpired,
  type Restorable,
  type RestoredItem,
} from '../../core/restorable.ts'
import type { TimeCursor } from '../../db/time-cursor.ts'
import { AppError } from '../../platform/errors.ts'
import type { Storage } from '../../storage/contract.ts'
import { FileStore } from './file-store.ts'
import type { Files } from './files.ts'

interface RestorableFilesOptions {
  store: FileStore
  storage: Storage
  files: Files
  now: () => number
}

/** Stored files of a backup that has their bytes. */
export class RestorableFiles implements Restorable {
  readonly kind = 'files'
  readonly #options: RestorableFilesOptions

  constructor(options: RestorableFilesOptions) {
    this.#options = options
  }

  list(
    { db }: BackupSource,
    filter: BackupFilter,
    limit: number,
    after?: TimeCursor,
  ): BackupItem[] {
    const { now } = this.#options
    return new FileStore(db).pageOfAll(filter, limit, after).map(({ id, name, ...row }) => ({
      id,
      owner: row.owner,
      title: name,
      at: row.createdAt,
      isExpired: hasExpired(row.expiresAt, now()),
      isThere: this.isThere(id),
      files: [`files/${id}`],
    }))
  }

  isThere(id: string): boolean {
    return this.#options.store.byId(id) !== undefined
  }

  ownerOf({ db }: BackupSource, id: string): string | undefined {
    return new FileStore(db).byId(id)?.owner
  }

  async restore({ db, file }: BackupSource, id: string): Promise<RestoredItem | undefined> {
    const { storage, files, now } = this.#options
    const row = new FileStore(db).byId(id)
    if (row?.state !== 'stored') return undefined
    const path = await file(`files/${id}`)
    if (path === undefined && (await storage.stat(id)) === undefined)
      throw new AppError(
        'conflict',
        'This backup has no bytes of this file: only a whole backup, which is a folder, has them',
      )
    // What has expired since would be deleted within a minute.
    const expiresAt = hasExpired(row.expiresAt, now()) ? null : row.expiresAt
    await files.restore({ ...row, expiresAt }, path)
    return { lost: [] }
  }
}
