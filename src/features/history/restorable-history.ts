import {
  type BackupFilter,
  type BackupItem,
  type BackupSource,
  hasExpired,
  type Restorable,
  type RestoredItem,
} from '../../core/restorable.ts'
import type { DurableCommits } from '../../db/durable-commits.ts'
import type { TimeCursor } from '../../db/time-cursor.ts'
import { sha256 } from '../../platform/ids.ts'
import { expressionForAll, type History } from './history.ts'
import { HistoryStore } from './history-store.ts'

interface RestorableHistoryOptions {
  history: History
  /** Puts a clip of a backup back, by its name. @throws {AppError} `conflict`, `quota_exceeded` */
  restoreClip: (source: BackupSource, name: string) => Promise<void>
  commits: DurableCommits
  now: () => number
}

/** Entries of a backup's history, with their clips. */
export class RestorableHistory implements Restorable {
  readonly kind = 'history'
  readonly #options: RestorableHistoryOptions

  constructor(options: RestorableHistoryOptions) {
    this.#options = options
  }

  list(
    { db }: BackupSource,
    { owner, search }: BackupFilter,
    limit: number,
    after?: TimeCursor,
  ): BackupItem[] {
    const { now } = this.#options
    const expression = search === undefined ? undefined : expressionForAll(search)
    return new HistoryStore(db)
      .pageOfAll({ owner, search, expression }, limit, after)
      .map(({ id, title, clip, ...row }) => ({
        id,
        owner: row.owner,
        title,
        at: row.createdAt,
        isExpired: hasExpired(row.expiresAt, now()),
        isThere: this.isThere(id),
        files: clip === null ? [] : [`clips/${sha256(clip)}`],
      }))
  }

  isThere(id: string): boolean {
    return this.#options.history.has(id)
  }

  ownerOf({ db }: BackupSource, id: string): string | undefined {
    return new HistoryStore(db).headById(id)?.owner
  }

  async restore(source: BackupSource, id: string): Promise<RestoredItem | undefined> {
    const { history, restoreClip, commits, now } = this.#options
    const row = new HistoryStore(source.db).byId(id)
    if (row === undefined) return undefined
    if (row.clip !== null && !history.has(id)) await restoreClip(source, row.clip)
    // What has expired since would be deleted within a minute.
    history.restore({ ...row, expiresAt: hasExpired(row.expiresAt, now()) ? null : row.expiresAt })
    await commits.flush()
    return { lost: [] }
  }
}
