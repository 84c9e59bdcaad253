import type { Audit, AuditActor } from '../../core/audit/audit.ts'
import type { Caller } from '../../core/caller.ts'
import { numberCursor, type Page, pageOf } from '../../core/list-page.ts'
import { excerptOf } from '../../core/search-expression.ts'
import type { Transactor } from '../../db/open.ts'
import { AppError } from '../../platform/errors.ts'
import { randomId } from '../../platform/ids.ts'
import type { Embedding } from './embedding.ts'
import type {
  CollectionRow,
  FoundPiece,
  KnowledgeStore,
  MemberShareRow,
  PieceRow,
  Reader,
  SourceCounts,
  SourceRow,
} from './knowledge-store.ts'
import type { LocalFiles } from './local-files.ts'
import type { Reading } from './reading.ts'
import {
  type DrawPage,
  noteBody,
  noteOf,
  noteVersion,
  type SourceReaders,
} from './source-readers.ts'
import { knowledgeExpression, questionWords } from './stems.ts'
import type { SourceKind } from './table.ts'
import type { VectorStore } from './vector-store.ts'
import type { FolderState, WatchedFolders } from './watched-folders.ts'

/** Collections of an owner. @limit knowledge-collections count */
export const MAX_COLLECTIONS = 50
/** Collections that are searched, with those that others share. */
const MAX_READABLE = 200
/** What is in one collection. @limit knowledge-sources count */
export const MAX_SOURCES = 10_000
/** In the audit, in the place of a member. */
const EVERYBODY = 'everybody'
/** Single members with whom a collection is shared. @limit knowledge-members count */
export const MAX_MEMBERS = 50
/** Collections that follow a folder, of all owners. @limit knowledge-folders count */
export const MAX_FOLDERS = 20
/** Of each list, and the first of both together, which a ranking model is given. @limit knowledge-ranked count */
export const MAX_CANDIDATES = 50
/** Of reciprocal rank fusion: how little the first places are above those behind them. */
const RANK_OFFSET = 60
/** Passages around one that is shown. */
const AROUND = 1

interface NewCollection {
  name: string
  isShared: boolean
  folder?: string | undefined
}

/** What is to be added to a collection. */
export type NewSource =
  | { kind: Exclude<SourceKind, 'note' | 'local_file'>; target: string }
  | { kind: 'note'; title: string; text: string }

export interface Collection extends CollectionRow, SourceCounts {
  isOwn: boolean
  /** Single members with whom it is shared. */
  members: number
  /** Of the folder that it follows; undefined for none, and before it was looked at. */
  folderState: FolderState | undefined
}

/** A passage with where it stands. */
export interface Passage extends Omit<FoundPiece, 'owner'> {
  excerpt: string
  isOwn: boolean
}

export interface WantedPassages {
  /** Of those that the caller may read; undefined for all. */
  collectionIds?: readonly string[] | undefined
  limit: number
  /** Whether somebody types it just now: then the last word may be the beginning of one. */
  isTyped?: boolean
  signal?: AbortSignal
}

/** Absent fields stay. */
interface NoteChange {
  title?: string | undefined
  text?: string | undefined
  /** The one that it changes; undefined for whichever is there. */
  version?: string | undefined
}

interface KnowledgeOptions {
  store: KnowledgeStore
  vectors: VectorStore
  reading: Reading
  embedding: Embedding
  readers: SourceReaders
  drawPage: DrawPage
  localFiles: LocalFiles
  folders: Pick<WatchedFolders, 'sweep' | 'stateOf'>
  /** The real path of a folder that may be followed. @throws {AppError} `invalid` */
  requireFolder: (path: string) => Promise<string>
  isMember: (owner: string) => boolean
  audit: Pick<Audit, 'record'>
  /** As admins know an owner. */
  ownerName: (owner: string) => string
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

