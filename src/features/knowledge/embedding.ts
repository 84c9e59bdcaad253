import type { Caller } from '../../core/caller.ts'
import type { Queue } from '../../core/tasks/queue.ts'
import type { Transactor } from '../../db/open.ts'
import { CoalescedTask } from '../../platform/coalesced-task.ts'
import { AppError, failureFields } from '../../platform/errors.ts'
import type { Log } from '../../platform/log.ts'
import type { KnowledgeStore, SourceRow } from './knowledge-store.ts'
import { KNOWLEDGE_LANE } from './reading.ts'
import { normalized } from './vector-search.ts'
import type { VectorStore } from './vector-store.ts'

/** Of a piece, for models with little room; the longest pieces are hardly longer. */
const MAX_TEXT_CHARACTERS = 2_400
/** Where a model has refused that as too long. */
const SHORT_TEXT_CHARACTERS = 1_000
/** Pieces that are embedded at a time, so that what comes meanwhile waits for a second at most. */
const BATCH_PIECES = 16
/** How long a machine that is at work is left alone. */
const BUSY_MS = 2_000
/** A question that is not embedded by then is searched for by its words. */
const QUESTION_MS = 4_000
/** A ranking that has not come by then is left out. @limit knowledge-rerank-time seconds */
export const RERANK_MS = 10_000
const SURFACE = 'knowledge'
const REFUSALS: ReadonlySet<string> = new Set([
  'engine_refused',
  'context_length_exceeded',
  'too_long',
])

/** Embeddings and rankings of the service, where there are models for them. */
export interface VectorModelsOfService {
  model(use: 'embedding' | 'rerank'): { id: string } | undefined
  embed(
    caller: Caller,
    texts: readonly string[],
    request: { model?: string; surface: string; signal: AbortSignal },
  ): Promise<{ model: string; vectors: readonly Float32Array[] }>
  rerank(
    caller: Caller,
    query: string,
    documents: readonly string[],
    request: { surface: string; signal: AbortSignal },
  ): Promise<readonly number[]>
}

interface EmbeddingOptions {
  store: KnowledgeStore
  vectors: VectorStore
  embedder: VectorModelsOfService
  queue: Pick<Queue, 'isIdle'>
  db: Transactor
  log: Log
}

/** What some models want before a text; others are not told what it is. */
const PREFIXES: readonly { name: RegExp; text: string; question: string }[] = [
  { name: /nomic-embed/i, text: 'search_document: ', question: 'search_query: ' },
  { name: /(?:^|[/_-])e5[-_]/i, text: 'passage: ', question: 'query: ' },
]

/**
 * Gives the pieces of collections their vectors as soon as there is a model for it, while the machine has
 * nothing else to do; and questions theirs.
 */
export class Embedding {
  readonly #options: EmbeddingOptions
  readonly #stopping = new AbortController()
  readonly #round = new CoalescedTask(() => this.#embedAll())
  /** `seq` of the source that came last; 0 before the first. */
  #after = 0

  constructor(options: EmbeddingOptions) {
    this.#options = options
  }

  /** That makes vectors now; undefined where there is none. */
  get model(): string | undefined {
    return this.#options.embedder.model('embedding')?.id
  }

  /** Called every minute. */
  sweep(): void {
    if (this.#stopping.signal.aborted) return
    if (this.model !== undefined) this.#round.ask()
  }

  /** Resolves when it has nothing to do, or cannot go on for now. */
  idle(): Promise<void> {
    return this.#round.done()
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.idle()
  }

  /** The vector of a question; undefined where there is no model, or it does not answer in time. */
  async question(
    caller: Caller,
    text: string,
    signal: AbortSignal,
  ): Promise<{ model: string; vector: Float32Array } | undefined> {
    const { embedder } = this.#options
    const known = this.model
    if (known === undefined) return undefined
    const bound = AbortSignal.any([signal, AbortSignal.timeout(QUESTION_MS)])
    const { question = '' } = PREFIXES.find(({ name }) => name.test(known)) ?? {}
    const request = { model: known, surface: SURFACE, signal: bound }
    const answer = await this.#attempt(() => embedder.embed(caller, [question + text], request))
    signal.throwIfAborted()
    const [vector] = answer?.vectors ?? []
    return answer && vector && { model: answer.model, vector: normalized(vector) }
  }

  /** How well each text fits; undefined where nothing can say so in time. */
  async ranking(
    caller: Caller,
    question: string,
    texts: readonly string[],
    signal: AbortSignal,
  ): Promise<readonly number[] | undefined> {
    const { embedder } = this.#options
    if (embedder.model('rerank') === undefined) return undefined
    const bound = AbortSignal.any([signal, AbortSignal.timeout(RERANK_MS)])
    const request = { surface: SURFACE, signal: bound }
    const scores = await this.#attempt(() => embedder.rerank(caller, question, texts, request))
    signal.throwIfAborted()
    return scores?.length === texts.length ? scores : undefined
  }

  async #attempt<value>(work: () => Promise<value>): Promise<value | undefined> {
    try {
      return await work()
    } catch (err) {
      this.#options.log.debug(failureFields(err), 'A search goes on without a model')
      return undefined
    }
  }

