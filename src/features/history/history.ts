import { numberCursor, type Page, pageOf } from '../../core/list-page.ts'
import { excerptOf, searchExpression, spaced } from '../../core/search-expression.ts'
import type { Transactor } from '../../db/open.ts'
import { AppError } from '../../platform/errors.ts'
import { randomId, sha256 } from '../../platform/ids.ts'
import type { Log } from '../../platform/log.ts'
import type {
  HistoryContent,
  HistoryKind,
  HistoryRecord,
  NewHistoryEntry,
  WholeHistoryEntry,
} from './history-entry.ts'
import type { HistoryHead, HistoryRow, HistoryStore, HistoryWords } from './history-store.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/**
 * How long clips stay, and other entries that their owner does not keep. @limit history-unkept days
 */
export const UNKEPT_HISTORY_DAYS = 30
/** A title, in code points. @limit history-title characters */
export const MAX_HISTORY_TITLE_CHARACTERS = 200
/**
 * The part of a text that a search finds, in UTF-16 code units. @limit history-search characters
 */
export const MAX_SEARCHED_CHARACTERS = 2_000_000
/** Text that one page of results is quoted from, in UTF-16 code units; results beyond have no excerpt. */
const MAX_EXCERPT_SOURCE_CHARACTERS = 1_000_000
/** Of one sweep; the next one takes the rest. */
const MAX_SWEPT = 50

interface HistoryOptions {
  store: HistoryStore
  db: Transactor
  /** Deletes the file of a clip; one that is gone is no error. */
  deleteClip: (name: string) => Promise<void> | void
  log: Log
  /** UTC milliseconds. */
  now: () => number
}

/** What a list shows. */
export interface HistoryFilter {
  kind?: HistoryKind | undefined
  /** Words of title and text. */
  query?: string | undefined
}

/** Transcripts, translations and clips that are kept for their owners. Nobody else can read them. */
export class History {
  readonly kind = 'history'
  readonly #options: HistoryOptions

  constructor(options: HistoryOptions) {
    this.#options = options
  }

  /** @returns Id of the entry; of an earlier one where the job has one already */
  keep(entry: NewHistoryEntry): string {
    const { store, db, now } = this.#options
    const earlier = entry.sourceId === undefined ? undefined : store.idOfSource(entry.sourceId)
    if (earlier !== undefined) return earlier
    const at = now()
    const text = entry.text.slice(0, MAX_SEARCHED_CHARACTERS).toWellFormed()
    const row = {
      id: randomId('his_'),
      owner: entry.owner,
      kind: entry.kind,
      title: titleOf(entry.title, text),
      language: entry.language ?? null,
      durationMs: entry.seconds === undefined ? null : Math.round(entry.seconds * 1000),
      sourceId: entry.sourceId ?? null,
      clip: entry.kind === 'speech' ? entry.data.clip : null,
      createdAt: at,
      expiresAt: entry.kind === 'speech' ? at + UNKEPT_HISTORY_DAYS * DAY_MS : null,
      characters: text.length,
      text,
      data: Bun.zstdCompressSync(JSON.stringify(entry.data)),
    }
    db.transaction(() => store.insert(row, wordsOf(row)))
    return row.id
  }

  /** Whether there is an entry, whoever's. */
  has(id: string): boolean {
    return this.#options.store.headById(id) !== undefined
  }

  /** Keeps an entry of a backup again. @throws {AppError} `conflict` */
  restore({ seq: _, ...row }: HistoryRow): void {
    const { store, db } = this.#options
    db.transaction(() => {
      if (this.has(row.id)) throw new AppError('conflict', 'This entry is there already')
      const isTaken = row.sourceId !== null && store.idOfSource(row.sourceId) !== undefined
      store.insert({ ...row, sourceId: isTaken ? null : row.sourceId }, wordsOf(row))
    })
  }

  /** Whether the file of a clip belongs to an entry, which deletes it when it goes. */
  hasClip(name: string): boolean {
    return this.#options.store.hasClip(name)
  }

  /** The newest first. @throws {AppError} `invalid` for a cursor of another list */
  async list(
    owner: string,
    { kind, query = '' }: HistoryFilter,
    limit: number,
    cursor: string | undefined,
  ): Promise<Page<HistoryRecord>> {
    const { store } = this.#options
    const before = cursor === undefined ? undefined : numberCursor(cursor)
    const cursorOf = ({ seq }: HistoryHead) => String(seq)
    if (query.trim() === '')
      return pageOf(store.page(owner, kind, limit + 1, before), limit, cursorOf, recordOf)
    const expression = historyExpression(owner, kind, query)
    if (expression === undefined) return { items: [], nextCursor: undefined }
    const found = await store.search({ owner, expression, limit: limit + 1, before })
    let room = MAX_EXCERPT_SOURCE_CHARACTERS
    return pageOf(found, limit, cursorOf, (row) => {
      room -= row.characters
      if (room < 0) return recordOf(row)
      return { ...recordOf(row), excerpt: excerptOf(store.textOf(row.seq), query) }
    })
  }

  /** @throws {AppError} `not_found` */
  get(owner: string, id: string): WholeHistoryEntry {
    const row = this.#options.store.byId(id)
    if (row === undefined || row.owner !== owner) throw notFound()
    return { ...recordOf(row), text: row.text, ...contentOf(row) }
  }

