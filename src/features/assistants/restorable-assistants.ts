import type {
  BackupFilter,
  BackupItem,
  BackupSource,
  Restorable,
  RestoredItem,
} from '../../core/restorable.ts'
import type { Transactor } from '../../db/open.ts'
import type { TimeCursor } from '../../db/time-cursor.ts'
import { AppError } from '../../platform/errors.ts'
import { AssistantStore } from './assistant-store.ts'

/** Assistants of a backup. */
export class RestorableAssistants implements Restorable {
  readonly kind = 'assistants'
  readonly #store: AssistantStore
  readonly #db: Transactor

  constructor({ store, db }: { store: AssistantStore; db: Transactor }) {
    this.#store = store
    this.#db = db
  }

  list(
    { db }: BackupSource,
    filter: BackupFilter,
    limit: number,
    after?: TimeCursor,
  ): BackupItem[] {
    return new AssistantStore(db)
      .pageOfAll(filter, limit, after)
      .map(({ id, owner, name, updatedAt }) => ({
        id,
        owner,
        title: name,
        at: updatedAt,
        isExpired: false,
        isThere: this.isThere(id),
        files: [],
      }))
  }

  isThere(id: string): boolean {
    return this.#store.byId(id) !== undefined
  }

  ownerOf({ db }: BackupSource, id: string): string | undefined {
    return new AssistantStore(db).byId(id)?.owner
  }

  async restore({ db }: BackupSource, id: string): Promise<RestoredItem | undefined> {
    const row = new AssistantStore(db).byId(id)
    if (row === undefined) return undefined
    this.#db.transaction(() => {
      if (this.isThere(id)) throw new AppError('conflict', 'This assistant is there already')
      if (this.#store.bySlug(row.slug, row.owner) !== undefined)
        throw new AppError('conflict', `Another assistant is called ${row.slug}: rename it first`)
      this.#store.insert(row)
    })
    return { lost: [] }
  }
}
