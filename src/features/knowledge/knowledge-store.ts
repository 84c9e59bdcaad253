import { and, desc, eq, gt, inArray, isNotNull, lt, ne, or, type SQL, sql } from 'drizzle-orm'
import { mayShare } from '../../core/identity/table.ts'
import type { BackupFilter } from '../../core/restorable.ts'
import type { Db } from '../../db/open.ts'
import { ReadThreads } from '../../db/read-threads.ts'
import { isAfter, type TimeCursor } from '../../db/time-cursor.ts'
import type { Piece } from './cut.ts'
import { indexedWords } from './stems.ts'
import {
  knowledgeCollections,
  knowledgeCounts,
  knowledgePieces,
  knowledgeShares,
  knowledgeSources,
  knowledgeVectors,
} from './table.ts'

/** Rows that are read at a time. */
const READ_SOURCES = 200
/** Looked up by their rank, for each that is wanted. */
const RANKED_FACTOR = 2

const NOTHING = { sources: 0, pieces: 0, embedded: 0, waiting: 0, failed: 0 }

export type CollectionRow = typeof knowledgeCollections.$inferSelect
export type SourceRow = typeof knowledgeSources.$inferSelect
export type PieceRow = typeof knowledgePieces.$inferSelect
export type MemberShareRow = typeof knowledgeShares.$inferSelect
export type NewSource = Pick<
  SourceRow,
  'id' | 'collectionId' | 'kind' | 'ref' | 'title' | 'caller' | 'createdAt' | 'body'
>

/** Who reads: members read what others share. */
export interface Reader {
  owner: string
  isMember: boolean
}

export interface SourceCounts {
  sources: number
  pieces: number
  /** Pieces that are found by their meaning; undefined where no model makes vectors. */
  embedded: number | undefined
  /** That are not read yet. */
  waiting: number
  failed: number
}

/** What is searched for. */
export interface PieceSearch extends Reader {
  /** Of FTS5; must select collections, as this bounds the time. */
  expression: string
  limit: number
}

/** A piece with what it is a piece of; the better the match, the lower the score. */
export type FoundPiece = Omit<PieceRow, 'sourceSeq'> & {
  source: Pick<SourceRow, 'seq' | 'id' | 'kind' | 'ref' | 'title' | 'version' | 'collectionId'>
  owner: string
  collectionName: string
}

/** Rows of `knowledge_…`, and the words of pieces in `knowledge_search`. */
export class KnowledgeStore implements Disposable {
  readonly #db: Db
  readonly #searches: ReadThreads<PieceSearch, FoundPiece[]>

  constructor(db: Db) {
    this.#db = db
    const worker = new URL('./search.thread.ts', import.meta.url)
    this.#searches = new ReadThreads({ db, worker, answer: searchPieces })
  }

  insertCollection(row: CollectionRow): void {
    this.#db.orm.insert(knowledgeCollections).values(row).run()
  }

  changeCollection(id: string, change: Partial<Pick<CollectionRow, 'name' | 'isShared'>>): void {
    this.#db.orm
      .update(knowledgeCollections)
      .set(change)
      .where(eq(knowledgeCollections.id, id))
      .run()
  }

  /** Called in a transaction. Its sources are found no more; {@link markDeleted} finds them. */
  deleteCollection(id: string): void {
    this.#db.orm.delete(knowledgeShares).where(eq(knowledgeShares.collectionId, id)).run()
    this.#db.orm.delete(knowledgeCollections).where(eq(knowledgeCollections.id, id)).run()
  }

  /** Single members with whom a collection is shared, the first first. */
  sharesOf(collectionId: string): MemberShareRow[] {
    return this.#db.orm
      .select()
      .from(knowledgeShares)
      .where(eq(knowledgeShares.collectionId, collectionId))
      .orderBy(knowledgeShares.createdAt, knowledgeShares.id)
      .all()
  }

  /** Changes nothing where it is shared with the same already. */
  insertShare(row: MemberShareRow): void {
    this.#db.orm.insert(knowledgeShares).values(row).onConflictDoNothing().run()
  }

  deleteShare(collectionId: string, id: string): void {
    this.#db.orm
      .delete(knowledgeShares)
      .where(and(eq(knowledgeShares.collectionId, collectionId), eq(knowledgeShares.id, id)))
      .run()
  }

