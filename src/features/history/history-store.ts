import { and, desc, eq, getTableColumns, inArray, lt, lte, or, sql } from 'drizzle-orm'
import type { BackupFilter } from '../../core/restorable.ts'
import type { Db } from '../../db/open.ts'
import { ReadThreads } from '../../db/read-threads.ts'
import { isAfter, type TimeCursor } from '../../db/time-cursor.ts'
import { history } from './table.ts'

export type HistoryRow = typeof history.$inferSelect
export type NewHistoryRow = Omit<HistoryRow, 'seq'>
/** Without the long columns. */
export type HistoryHead = Omit<HistoryRow, 'text' | 'data'>

/** How an entry is found by a search. */
export interface HistoryWords {
  /** Words of the index that select the owner, and the owner's entries of one kind. */
  scope: string
  /** Title and text. */
  words: string
}

const { text: _text, data: _data, ...HEAD } = getTableColumns(history)

/** Which entries are searched for. */
export interface HistorySearch {
  owner: string
  /** Must select the owner: the filter of the owner only excludes collisions. */
  expression: string
  limit: number
  /** `seq` of the last one of the page before. */
  before: number | undefined
}

/** Rows of `history`, and their words in `history_search`. */
export class HistoryStore implements Disposable {
  readonly #db: Db
  readonly #searches: ReadThreads<HistorySearch, number[]>

  constructor(db: Db) {
    this.#db = db
    const worker = new URL('./search.thread.ts', import.meta.url)
    this.#searches = new ReadThreads({ db, worker, answer: searchHistory })
  }

  /** Called in a transaction. */
  insert(row: NewHistoryRow, words: HistoryWords): void {
    const { seq } = this.#db.orm.insert(history).values(row).returning({ seq: history.seq }).get()
    this.#index(seq, words)
  }

  byId(id: string): HistoryRow | undefined {
    return this.#db.orm.select().from(history).where(eq(history.id, id)).get()
  }

  headById(id: string): HistoryHead | undefined {
    return this.#db.orm.select(HEAD).from(history).where(eq(history.id, id)).get()
  }

  /** The entry of a job. */
  idOfSource(sourceId: string): string | undefined {
    const row = this.#db.orm
      .select({ id: history.id })
      .from(history)
      .where(eq(history.sourceId, sourceId))
      .get()
    return row?.id
  }

  hasClip(clip: string): boolean {
    const rows = this.#db.orm
      .select({ seq: history.seq })
      .from(history)
      .where(eq(history.clip, clip))
      .limit(1)
      .all()
    return rows.length > 0
  }

  textOf(seq: number): string {
    const row = this.#db.orm
      .select({ text: history.text })
      .from(history)
      .where(eq(history.seq, seq))
      .get()
    return row?.text ?? ''
  }

  update(seq: number, change: Partial<Pick<HistoryRow, 'expiresAt'>>): void {
    this.#db.orm.update(history).set(change).where(eq(history.seq, seq)).run()
  }

  /** Called in a transaction. @param before The words that were indexed */
  rename(seq: number, title: string, before: HistoryWords, after: HistoryWords): void {
    this.#db.orm.update(history).set({ title }).where(eq(history.seq, seq)).run()
    this.#unindex(seq, before)
    this.#index(seq, after)
  }

  /** Called in a transaction. @param words The words that were indexed */
  delete(seq: number, words: HistoryWords): void {
    this.#unindex(seq, words)
    this.#db.orm.delete(history).where(eq(history.seq, seq)).run()
  }

  /** Of an owner, the newest first. @param before `seq` of the last one of the page before */
  page(
    owner: string,
    kind: HistoryRow['kind'] | undefined,
    limit: number,
    before: number | undefined,
  ): HistoryHead[] {
    return this.#db.orm
      .select(HEAD)
      .from(history)
      .where(
        and(
          eq(history.owner, owner),
          kind && eq(history.kind, kind),
          before === undefined ? undefined : lt(history.seq, before),
        ),
      )
      .orderBy(desc(history.seq))
      .limit(limit)
      .all()
  }

  /** Of an owner, what matches an FTS5 expression, the newest first; searched in a thread. */
  async search(search: HistorySearch): Promise<HistoryHead[]> {
    const found = await this.#searches.ask(search)
    if (found.length === 0) return []
    return this.#db.orm
      .select(HEAD)
      .from(history)
      .where(inArray(history.seq, found))
      .orderBy(desc(history.seq))
      .all()
  }

  /**
   * Of all owners, the newest first.
   *
   * @param filter.search Part of the title; `expression`, of FTS5, finds words of title and text
   */
  pageOfAll(
    { owner, search, expression }: BackupFilter & { expression: string | undefined },
    limit: number,
    after: TimeCursor | undefined,
  ): HistoryHead[] {
    const inTitle = sql`instr(lower(${history.title}), lower(${search ?? ''})) > 0`
    const inText = sql`${history.seq} IN (SELECT rowid FROM history_search WHERE history_search MATCH ${expression})`
    return this.#db.orm
      .select(HEAD)
      .from(history)
      .where(
        and(
          owner === undefined ? undefined : eq(history.owner, owner),
          search === undefined
            ? undefined
            : or(inTitle, expression === undefined ? undefined : inText),
          isAfter(history.createdAt, history.id, after),
        ),
      )
      .orderBy(desc(history.createdAt), desc(history.id))
      .limit(limit)
      .all()
  }

  /** All of an owner's. */
  ofOwner(owner: string): { seq: number }[] {
    return this.#db.orm
      .select({ seq: history.seq })
      .from(history)
      .where(eq(history.owner, owner))
      .all()
  }

  expired(now: number, limit: number): { seq: number }[] {
    return this.#db.orm
      .select({ seq: history.seq })
      .from(history)
      .where(lte(history.expiresAt, now))
      .limit(limit)
      .all()
  }

  /** With its text, which removes it from the index. */
  bySeq(seq: number): Omit<HistoryRow, 'data'> | undefined {
    return this.#db.orm
      .select({ ...HEAD, text: history.text })
      .from(history)
      .where(eq(history.seq, seq))
      .get()
  }

  /** Ends what is being searched. */
  [Symbol.dispose](): void {
    this.#searches[Symbol.dispose]()
  }

  #index(seq: number, { scope, words }: HistoryWords): void {
    this.#db.sqlite
      .query('INSERT INTO history_search (rowid, scope, words) VALUES (?, ?, ?)')
      .run(seq, scope, words)
  }

  /**
   * Removes words from the index itself: a row that is only marked as deleted keeps them in the
   * file.
   */
  #unindex(seq: number, { scope, words }: HistoryWords): void {
    this.#db.sqlite
      .query(
        "INSERT INTO history_search (history_search, rowid, scope, words) VALUES ('delete', ?, ?, ?)",
      )
      .run(seq, scope, words)
  }
}

/** `seq` of the entries of an owner that match, the newest first. */
export function searchHistory(
  { sqlite }: Db,
  { owner, expression, limit, before }: HistorySearch,
): number[] {
  using search = sqlite.prepare<{ seq: number }, [string, string, number, number]>(
    `SELECT h.seq FROM history_search s JOIN history h ON h.seq = s.rowid
     WHERE history_search MATCH ?2 AND s.rowid < ?4 AND h.owner = ?1
     ORDER BY s.rowid DESC LIMIT ?3`,
  )
  const rows = search.all(owner, expression, limit, before ?? Number.MAX_SAFE_INTEGER)
  return rows.map(({ seq }) => seq)
}
