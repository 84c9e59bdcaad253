import { and, asc, eq, gt, inArray, isNull, ne, or } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import { ReadThreads } from '../../db/read-threads.ts'
import { MAY_READ, type Reader, type SourceRow } from './knowledge-store.ts'
import { knowledgePieces, knowledgeSources, knowledgeVectors } from './table.ts'
import { blockOf, NearestPieces, productOf, type VectorBlock } from './vector-search.ts'

/**
 * Vectors that a thread keeps in memory between searches, a byte a number.
 * @limit knowledge-vectors-memory MiB
 */
export const MAX_CACHED_BYTES = 128 * 1024 * 1024
/** How long a thread without a search keeps them. */
const IDLE_MS = 10 * 60_000
/** A slice of what is loaded beforehand; a search waits for one at most. */
const LOAD_MS = 100
/** Looked at by their numbers, for each that is wanted. */
const EXACT_FACTOR = 2

/** What is near a question. */
export interface VectorSearch extends Reader {
  collectionIds: readonly string[]
  /** `engine/model` that has made the vectors. */
  model: string
  vector: Float32Array
  limit: number
}

/** Vectors of the pieces of collections. Those of some pieces of one source are one row. */
export class VectorStore implements Disposable {
  readonly #db: Db
  readonly #searches: ReadThreads<VectorSearch | 'load', number[] | boolean>

  constructor(db: Db) {
    this.#db = db
    const worker = new URL('./vectors.thread.ts', import.meta.url)
    this.#searches = new ReadThreads({
      db,
      worker,
      answer: answerVectors,
      // A second one would keep all of them once more.
      threads: 1,
      idleMs: IDLE_MS,
    })
  }

  /** The next source after one that has pieces without vectors of a model. */
  pending(model: string, after: number): SourceRow | undefined {
    const { seq, state, pieces, embeddedBy } = knowledgeSources
    return this.#db.orm
      .select()
      .from(knowledgeSources)
      .where(
        and(
          gt(seq, after),
          eq(state, 'ready'),
          gt(pieces, 0),
          or(isNull(embeddedBy), ne(embeddedBy, model)),
        ),
      )
      .orderBy(asc(seq))
      .limit(1)
      .get()
  }

  /** Pieces of a source after a position, in their order. */
  pieces(sourceSeq: number, after: number, limit: number) {
    const { seq, position, heading, text } = knowledgePieces
    return this.#db.orm
      .select({ seq, position, heading, text })
      .from(knowledgePieces)
      .where(and(eq(knowledgePieces.sourceSeq, sourceSeq), gt(position, after)))
      .orderBy(asc(position))
      .limit(limit)
      .all()
  }

  /** Drops what an interrupted attempt has made. */
  begin(sourceSeq: number, model: string): void {
    this.#db.orm
      .delete(knowledgeVectors)
      .where(and(eq(knowledgeVectors.sourceSeq, sourceSeq), eq(knowledgeVectors.model, model)))
      .run()
  }

  /**
   * Called in a transaction.
   *
   * @param vectors Of the length 1, in the order of the pieces
   * @returns false where one of the pieces is gone
   */
  insert(
    sourceSeq: number,
    model: string,
    pieces: readonly number[],
    vectors: readonly Float32Array[],
  ): boolean {
    const there = this.#db.orm
      .select({ seq: knowledgePieces.seq })
      .from(knowledgePieces)
      .where(inArray(knowledgePieces.seq, [...pieces]))
      .all()
    if (there.length < pieces.length) return false
    const all = Float32Array.from(vectors.flatMap((vector) => [...vector]))
    this.#db.orm
      .insert(knowledgeVectors)
      .values({
        sourceSeq,
        model,
        pieces: Buffer.from(Float64Array.from(pieces).buffer),
        vectors: Buffer.from(all.buffer),
      })
      .run()
    return true
  }

  /** Called in a transaction, when all pieces of a source have theirs. */
  finish(sourceSeq: number, model: string): void {
    this.#db.orm
      .update(knowledgeSources)
      .set({ embeddedBy: model })
      .where(and(eq(knowledgeSources.seq, sourceSeq), eq(knowledgeSources.state, 'ready')))
      .run()
    this.#db.orm
      .delete(knowledgeVectors)
      .where(and(eq(knowledgeVectors.sourceSeq, sourceSeq), ne(knowledgeVectors.model, model)))
      .run()
  }

  /** `seq` of the nearest pieces, the nearest first; searched in a thread. */
  async search(search: VectorSearch): Promise<number[]> {
    const found = await this.#searches.ask(search)
    return typeof found === 'boolean' ? [] : found
  }

  /**
   * Has the thread load some of what it keeps in memory, so that a search need not wait for it.
   *
   * @returns Whether there is more to load
   */
  async load(): Promise<boolean> {
    return (await this.#searches.ask('load')) === true
  }

  [Symbol.dispose](): void {
    this.#searches[Symbol.dispose]()
  }
}

