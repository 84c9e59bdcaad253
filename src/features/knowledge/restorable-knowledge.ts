import type {
  BackupFilter,
  BackupItem,
  BackupSource,
  Restorable,
  RestoredItem,
} from '../../core/restorable.ts'
import type { DurableCommits } from '../../db/durable-commits.ts'
import type { Transactor } from '../../db/open.ts'
import type { TimeCursor } from '../../db/time-cursor.ts'
import { AppError } from '../../platform/errors.ts'
import { randomId } from '../../platform/ids.ts'
import { KnowledgeStore } from './knowledge-store.ts'
import type { Reading } from './reading.ts'

interface RestorableKnowledgeOptions {
  store: KnowledgeStore
  reading: Reading
  db: Transactor
  commits: DurableCommits
}

/** Collections of a backup. What is in them is read again, as far as it is there. */
export class RestorableKnowledge implements Restorable {
  readonly kind = 'knowledge'
  readonly #options: RestorableKnowledgeOptions

  constructor(options: RestorableKnowledgeOptions) {
    this.#options = options
  }

  list(
    { db }: BackupSource,
    filter: BackupFilter,
    limit: number,
    after?: TimeCursor,
  ): BackupItem[] {
    using backup = new KnowledgeStore(db)
    return backup.pageOfAll(filter, limit, after).map(({ id, owner, name, createdAt }) => ({
      id,
      owner,
      title: name,
      at: createdAt,
      isExpired: false,
      isThere: this.isThere(id),
      files: [],
    }))
  }

  isThere(id: string): boolean {
    return this.#options.store.collection(id) !== undefined
  }

  ownerOf({ db }: BackupSource, id: string): string | undefined {
    using backup = new KnowledgeStore(db)
    return backup.collection(id)?.owner
  }

  async restore({ db: from }: BackupSource, id: string): Promise<RestoredItem | undefined> {
    const { store, reading, db, commits } = this.#options
    using backup = new KnowledgeStore(from)
    const row = backup.collection(id)
    if (row === undefined) return undefined
    db.transaction(() => {
      if (this.isThere(id)) throw new AppError('conflict', 'This collection is there already')
      store.insertCollection(row)
      for (const source of backup.sources(id)) {
        // One that is still being deleted has its id.
        store.insertSource({ ...source, id: randomId('kns_') })
      }
    })
    await commits.flush()
    reading.start()
    return { lost: [] }
  }
}
