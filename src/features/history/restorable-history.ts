import { archiveName, type PersonalData, textEntry } from '../../core/personal-data.ts'
import {
  type BackupFilter,
  type BackupItem,
  type BackupSource,
  hasExpired,
  type Restorable,
  type RestoredItem,
} from '../../core/restorable.ts'
import { dayOf } from '../../core/usage/range.ts'
import type { DurableCommits } from '../../db/durable-commits.ts'
import type { TimeCursor } from '../../db/time-cursor.ts'
import { sha256 } from '../../platform/ids.ts'
import type { ByteSource } from '../../storage/contract.ts'
import { expressionForAll, type History } from './history.ts'
import type { WholeHistoryEntry } from './history-entry.ts'
import { HistoryStore } from './history-store.ts'

/** Opens the bytes of a clip, by its name; undefined when they are gone. */
export type OpenClip = (
  name: string,
) => Promise<{ bytes: number; stream: () => Promise<ByteSource> } | undefined>

/** The history for the archive of its owner: texts, subtitles and clips, each with all that is known. */
export function personalHistory(
  store: HistoryStore,
  history: History,
  openClip: OpenClip,
): PersonalData {
  return {
    kind: 'history',
    count: (owner) => store.ofOwner(owner).length,
    async *entries(owner) {
      let thing = 0
      for (const { seq } of store.ofOwner(owner)) {
        thing += 1
        const row = store.bySeq(seq)
        if (row === undefined) continue
        const entry = history.get(owner, row.id)
        const name = `history/${dayOf(row.createdAt)} ${archiveName(row.title)} ${row.id.slice(-6)}`
        const file = (ending: string, text: string) =>
          textEntry(`${name}.${ending}`, row.createdAt, [text])
        yield { thing, ...(await file('json', `${JSON.stringify(viewOf(entry), null, 1)}\n`)) }
        if (entry.text !== '') yield { thing, ...(await file('txt', entry.text)) }
        if (entry.kind === 'translation' && entry.data.srt !== undefined)
          yield { thing, ...(await file('srt', entry.data.srt)) }
        if (entry.kind !== 'speech') continue
        const clip = await openClip(entry.data.clip)
        yield {
          thing,
          name: `${name}.${entry.data.format}`,
          at: row.createdAt,
          bytes: clip?.bytes ?? 0,
          open: async () => await clip?.stream(),
        }
      }
    },
  }
}

function viewOf({ createdAt, expiresAt: _, text: _text, ...entry }: WholeHistoryEntry): object {
  return { ...entry, createdAt: new Date(createdAt).toISOString() }
}

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
