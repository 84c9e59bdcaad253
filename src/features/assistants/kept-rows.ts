import { archiveName, type PersonalData, textEntry } from '../../core/personal-data.ts'
import type {
  BackupFilter,
  BackupItem,
  BackupSource,
  Restorable,
  RestoredItem,
} from '../../core/restorable.ts'
import type { Db, Transactor } from '../../db/open.ts'
import type { TimeCursor } from '../../db/time-cursor.ts'
import { AppError } from '../../platform/errors.ts'

interface KeptRow {
  id: string
  owner: string
  name: string
  updatedAt: number
}

interface RowStore<row> {
  byId(id: string): row | undefined
  pageOfAll(filter: BackupFilter, limit: number, after: TimeCursor | undefined): row[]
}

/** Rows of a person for their archive, each as a file of JSON. */
export function personalRows<row extends KeptRow>(
  kind: string,
  rowsOf: (owner: string) => readonly row[],
): PersonalData {
  return {
    kind,
    count: (owner) => rowsOf(owner).length,
    async *entries(owner) {
      for (const [index, { owner: _, ...row }] of rowsOf(owner).entries()) {
        const name = `${kind}/${archiveName(row.name)} ${row.id.slice(-6)}.json`
        const json = `${JSON.stringify(row, null, 1)}\n`
        yield { thing: index + 1, ...(await textEntry(name, row.updatedAt, [json])) }
      }
    },
  }
}

interface RestorableRowsOptions<row> {
  kind: string
  store: RowStore<row>
  /** The same of a backup. */
  storeOf: (db: Db) => RowStore<row>
  titleOf: (row: row) => string
  /** In a transaction. @throws {AppError} `conflict` where another one is in its place */
  insert: (row: row) => void
  db: Transactor
}

/** Rows of a backup that are whole in themselves. */
export class RestorableRows<row extends KeptRow> implements Restorable {
  readonly kind: string
  readonly #options: RestorableRowsOptions<row>

  constructor(options: RestorableRowsOptions<row>) {
    this.kind = options.kind
    this.#options = options
  }

  list(
    { db }: BackupSource,
    filter: BackupFilter,
    limit: number,
    after?: TimeCursor,
  ): BackupItem[] {
    const { storeOf, titleOf } = this.#options
    return storeOf(db)
      .pageOfAll(filter, limit, after)
      .map((row) => ({
        id: row.id,
        owner: row.owner,
        title: titleOf(row),
        at: row.updatedAt,
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

  async restore({ db }: BackupSource, id: string): Promise<RestoredItem | undefined> {
    const row = this.#options.storeOf(db).byId(id)
    if (row === undefined) return undefined
    this.#options.db.transaction(() => {
      if (this.isThere(id)) throw new AppError('conflict', 'It is there already')
      this.#options.insert(row)
    })
    return { lost: [] }
  }
}
