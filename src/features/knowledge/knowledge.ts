import type { Caller } from '../../core/caller.ts'
import { numberCursor, type Page, pageOf } from '../../core/list-page.ts'
import { excerptOf } from '../../core/search-expression.ts'
import type { Transactor } from '../../db/open.ts'
import { AppError } from '../../platform/errors.ts'
import { randomId } from '../../platform/ids.ts'
import type {
  CollectionRow,
  FoundPiece,
  KnowledgeStore,
  PieceRow,
  Reader,
  SourceCounts,
  SourceRow,
} from './knowledge-store.ts'
import type { Reading } from './reading.ts'
import { noteBody, noteOf, type SourceReaders } from './source-readers.ts'
import { knowledgeExpression, questionWords } from './stems.ts'
import type { SourceKind } from './table.ts'

/** Collections of an owner. @limit knowledge-collections count */
export const MAX_COLLECTIONS = 50
/** Collections that are searched, with those that others share. */
const MAX_READABLE = 200
/** What is in one collection. @limit knowledge-sources count */
export const MAX_SOURCES = 10_000
/** Passages around one that is shown. */
const AROUND = 1

/** What is to be added to a collection. */
export type NewSource =
  | { kind: Exclude<SourceKind, 'note'>; target: string }
  | { kind: 'note'; title: string; text: string }

export interface Collection extends CollectionRow, SourceCounts {
  isOwn: boolean
}

/** A passage with where it stands. */
export interface Passage extends Omit<FoundPiece, 'owner'> {
  excerpt: string
  isOwn: boolean
}

interface KnowledgeOptions {
  store: KnowledgeStore
  reading: Reading
  readers: SourceReaders
  isMember: (owner: string) => boolean
  db: Transactor
  now: () => number
}

/** Collections of what people want to find and ask about. Members read what others share with them. */
export class Knowledge {
  readonly kind = 'knowledge'
  readonly #options: KnowledgeOptions

  constructor(options: KnowledgeOptions) {
    this.#options = options
  }