  /** What others share with somebody. */
  deleteSharesWith(reader: string): void {
    this.#db.orm.delete(knowledgeShares).where(eq(knowledgeShares.reader, reader)).run()
  }

  /** A collection, of any owner. */
  byId(id: string): CollectionRow | undefined {
    return this.#db.orm
      .select()
      .from(knowledgeCollections)
      .where(eq(knowledgeCollections.id, id))
      .get()
  }

  /** One that a reader may read. */
  readable(reader: Reader, id: string): CollectionRow | undefined {
    return this.#db.orm
      .select()
      .from(knowledgeCollections)
      .where(and(eq(knowledgeCollections.id, id), mayRead(reader)))
      .get()
  }

  /** Those that a reader may read: the own ones first, by name. */
  collections(reader: Reader, limit: number): CollectionRow[] {
    const { owner, name, id } = knowledgeCollections
    return this.#db.orm
      .select()
      .from(knowledgeCollections)
      .where(mayRead(reader))
      .orderBy(sql`${owner} <> ${reader.owner}`, sql`lower(${name})`, id)
      .limit(limit)
      .all()
  }

  /** Those that follow a folder of this machine, of all owners. */
  withFolder(): (CollectionRow & { folder: NonNullable<CollectionRow['folder']> })[] {
    return this.#db.orm
      .select()
      .from(knowledgeCollections)
      .where(isNotNull(knowledgeCollections.folder))
      .orderBy(knowledgeCollections.createdAt, knowledgeCollections.id)
      .all()
      .flatMap((row) => (row.folder === null ? [] : [{ ...row, folder: row.folder }]))
  }

  /** An owner's own. */
  ofOwner(owner: string): CollectionRow[] {
    return this.#db.orm
      .select()
      .from(knowledgeCollections)
      .where(eq(knowledgeCollections.owner, owner))
      .orderBy(knowledgeCollections.createdAt, knowledgeCollections.id)
      .all()
  }

  /** Of all owners, the newest first. */
  pageOfAll(
    { owner, search }: BackupFilter,
    limit: number,
    after: TimeCursor | undefined,
  ): CollectionRow[] {
    const { createdAt, id, name } = knowledgeCollections
    return this.#db.orm
      .select()
      .from(knowledgeCollections)
      .where(
        and(
          owner === undefined ? undefined : eq(knowledgeCollections.owner, owner),
          search === undefined ? undefined : sql`instr(lower(${name}), lower(${search})) > 0`,
          isAfter(createdAt, id, after),
        ),
      )
      .orderBy(desc(createdAt), desc(id))
      .limit(limit)
      .all()
  }

  /** @param model That makes vectors now */
  counts(collectionId: string, model: string | undefined): SourceCounts {
    const { state, sources, pieces, embeddedBy } = knowledgeCounts
    const row = this.#db.orm
      .select({
        sources: sql<number>`coalesce(sum(${sources}), 0)`,
        pieces: sql<number>`coalesce(sum(${pieces}), 0)`,
        embedded: sql<number>`coalesce(sum(${pieces}) FILTER (WHERE ${embeddedBy} = ${model ?? ''}), 0)`,
        waiting: sql<number>`coalesce(sum(${sources}) FILTER (WHERE ${state} IN ('waiting', 'reading')), 0)`,
        failed: sql<number>`coalesce(sum(${sources}) FILTER (WHERE ${state} = 'failed'), 0)`,
      })
      .from(knowledgeCounts)
      .where(and(eq(knowledgeCounts.collectionId, collectionId), ne(state, 'deleting')))
      .get()
    const { embedded, ...counted } = row ?? NOTHING
    return { ...counted, embedded: model === undefined ? undefined : embedded }
  }

  /** Pieces of all collections of an owner. */
  piecesOf(owner: string): number {
    const { pieces, collectionId } = knowledgeCounts
    const row = this.#db.orm
      .select({ pieces: sql<number>`coalesce(sum(${pieces}), 0)` })
      .from(knowledgeCounts)
      .innerJoin(knowledgeCollections, eq(knowledgeCollections.id, collectionId))
      .where(eq(knowledgeCollections.owner, owner))
      .get()
    return row?.pieces ?? 0
  }