  /** A round that ends early is followed by one from the next source on, so that none holds up the others. */
  async #embedAll(): Promise<void> {
    const { vectors, log } = this.#options
    const { signal } = this.#stopping
    try {
      while (!signal.aborted) {
        const model = this.model
        if (model === undefined) return
        const source = vectors.pending(model, this.#after)
        this.#after = source?.seq ?? 0
        if (source === undefined) return await this.#load()
        await this.#embed(source, model)
      }
    } catch (err) {
      if (!signal.aborted)
        log.warn(failureFields(err), 'Cannot embed the pieces of collections now')
    }
  }

  /** So that the first search of a day need not wait for it. */
  async #load(): Promise<void> {
    do await this.#untilIdle()
    while (await this.#options.vectors.load())
  }

  /** Pieces that the model refuses get no vector: they are found by their words. */
  async #embed(source: SourceRow, asked: string): Promise<void> {
    const { vectors, db, log } = this.#options
    db.transaction(() => vectors.begin(source.seq, asked))
    let model = asked
    for (let after = -1; ; ) {
      await this.#untilIdle()
      const pieces = vectors.pieces(source.seq, after, BATCH_PIECES)
      const last = pieces.at(-1)
      if (last === undefined) break
      const isFirst = after === -1
      after = last.position
      const made = await this.#vectorsOf(source, pieces, model)
      model = made.model
      const taken = pieces.flatMap(({ seq }, index) => {
        const vector = made.vectors[index]
        return vector === undefined ? [] : [{ seq, vector: normalized(vector) }]
      })
      if (taken.length < pieces.length)
        log.info({ model, pieces: pieces.length - taken.length }, 'A model refused to embed pieces')
      // What follows is hardly of another kind.
      if (taken.length === 0 && isFirst) break
      if (taken.length === 0) continue
      const isThere = db.transaction(() =>
        vectors.insert(
          source.seq,
          model,
          taken.map(({ seq }) => seq),
          taken.map(({ vector }) => vector),
        ),
      )
      // It is being read again, and its turn comes once more.
      if (!isThere) return
    }
    db.transaction(() => vectors.finish(source.seq, model))
  }

  /** @returns In the order of the pieces; undefined for one that the model refuses also alone and short */
  async #vectorsOf(
    source: SourceRow,
    pieces: readonly { heading: string; text: string }[],
    model: string,
  ): Promise<{ model: string; vectors: readonly (Float32Array | undefined)[] }> {
    const { embedder } = this.#options
    const { title, caller } = source
    const { text: prefix = '' } = PREFIXES.find(({ name }) => name.test(model)) ?? {}
    const request = { model, surface: SURFACE, signal: this.#stopping.signal }
    for (const characters of [MAX_TEXT_CHARACTERS, SHORT_TEXT_CHARACTERS]) {
      const texts = pieces.map(({ heading, text }) =>
        `${prefix}${title}\n${heading}\n${text}`.slice(0, characters).toWellFormed(),
      )
      try {
        return await embedder.embed(caller, texts, request)
      } catch (error) {
        if (!isRefusal(error)) throw error
      }
    }
    if (pieces.length === 1) return { model, vectors: [undefined] }
    const vectors: (Float32Array | undefined)[] = []
    for (const piece of pieces) {
      await this.#untilIdle()
      vectors.push(...(await this.#vectorsOf(source, [piece], model)).vectors)
    }
    return { model, vectors }
  }

  /** Waits while anything else runs or waits in the queue. */
  async #untilIdle(): Promise<void> {
    const { signal } = this.#stopping
    while (!signal.aborted && !this.#options.queue.isIdle(KNOWLEDGE_LANE)) await Bun.sleep(BUSY_MS)
    signal.throwIfAborted()
  }
}

/** Whether a text is at fault, and not the server or the moment. */
function isRefusal(error: unknown): boolean {
  return error instanceof AppError && REFUSALS.has(error.code)
}