  /** Those that a caller may read: the own ones first. */
  collections(owner: string): Collection[] {
    const { store } = this.#options
    return store
      .collections(this.#reader(owner), MAX_READABLE)
      .map((row) => this.#collection(row, owner))
  }

  /** @throws {AppError} `not_found` for one that the caller may not read */
  collection(owner: string, id: string): Collection {
    return this.#collection(this.#readable(owner, id), owner)
  }

  /** @throws {AppError} `conflict` for one too many */
  create(owner: string, { name, isShared }: Pick<CollectionRow, 'name' | 'isShared'>): Collection {
    const { store, db, now } = this.#options
    const row = { id: randomId('kno_'), owner, name, isShared, createdAt: now() }
    db.transaction(() => {
      if (store.ofOwner(owner).length >= MAX_COLLECTIONS)
        throw new AppError(
          'conflict',
          `You have ${MAX_COLLECTIONS} collections, which is the most: delete one first`,
        )
      store.insertCollection(row)
    })
    return this.#collection(row, owner)
  }

  /** @throws {AppError} `not_found` for one that is not the caller's own */
  change(
    owner: string,
    id: string,
    change: Partial<Pick<CollectionRow, 'name' | 'isShared'>>,
  ): Collection {
    const { store } = this.#options
    this.#own(owner, id)
    store.changeCollection(id, change)
    return this.collection(owner, id)
  }

  /** @throws {AppError} `not_found` */
  delete(owner: string, id: string): void {
    const { store, db, reading } = this.#options
    this.#own(owner, id)
    db.transaction(() => store.deleteCollection(id))
    reading.start()
  }

  /** Deletes all of an owner's. Called in a transaction. */
  deleteOwned(owner: string) {
    const { store, reading } = this.#options
    const rows = store.ofOwner(owner)
    for (const { id } of rows) store.deleteCollection(id)
    return { count: rows.length, afterwards: () => reading.start() }
  }

  /** What is in a collection, the newest first. @throws {AppError} `not_found` */
  sources(
    owner: string,
    collectionId: string,
    limit: number,
    cursor: string | undefined,
    search: string | undefined,
  ): Page<SourceRow> {
    const { store, reading } = this.#options
    const collection = this.#readable(owner, collectionId)
    const before = cursor === undefined ? undefined : numberCursor(cursor)
    const rows = store.page(collectionId, limit + 1, before, search)
    const page = pageOf(
      rows,
      limit,
      ({ seq }) => String(seq),
      (row) => row,
    )
    const items = page.items.filter(
      (row) => row.version === null || reading.follow(row, collection.owner),
    )
    return { ...page, items }
  }

  /** @throws {AppError} `not_found` */
  source(owner: string, collectionId: string, id: string): SourceRow {
    this.#readable(owner, collectionId)
    const row = this.#options.store.source(collectionId, id)
    if (row === undefined) throw new AppError('not_found', 'There is no such source')
    return row
  }

  /**
   * Adds sources, all or none; what is there already stays as it is.
   *
   * @throws {AppError} `not_found` for a collection or a file that is not the caller's own
   */
  add(caller: Caller, collectionId: string, sources: readonly NewSource[]): SourceRow[] {
    const { store, db, reading, readers, now } = this.#options
    const { owner } = caller
    this.#own(owner, collectionId)
    const rows = sources.map((source) => {
      const id = randomId('kns_')
      const base = { id, collectionId, caller, createdAt: now(), kind: source.kind }
      return source.kind === 'note'
        ? { ...base, ref: id, title: source.title, body: noteBody(source.title, source.text) }
        : { ...base, ...readers[source.kind].target(owner, source.target), body: null }
    })
    const added = db.transaction(() => {
      const isNew = rows.filter((row) => store.insertSource(row))
      if (store.counts(collectionId).sources > MAX_SOURCES)
        throw new AppError(
          'conflict',
          `A collection holds at most ${MAX_SOURCES.toLocaleString('en-US')} sources`,
        )
      return isNew
    })
    reading.start()
    return added.flatMap(({ id }) => store.source(collectionId, id) ?? [])
  }

  /** Changes a note. @throws {AppError} `not_found`; `conflict` for what is no note */
  changeNote(
    owner: string,
    collectionId: string,
    id: string,
    { title, text }: { title?: string | undefined; text?: string | undefined },
  ): SourceRow {
    const { store, reading } = this.#options
    this.#own(owner, collectionId)
    const row = this.source(owner, collectionId, id)
    if (row.kind !== 'note')
      throw new AppError(
        'conflict',
        'Only notes are changed here: other sources follow what they are read from',
      )
    const before = noteOf(row.body ?? '')
    const body = noteBody(title ?? before.title, text ?? before.text)
    store.changeSource(row.seq, { state: 'waiting', interruptions: 0, body })
    reading.start()
    return this.source(owner, collectionId, id)
  }

  /** Reads a source again. @throws {AppError} `not_found` */
  readAgain(caller: Caller, collectionId: string, id: string): SourceRow {
    const { store, reading } = this.#options
    this.#own(caller.owner, collectionId)
    const { seq, state } = this.source(caller.owner, collectionId, id)
    if (state === 'ready' || state === 'failed')
      store.changeSource(seq, { state: 'waiting', interruptions: 0, caller })
    reading.start()
    return this.source(caller.owner, collectionId, id)
  }

  /** @throws {AppError} `not_found` */
  deleteSource(owner: string, collectionId: string, id: string): void {
    const { store, reading } = this.#options
    this.#own(owner, collectionId)
    store.removeSource(this.source(owner, collectionId, id))
    reading.start()
  }

  /**
   * The passages that fit a question best.
   *
   * @param collectionIds Of those that the caller may read; undefined for all
   * @param isTyped Whether the last word may only be the beginning of one
   * @throws {AppError} `not_found` for one that the caller may not read
   */
  async search(
    owner: string,
    question: string,
    {
      collectionIds,
      limit,
      isTyped = false,
    }: { collectionIds?: readonly string[] | undefined; limit: number; isTyped?: boolean },
  ): Promise<Passage[]> {
    const { store, reading } = this.#options
    const reader = this.#reader(owner)
    const ids =
      collectionIds?.map((id) => this.#readable(owner, id).id) ??
      store.collections(reader, MAX_READABLE).map(({ id }) => id)
    if (ids.length === 0) return []
    const expression = knowledgeExpression(ids, question, { isTyped })
    if (expression === undefined) return []
    const found = await store.search({ ...reader, expression, limit })
    const words = questionWords(question).join(' ')
    // What is gone since it was read is in no answer.
    return found
      .filter(({ source, owner: of }) => reading.follow(source, of))
      .map((piece) => passageOf(piece, owner, excerptOf(piece.text, words)))
  }

  /**
   * A passage with those around it, in their order.
   *
   * @throws {AppError} `not_found`, also where what it was read from is gone
   */
  passage(
    owner: string,
    collectionId: string,
    seq: number,
  ): { passage: Passage; around: PieceRow[] } {
    const { store, reading } = this.#options
    const piece = store.piece(this.#reader(owner), seq)
    const isThere = piece?.source.collectionId === collectionId
    if (!isThere || !reading.follow(piece.source, piece.owner))
      throw new AppError(
        'not_found',
        'There is no such passage: what it was read from has changed or was deleted',
      )
    return {
      passage: passageOf(piece, owner, ''),
      around: store.around(piece.source.seq, piece.position, AROUND),
    }
  }

  #reader(owner: string): Reader {
    return { owner, isMember: this.#options.isMember(owner) }
  }

  #collection(row: CollectionRow, owner: string): Collection {
    return { ...row, ...this.#options.store.counts(row.id), isOwn: row.owner === owner }
  }

  #readable(owner: string, id: string): CollectionRow {
    const row = this.#options.store.readable(this.#reader(owner), id)
    if (row === undefined) throw new AppError('not_found', 'There is no such collection')
    return row
  }

  #own(owner: string, id: string): CollectionRow {
    const row = this.#readable(owner, id)
    if (row.owner !== owner)
      throw new AppError('forbidden', 'Only the owner of a collection changes what is in it')
    return row
  }
}

function passageOf({ owner: of, ...piece }: FoundPiece, owner: string, excerpt: string): Passage {
  return { ...piece, excerpt, isOwn: of === owner }
}