  /**
   * @param auditActor Who is recorded, where it is shared with everybody
   * @param made.folder A folder of this machine to follow, of a caller who may name such
   * @throws {AppError} `conflict` for one too many; `invalid` for a folder that cannot be followed
   */
  async create(caller: Caller, made: NewCollection, auditActor: AuditActor): Promise<Collection> {
    const { store, db, now, folders, requireFolder } = this.#options
    const { name, isShared, folder: path } = made
    const { owner } = caller
    const folder = path === undefined ? null : { path: await requireFolder(path), caller }
    const row = { id: randomId('kno_'), owner, name, isShared, createdAt: now(), folder }
    db.transaction(() => {
      if (folder !== null && store.withFolder().length >= MAX_FOLDERS)
        throw new AppError(
          'conflict',
          `${MAX_FOLDERS} folders are followed already, which is the most: delete a collection that follows one first`,
        )
      if (store.ofOwner(owner).length >= MAX_COLLECTIONS)
        throw new AppError(
          'conflict',
          `You have ${MAX_COLLECTIONS} collections, which is the most: delete one first`,
        )
      store.insertCollection(row)
      if (isShared) this.#record('share', auditActor, row, EVERYBODY)
    })
    if (folder !== null) folders.sweep()
    return this.#collection(row, owner)
  }

  /** @throws {AppError} `not_found` for one that is not the caller's own */
  change(
    owner: string,
    id: string,
    change: Partial<Pick<CollectionRow, 'name' | 'isShared'>>,
    auditActor: AuditActor,
  ): Collection {
    const { store, db } = this.#options
    const row = this.#own(owner, id)
    const { isShared = row.isShared } = change
    db.transaction(() => {
      store.changeCollection(id, change)
      if (isShared !== row.isShared)
        this.#record(isShared ? 'share' : 'unshare', auditActor, row, EVERYBODY)
    })
    return this.collection(owner, id)
  }

  /** Single members with whom an own collection is shared. @throws {AppError} `not_found` */
  members(owner: string, id: string): MemberShareRow[] {
    this.#own(owner, id)
    return this.#options.store.sharesOf(id)
  }

  /**
   * Shares a collection with one member.
   *
   * @throws {AppError} `not_found`; `conflict` for one too many
   */
  share(owner: string, id: string, reader: string, auditActor: AuditActor): void {
    const { store, db, now } = this.#options
    const row = this.#own(owner, id)
    db.transaction(() => {
      if (store.sharesOf(id).some((one) => one.reader === reader)) return
      this.#record('share', auditActor, row, reader)
      store.insertShare({ id: randomId('kns_'), collectionId: id, reader, createdAt: now() })
      if (store.sharesOf(id).length > MAX_MEMBERS)
        throw new AppError(
          'conflict',
          `A collection is shared with at most ${MAX_MEMBERS} single members: share it with everyone`,
        )
    })
  }

