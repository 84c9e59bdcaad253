import type { Db, Transactor } from '../db/open.ts'
import type { TimeCursor } from '../db/time-cursor.ts'
import { AppError } from '../platform/errors.ts'
import type {
  BackupFilter,
  BackupItem,
  BackupSource,
  Restorable,
  RestoredItem,
} from './restorable.ts'

interface RowStore<row> {
  byId(id: string): row | undefined
  pageOfAll(filter: BackupFilter, limit: number, after: TimeCursor | undefined): row[]
}

interface RestorableRowsOptions<row, store extends RowStore<row>> {
  kind: string
  store: Pick<store, 'byId'>
  /** The same of a backup. */
  storeOf: (db: Db) => store
  titleOf: (row: row) => string
  /** The time that a list is sorted by, UTC milliseconds. */
  timeOf: (row: row) => number
  /** In a transaction. @throws {AppError} `conflict` where another one is in its place */
  insert: (row: row, backup: store) => void
  /** Called after the transaction. */
  onRestored?: () => Promise<void>
  db: Transactor
}

/** Rows of a backup that need no files. */
export class RestorableRows<row extends { id: string; owner: string }, store extends RowStore<row>>
  implements Restorable
{
  readonly kind: string
  readonly #options: RestorableRowsOptions<row, store>

  constructor(options: RestorableRowsOptions<row, store>) {
    this.kind = options.kind
    this.#options = options
  }

  list(
    { db }: BackupSource,
    filter: BackupFilter,
    limit: number,
    after?: TimeCursor,
  ): BackupItem[] {
    const { storeOf, titleOf, timeOf } = this.#options
    return storeOf(db)
      .pageOfAll(filter, limit, after)
      .map((row) => ({
        id: row.id,
        owner: row.owner,
        title: titleOf(row),
        at: timeOf(row),
        isExpired: false,
        isThere: this.isThere(row.id),
        files: [],
      }))
  }

  isThere(id: string): boolean {
    return this.#options.store.byId(id) !== undefined
  }

  ownerOf({ db }: BackupSource, id: string): string | undefined {
    return this.#options.storeOf(db).byId(id)?.owner
  }

  async restore({ db: from }: BackupSource, id: string): Promise<RestoredItem | undefined> {
    const { storeOf, insert, onRestored, db } = this.#options
    const backup = storeOf(from)
    const row = backup.byId(id)
    if (row === undefined) return undefined
    db.transaction(() => {
      if (this.isThere(id)) throw new AppError('conflict', 'It is there already')
      insert(row, backup)
    })
    await onRestored?.()
    return { lost: [] }
  }
}