  /**
   * @param change `keep`: whether the entry stays until it is deleted
   * @throws {AppError} `not_found`; `invalid` for no change
   */
  change(
    owner: string,
    id: string,
    { title, keep }: { title?: string | undefined; keep?: boolean | undefined },
  ): HistoryRecord {
    const { store, db, now } = this.#options
    const row = this.#own(owner, id)
    if (title === undefined && keep === undefined)
      throw new AppError('invalid', 'Say what to change: title, keep, or both')
    const expiresAt =
      keep === undefined || keep === (row.expiresAt === null)
        ? row.expiresAt
        : keep
          ? null
          : now() + UNKEPT_HISTORY_DAYS * DAY_MS
    db.transaction(() => {
      if (expiresAt !== row.expiresAt) store.update(row.seq, { expiresAt })
      if (title === undefined || title === row.title) return
      const before = { ...row, text: store.textOf(row.seq) }
      store.rename(row.seq, title, wordsOf(before), wordsOf({ ...before, title }))
    })
    return recordOf({ ...row, expiresAt, title: title ?? row.title })
  }

  /** Deletes an entry with its clip. @throws {AppError} `not_found` */
  async delete(owner: string, id: string): Promise<void> {
    const { seq } = this.#own(owner, id)
    const clips = this.#options.db.transaction(() => this.#remove([{ seq }]))
    await this.#deleteClips(clips)
  }

  /** Deletes all of an owner's. Called in a transaction. */
  deleteOwned(owner: string) {
    const entries = this.#options.store.ofOwner(owner)
    const clips = this.#remove(entries)
    return { count: entries.length, afterwards: () => this.#deleteClips(clips) }
  }

  /** Deletes what has expired. */
  sweep(): void {
    const { store, db, log, now } = this.#options
    const expired = store.expired(now(), MAX_SWEPT)
    if (expired.length === 0) return
    const clips = db.transaction(() => this.#remove(expired))
    this.#deleteClips(clips).catch((err) => log.error({ err }, 'Cannot delete expired clips'))
  }

  /** @returns The names of the clips that the entries had */
  #remove(entries: readonly { seq: number }[]): string[] {
    const { store } = this.#options
    return entries.flatMap(({ seq }) => {
      const row = store.bySeq(seq)
      if (row === undefined) return []
      store.delete(seq, wordsOf(row))
      return row.clip ?? []
    })
  }

  async #deleteClips(names: readonly string[]): Promise<void> {
    for (const name of names) await this.#options.deleteClip(name)
  }

  #own(owner: string, id: string): HistoryHead {
    const row = this.#options.store.headById(id)
    if (row === undefined || row.owner !== owner) throw notFound()
    return row
  }
}

function recordOf(row: HistoryHead): HistoryRecord {
  const { id, kind, title, language, durationMs, sourceId, createdAt, expiresAt, characters } = row
  return {
    id,
    kind,
    title,
    createdAt,
    characters,
    language: language ?? undefined,
    seconds: durationMs === null ? undefined : durationMs / 1000,
    sourceId: sourceId ?? undefined,
    expiresAt: expiresAt ?? undefined,
  }
}

/** The database has what {@link History.keep} has written: the data of the kind. */
function contentOf({ kind, data }: HistoryRow): HistoryContent {
  return { kind, data: JSON.parse(Bun.zstdDecompressSync(data).toString()) }
}

/** One line; that of an entry without a title is how its text begins. */
function titleOf(title: string, text: string): string {
  const line = (given: string) => given.replace(/\s+/g, ' ').trim()
  const whole = line(title) || line(text.slice(0, 4 * MAX_HISTORY_TITLE_CHARACTERS)) || 'Untitled'
  const characters = [...whole.toWellFormed()]
  if (characters.length <= MAX_HISTORY_TITLE_CHARACTERS) return whole
  return `${characters.slice(0, MAX_HISTORY_TITLE_CHARACTERS - 1).join('')}…`
}

function notFound(): AppError {
  return new AppError('not_found', 'There is no such entry in your history')
}

/** What the index has of an entry; the same for the same row. */
function wordsOf({
  owner,
  kind,
  title,
  text,
}: Pick<HistoryRow, 'owner' | 'kind' | 'title' | 'text'>): HistoryWords {
  return {
    scope: `${scopeWord(owner)} ${scopeWord(owner, kind)}`,
    words: spaced(`${title}\n${text}`),
  }
}

/**
 * An FTS5 expression for the entries of an owner with all words of a query. The owner is a word of
 * the index, so that entries of others with common words cost no time.
 *
 * @returns undefined for a query without a word
 */
function historyExpression(
  owner: string,
  kind: HistoryKind | undefined,
  query: string,
): string | undefined {
  const expression = searchExpression(query)
  return expression && `scope : "${scopeWord(owner, kind)}" AND words : (${expression})`
}

/** An FTS5 expression for the entries of all owners; see {@link historyExpression}. */
export function expressionForAll(query: string): string | undefined {
  const expression = searchExpression(query)
  return expression && `words : (${expression})`
}

/** One word for the tokenizer of FTS5. */
function scopeWord(owner: string, kind = 'all'): string {
  return `${sha256(owner).slice(0, 32)}${kind}`
}