/** Blocks of a thread by their `seq`, whose row never changes; the one that was used last is at the end. */
const cached = new Map<number, VectorBlock>()
let cachedBytes = 0

/** What the thread does: a search, or a slice of what the next one needs. */
export function answerVectors(db: Db, asked: VectorSearch | 'load'): number[] | boolean {
  return asked === 'load' ? loadVectors(db) : searchVectors(db, asked)
}

/** @returns Whether there is more to load */
function loadVectors({ sqlite }: Db): boolean {
  if (sqlite.filename === ':memory:') return false
  const until = performance.now() + LOAD_MS
  using blocks = sqlite.prepare<{ seq: number }, []>(
    'SELECT seq FROM knowledge_vectors ORDER BY seq DESC',
  )
  for (const { seq } of blocks.all()) {
    if (cached.has(seq)) continue
    const row = vectorsOf(sqlite, seq)
    if (row === undefined) continue
    const block = blockOf(row.pieces, row.vectors)
    // Nothing is dropped for it: what a search has used is more likely to be used again.
    if (cachedBytes + block.bytes.byteLength > MAX_CACHED_BYTES) return false
    keep(seq, block)
    if (performance.now() >= until) return true
  }
  return false
}

/** The nearest of the pieces that may be read: by bytes at first, then exactly. */
function searchVectors(
  { sqlite }: Db,
  { owner, isMember, collectionIds, model, vector, limit }: VectorSearch,
): number[] {
  using blocks = sqlite.prepare<{ seq: number }, [string, string, number, string]>(
    `SELECT v.seq FROM knowledge_vectors v
     JOIN knowledge_sources s ON s.seq = v.source_seq
     JOIN knowledge_collections c ON c.id = s.collection_id
     WHERE v.model = ?1 AND s.state <> 'deleting' AND ${MAY_READ}
       AND c.id IN (SELECT value FROM json_each(?4))`,
  )
  // A database in memory is one of several in a process.
  const isShared = sqlite.filename === ':memory:'
  const nearest = new NearestPieces(vector, limit * EXACT_FACTOR)
  for (const { seq } of blocks.all(model, owner, isMember ? 1 : 0, JSON.stringify(collectionIds))) {
    const known = isShared ? undefined : cached.get(seq)
    const row = known === undefined ? vectorsOf(sqlite, seq) : undefined
    const block = known ?? (row && blockOf(row.pieces, row.vectors))
    if (block === undefined) continue
    if (!isShared) keep(seq, block)
    nearest.look(block, seq)
  }
  return nearest.found
    .map(({ piece, block, at }) => {
      const vectors = vectorsOf(sqlite, block)?.vectors ?? new Float32Array()
      const exact = vectors.subarray(at * vector.length, (at + 1) * vector.length)
      return { piece, score: productOf(vector, exact) }
    })
    .sort((a, b) => b.score - a.score)
    .slice(0, limit)
    .map(({ piece }) => piece)
}

function vectorsOf(sqlite: Db['sqlite'], seq: number) {
  using one = sqlite.prepare<{ pieces: Uint8Array; vectors: Uint8Array }, [number]>(
    'SELECT pieces, vectors FROM knowledge_vectors WHERE seq = ?',
  )
  const row = one.get(seq)
  if (row === null) return undefined
  return {
    pieces: new Float64Array(copy(row.pieces)),
    vectors: new Float32Array(copy(row.vectors)),
  }
}

function keep(seq: number, block: VectorBlock): void {
  if (!cached.delete(seq)) cachedBytes += block.bytes.byteLength
  cached.set(seq, block)
  for (const [oldest, { bytes }] of cached) {
    if (cachedBytes <= MAX_CACHED_BYTES) break
    cached.delete(oldest)
    cachedBytes -= bytes.byteLength
  }
}

/** Of a row, whose bytes may begin anywhere in memory. */
function copy(bytes: Uint8Array): ArrayBuffer {
  return new Uint8Array(bytes).buffer
}