  /** Ends a share at once. @throws {AppError} `not_found` */
  unshare(owner: string, id: string, share: string, auditActor: AuditActor): void {
    const { store, db } = this.#options
    const row = this.#own(owner, id)
    const ended = store.sharesOf(id).find((one) => one.id === share)
    if (ended === undefined) throw new AppError('not_found', 'It is not shared with this member')
    db.transaction(() => {
      store.deleteShare(id, share)
      this.#record('unshare', auditActor, row, ended.reader)
    })
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
    store.deleteSharesWith(owner)
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
      if (store.counts(collectionId, undefined).sources > MAX_SOURCES)
        throw new AppError(
          'conflict',
          `A collection holds at most ${MAX_SOURCES.toLocaleString('en-US')} sources`,
        )
      return isNew
    })
    reading.start()
    return added.flatMap(({ id }) => store.source(collectionId, id) ?? [])
  }

  /**
   * Changes a note.
   *
   * @throws {AppError} `not_found`; `conflict` for what is no note, and for a note of another version
   */
  changeNote(
    owner: string,
    collectionId: string,
    id: string,
    { title, text, version }: NoteChange,
  ): SourceRow {
    const { store, reading } = this.#options
    this.#own(owner, collectionId)
    const row = this.source(owner, collectionId, id)
    if (row.kind !== 'note')
      throw new AppError(
        'conflict',
        'Only notes are changed here: other sources follow what they are read from',
      )
    if (version !== undefined && version !== noteVersion(row))
      throw new AppError(
        'conflict',
        'The note was changed meanwhile: read it again, and change what it says now',
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
    const row = this.source(owner, collectionId, id)
    if (row.kind === 'local_file')
      throw new AppError(
        'conflict',
        'The collection follows a folder: move the file out of it, or delete the collection',
      )
    store.removeSource(row)
    reading.start()
  }

  /**
   * The passages that fit a question best: by its words, and by its meaning where there is a model for
   * that, each list for itself; what is high in both is the first. A ranking model has the last word.
   *
   * @throws {AppError} `not_found` for a collection that the caller may not read
   */
  async search(caller: Caller, question: string, wanted: WantedPassages): Promise<Passage[]> {
    const { collectionIds, limit, isTyped = false } = wanted
    const { signal = new AbortController().signal } = wanted
    const { store, reading } = this.#options
    const { owner } = caller
    const reader = this.#reader(owner)
    const ids =
      collectionIds?.map((id) => this.#readable(owner, id).id) ??
      store.collections(reader, MAX_READABLE).map(({ id }) => id)
    const expression = knowledgeExpression(ids, question, { isTyped })
    if (ids.length === 0 || expression === undefined) return []
    const [byWords, byMeaning] = await Promise.all([
      store.search({ ...reader, expression, limit: MAX_CANDIDATES }),
      this.#byMeaning(caller, ids, question, signal),
    ])
    const joined = joinRanks([byWords, byMeaning]).slice(0, MAX_CANDIDATES)
    // What is gone since it was read is in no answer, and no model gets it.
    const there = joined.filter(({ source, owner: of }) => reading.follow(source, of))
    const ranked = isTyped ? there : await this.#ranked(caller, question, there, signal)
    const words = questionWords(question).join(' ')
    return ranked
      .slice(0, limit)
      .map((piece) => passageOf(piece, owner, excerptOf(piece.text, words)))
  }

  async #byMeaning(
    caller: Caller,
    collectionIds: readonly string[],
    question: string,
    signal: AbortSignal,
  ): Promise<FoundPiece[]> {
    const { store, vectors, embedding } = this.#options
    const asked = await embedding.question(caller, question, signal)
    if (asked === undefined) return []
    const reader = this.#reader(caller.owner)
    const near = await vectors.search({
      ...reader,
      ...asked,
      collectionIds,
      limit: MAX_CANDIDATES,
    })
    const pieces = new Map(store.piecesBySeq(reader, near).map((piece) => [piece.seq, piece]))
    return near.flatMap((seq) => pieces.get(seq) ?? [])
  }

  async #ranked(
    caller: Caller,
    question: string,
    pieces: readonly FoundPiece[],
    signal: AbortSignal,
  ): Promise<readonly FoundPiece[]> {
    if (pieces.length < 2) return pieces
    const texts = pieces.map(({ source, heading, text }) => `${source.title}\n${heading}\n${text}`)
    const scores = await this.#options.embedding.ranking(caller, question, texts, signal)
    if (scores === undefined) return pieces
    const scoreOf = new Map(pieces.map(({ seq }, index) => [seq, scores[index] ?? 0]))
    return pieces.toSorted((a, b) => (scoreOf.get(b.seq) ?? 0) - (scoreOf.get(a.seq) ?? 0))
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
    const { store } = this.#options
    const { passage: piece } = this.#passage(owner, collectionId, seq)
    return {
      passage: passageOf(piece, owner, ''),
      around: store.around(piece.source.seq, piece.position, AROUND),
    }
  }

  /**
   * The page on which a passage stands, as JPEG.
   *
   * @throws {AppError} `not_found`, `invalid` where it has no page that can be drawn
   */
  async drawPage(
    owner: string,
    collectionId: string,
    seq: number,
    signal: AbortSignal,
  ): Promise<Uint8Array> {
    const { passage, of } = this.#passage(owner, collectionId, seq)
    const { source, page } = passage
    const { drawPage, localFiles } = this.#options
    if (page !== null && source.kind === 'file') return await drawPage(source.ref, of, page, signal)
    if (page !== null && source.kind === 'local_file')
      return await localFiles.draw(collectionId, source.ref, of, page, signal)
    throw new AppError('invalid', 'This passage stands on no page')
  }

  /** The source of a file that is there. @throws {AppError} `not_found` */
  fileOf(owner: string, collectionId: string, id: string): SourceRow {
    const collection = this.#readable(owner, collectionId)
    const row = this.source(owner, collectionId, id)
    const isFile = row.kind === 'file' || row.kind === 'local_file'
    if (!isFile || !this.#options.reading.follow(row, collection.owner))
      throw new AppError('not_found', 'There is no such file')
    return row
  }

  #passage(owner: string, collectionId: string, seq: number): { passage: FoundPiece; of: string } {
    const { store, reading } = this.#options
    const piece = store.piece(this.#reader(owner), seq)
    if (piece === undefined || piece.source.collectionId !== collectionId) throw noPassage()
    if (!reading.follow(piece.source, piece.owner)) throw noPassage()
    return { passage: piece, of: piece.owner }
  }

  #reader(owner: string): Reader {
    return { owner, isMember: this.#options.isMember(owner) }
  }

  #collection(row: CollectionRow, owner: string): Collection {
    const { store, folders, embedding } = this.#options
    return {
      ...row,
      ...store.counts(row.id, embedding.model),
      isOwn: row.owner === owner,
      members: store.sharesOf(row.id).length,
      folderState: folders.stateOf(row.id),
    }
  }

  #readable(owner: string, id: string): CollectionRow {
    const row = this.#options.store.readable(this.#reader(owner), id)
    if (row === undefined) throw new AppError('not_found', 'There is no such collection')
    return row
  }

  /** Without the name of the collection, which is private. */
  #record(action: 'share' | 'unshare', actor: AuditActor, { id }: CollectionRow, reader: string) {
    const { audit, ownerName } = this.#options
    const readers = { with: reader === EVERYBODY ? EVERYBODY : ownerName(reader) }
    const change = action === 'share' ? { after: readers } : { before: readers }
    audit.record(actor, { action: `knowledge.${action}`, subject: id, ...change })
  }

  #own(owner: string, id: string): CollectionRow {
    const row = this.#readable(owner, id)
    if (row.owner !== owner)
      throw new AppError(
        'forbidden',
        'Only the owner of a collection can change it and see who reads it',
      )
    return row
  }
}

function noPassage(): AppError {
  return new AppError(
    'not_found',
    'There is no such passage: what it was read from has changed or was deleted',
  )
}

function passageOf({ owner: of, ...piece }: FoundPiece, owner: string, excerpt: string): Passage {
  return { ...piece, excerpt, isOwn: of === owner }
}

/**
 * Joins lists by the places in each: their scores cannot be compared.
 *
 * @see https://plg.uwaterloo.ca/~gvcormac/cormacksigir09-rrf.pdf
 */
export function joinRanks<item extends { seq: number }>(
  lists: readonly (readonly item[])[],
): item[] {
  const scores = new Map<number, { item: item; score: number }>()
  for (const list of lists)
    for (const [place, item] of list.entries()) {
      const { score = 0 } = scores.get(item.seq) ?? {}
      scores.set(item.seq, { item, score: score + 1 / (RANK_OFFSET + place + 1) })
    }
  return [...scores.values()].sort((a, b) => b.score - a.score).map(({ item }) => item)
}