  /** @returns false where the collection has one of the same already */
  insertSource({
    id,
    collectionId,
    kind,
    ref,
    title,
    caller,
    createdAt,
    body,
  }: NewSource): boolean {
    const given = { id, collectionId, kind, ref, title, caller, createdAt, body }
    const added = this.#db.orm
      .insert(knowledgeSources)
      .values({ ...given, state: 'waiting', interruptions: 0, characters: 0, pieces: 0 })
      .onConflictDoNothing()
      .returning({ seq: knowledgeSources.seq })
      .all()
    return added.length > 0
  }

  /** @param state Nothing is changed where it has another one */
  changeSource(
    seq: number,
    change: Partial<Omit<SourceRow, 'seq' | 'id'>>,
    state?: SourceRow['state'],
  ): void {
    this.#db.orm
      .update(knowledgeSources)
      .set(change)
      .where(
        and(
          eq(knowledgeSources.seq, seq),
          state === undefined ? isThere() : eq(knowledgeSources.state, state),
        ),
      )
      .run()
  }

  /** Not one that is being deleted. */
  source(collectionId: string, id: string): SourceRow | undefined {
    return this.#db.orm
      .select()
      .from(knowledgeSources)
      .where(
        and(
          eq(knowledgeSources.id, id),
          eq(knowledgeSources.collectionId, collectionId),
          isThere(),
        ),
      )
      .get()
  }

  /** Its pieces are found no more; {@link erase} deletes them. Another one of the same may be added. */
  removeSource({ seq, id }: SourceRow): void {
    this.changeSource(seq, { state: 'deleting', ref: id, body: null })
  }

  bySeq(seq: number): SourceRow | undefined {
    return this.#db.orm.select().from(knowledgeSources).where(eq(knowledgeSources.seq, seq)).get()
  }

  /** All of a collection, the newest first. */
  *sources(collectionId: string): Generator<SourceRow> {
    let before: number | undefined
    for (;;) {
      const rows = this.page(collectionId, READ_SOURCES, before, undefined)
      yield* rows
      before = rows.at(-1)?.seq
      if (rows.length < READ_SOURCES) return
    }
  }

  /** Of a collection, the newest first. @param before `seq` of the last one of the page before */
  page(
    collectionId: string,
    limit: number,
    before: number | undefined,
    search: string | undefined,
  ): SourceRow[] {
    const { seq, title } = knowledgeSources
    return this.#db.orm
      .select()
      .from(knowledgeSources)
      .where(
        and(
          eq(knowledgeSources.collectionId, collectionId),
          isThere(),
          before === undefined ? undefined : lt(seq, before),
          search === undefined ? undefined : sql`instr(lower(${title}), lower(${search})) > 0`,
        ),
      )
      .orderBy(desc(seq))
      .limit(limit)
      .all()
  }

  /** Of all collections, by `seq`, for who looks at every one. */
  sourcesAfter(seq: number, limit: number): { source: SourceRow; owner: string }[] {
    return this.#db.orm
      .select({ source: knowledgeSources, owner: knowledgeCollections.owner })
      .from(knowledgeSources)
      .innerJoin(knowledgeCollections, eq(knowledgeCollections.id, knowledgeSources.collectionId))
      .where(and(gt(knowledgeSources.seq, seq), isThere()))
      .orderBy(knowledgeSources.seq)
      .limit(limit)
      .all()
  }

  /** The source of each owner that has waited longest: looked up, as a hundred thousand may wait. */
  waiting(): { owner: string; seq: number }[] {
    return this.#db.sqlite
      .query<{ owner: string; seq: number }, []>(
        `SELECT owner, min(first) AS seq FROM (
           SELECT c.owner, (SELECT min(s.seq) FROM knowledge_sources s
             WHERE s.state = 'waiting' AND s.collection_id = c.id) AS first
           FROM knowledge_collections c)
         WHERE first IS NOT NULL GROUP BY owner`,
      )
      .all()
  }

  /** Those that were being read when the service has ended, however it did. */
  interrupted(): SourceRow[] {
    return this.#db.orm
      .select()
      .from(knowledgeSources)
      .where(eq(knowledgeSources.state, 'reading'))
      .all()
  }

  /**
   * Marks sources whose collection is deleted: a few at a time, as each changes the counts. Others of the
   * same may be added, as by a restore.
   *
   * @returns Whether there were some
   */
  markDeleted(limit: number): boolean {
    const { changes } = this.#db.sqlite
      .query(
        `UPDATE knowledge_sources SET state = 'deleting', ref = 'deleted ' || seq, body = NULL WHERE seq IN (
           SELECT seq FROM knowledge_sources WHERE (state, collection_id) = (
             SELECT n.state, n.collection_id FROM knowledge_counts n
             LEFT JOIN knowledge_collections c ON c.id = n.collection_id
             WHERE n.state <> 'deleting' AND n.sources > 0 AND c.id IS NULL LIMIT 1)
           LIMIT ?)`,
      )
      .run(limit)
    return changes > 0
  }

  /** The next one that is to be deleted. */
  deleting(): SourceRow | undefined {
    return this.#db.orm
      .select()
      .from(knowledgeSources)
      .where(eq(knowledgeSources.state, 'deleting'))
      .limit(1)
      .get()
  }

  deleteSource(seq: number): void {
    this.#db.orm.delete(knowledgeSources).where(eq(knowledgeSources.seq, seq)).run()
  }

  /** Called in a transaction. */
  insertPieces(source: SourceRow, position: number, pieces: readonly Piece[]): void {
    const add = this.#db.sqlite.query(
      'INSERT INTO knowledge_search (rowid, scope, words, stems) VALUES (?, ?, ?, ?)',
    )
    for (const [index, piece] of pieces.entries()) {
      const { heading, text, page = null, seconds = null, anchor = null } = piece
      const { seq } = this.#db.orm
        .insert(knowledgePieces)
        .values({
          sourceSeq: source.seq,
          position: position + index,
          heading,
          text,
          page,
          seconds,
          anchor,
        })
        .returning({ seq: knowledgePieces.seq })
        .get()
      const { scope, words, stems } = wordsOf(source, piece)
      add.run(seq, scope, words, stems)
    }
  }

  /**
   * Deletes pieces of a source. Called in a transaction. Their words are removed from the index itself:
   * a row that is only marked as deleted keeps them in the file.
   *
   * @returns How many
   */
  erase(source: SourceRow, limit: number): number {
    this.#db.orm.delete(knowledgeVectors).where(eq(knowledgeVectors.sourceSeq, source.seq)).run()
    this.changeSource(source.seq, { embeddedBy: null })
    const remove = this.#db.sqlite.query(
      "INSERT INTO knowledge_search (knowledge_search, rowid, scope, words, stems) VALUES ('delete', ?, ?, ?, ?)",
    )
    const rows = this.#db.orm
      .select()
      .from(knowledgePieces)
      .where(eq(knowledgePieces.sourceSeq, source.seq))
      .limit(limit)
      .all()
    for (const { seq, ...piece } of rows) {
      const { scope, words, stems } = wordsOf(source, piece)
      remove.run(seq, scope, words, stems)
    }
    const seqs = rows.map(({ seq }) => seq)
    this.#db.orm.delete(knowledgePieces).where(inArray(knowledgePieces.seq, seqs)).run()
    return rows.length
  }

  /** A piece that a reader may read. */
  piece({ owner, isMember }: Reader, seq: number): FoundPiece | undefined {
    const row = this.#db.sqlite
      .query<FoundRow, [number, string, number]>(
        `SELECT ${FOUND} FROM knowledge_pieces p ${JOINED}
         WHERE p.seq = ?1 AND s.state <> 'deleting' AND ${MAY_READ}`,
      )
      .get(seq, owner, isMember ? 1 : 0)
    return row === null ? undefined : foundPiece(row)
  }

  /** Pieces by their numbers, in no order, as far as a reader may read them. */
  piecesBySeq(reader: Reader, seqs: readonly number[]): FoundPiece[] {
    return readablePieces(this.#db, reader, seqs)
  }

  /** The pieces of a source around one, in their order. */
  around(sourceSeq: number, position: number, distance: number): PieceRow[] {
    const { position: at } = knowledgePieces
    return this.#db.orm
      .select()
      .from(knowledgePieces)
      .where(
        and(
          eq(knowledgePieces.sourceSeq, sourceSeq),
          sql`${at} BETWEEN ${position - distance} AND ${position + distance}`,
        ),
      )
      .orderBy(at)
      .all()
  }

  /** Searches in a thread, the best first. */
  search(search: PieceSearch): Promise<FoundPiece[]> {
    return this.#searches.ask(search)
  }

  /** Ends what is being searched. */
  [Symbol.dispose](): void {
    this.#searches[Symbol.dispose]()
  }
}

function isThere(): SQL {
  return ne(knowledgeSources.state, 'deleting')
}

function mayRead({ owner, isMember }: Reader): SQL | undefined {
  const own = eq(knowledgeCollections.owner, owner)
  const shared = sql`EXISTS (SELECT 1 FROM ${knowledgeShares}
    WHERE ${knowledgeShares.collectionId} = ${knowledgeCollections.id}
      AND ${knowledgeShares.reader} = ${owner})`
  if (!isMember) return own
  const isShared = or(eq(knowledgeCollections.isShared, true), shared)
  return or(own, and(isShared, sql.raw(mayShare('knowledge_collections.owner'))))
}

/** The same for a collection `c`: ?2 is the owner of the reader, ?3 whether that is a member. */
export const MAY_READ = `(c.owner = ?2 OR (?3 AND ${mayShare('c.owner')} AND (c.is_shared OR EXISTS (
  SELECT 1 FROM knowledge_shares r WHERE r.collection_id = c.id AND r.reader = ?2))))`

function wordsOf(
  { collectionId, title }: SourceRow,
  { heading, text }: Pick<Piece, 'heading' | 'text'>,
) {
  return indexedWords(collectionId, `${title}\n${heading}\n${text}`)
}

const FOUND = `p.seq, p.position, p.heading, p.page, p.seconds, p.anchor, p.text,
  s.seq AS sourceSeq, s.id AS sourceId, s.kind, s.ref, s.title, s.version,
  s.collection_id AS collectionId, c.owner, c.name AS collectionName`
const JOINED = `JOIN knowledge_sources s ON s.seq = p.source_seq
  JOIN knowledge_collections c ON c.id = s.collection_id`

/**
 * Pieces that match an expression and may be read, the best first. The index alone ranks all that match;
 * only the best are looked up, and more of them where a reader may not read enough.
 */
export function searchPieces(db: Db, { expression, limit, ...reader }: PieceSearch): FoundPiece[] {
  using ranked = db.sqlite.prepare<{ seq: number }, [string, number]>(
    `SELECT rowid AS seq FROM knowledge_search WHERE knowledge_search MATCH ?1
     ORDER BY bm25(knowledge_search, 0, 1, 1) LIMIT ?2`,
  )
  for (let most = limit * RANKED_FACTOR; ; most *= RANKED_FACTOR ** 2) {
    const seqs = ranked.all(expression, most).map(({ seq }) => seq)
    const pieces = new Map(readablePieces(db, reader, seqs).map((piece) => [piece.seq, piece]))
    const found = seqs.flatMap((seq) => pieces.get(seq) ?? [])
    if (found.length >= limit || seqs.length < most) return found.slice(0, limit)
  }
}

function readablePieces(
  { sqlite }: Db,
  { owner, isMember }: Reader,
  seqs: readonly number[],
): FoundPiece[] {
  using pieces = sqlite.prepare<FoundRow, [string, string, number]>(
    `SELECT ${FOUND} FROM knowledge_pieces p ${JOINED}
     WHERE p.seq IN (SELECT value FROM json_each(?1)) AND s.state <> 'deleting'
       AND ${MAY_READ}`,
  )
  return pieces.all(JSON.stringify(seqs), owner, isMember ? 1 : 0).map(foundPiece)
}

type FoundRow = Omit<PieceRow, 'sourceSeq'> &
  Pick<SourceRow, 'kind' | 'ref' | 'title' | 'version' | 'collectionId'> & {
    sourceSeq: number
    sourceId: string
    owner: string
    collectionName: string
  }

function foundPiece(row: FoundRow): FoundPiece {
  const { sourceSeq, sourceId, kind, ref, title, version, collectionId, ...piece } = row
  return {
    ...piece,
    source: { seq: sourceSeq, id: sourceId, kind, ref, title, version, collectionId },
  }
}
