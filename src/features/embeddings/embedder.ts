import type { Caller } from '../../core/caller.ts'
import { AUTO } from '../../core/engines/models.ts'
import type { VectorModelRecord, VectorModels } from '../../core/engines/vector-models.ts'
import type { Runs } from '../../core/tasks/runs.ts'
import type { VectorUse } from '../../engines/contract/vectors.ts'
import { float32FromBase64 } from '../../platform/bytes.ts'
import type { EmbedTask } from './embed-task.ts'
import { MAX_BATCH_ITEMS } from './model-work.ts'
import type { RerankTask } from './rerank-task.ts'

/** How the service asks for itself. */
export interface EmbedderRequest {
  /** `engine/model`; by default the first that there is. */
  model?: string | undefined
  /** What it is counted under in the usage. */
  surface: string
  signal: AbortSignal
}

/** Vectors with the model that has made them: those of two models cannot be compared. */
export interface EmbeddedTexts {
  /** `engine/model`. */
  model: string
  /** In the order of the texts. */
  vectors: readonly Float32Array[]
}

interface EmbedderOptions {
  runs: Runs
  vectorModels: VectorModels
  embed: EmbedTask
  rerank: RerankTask
}

/**
 * Embeddings and rankings for other features. Each batch is queued for itself behind all that waits, so
 * that long work holds up nobody.
 */
export class Embedder {
  readonly #options: EmbedderOptions

  constructor(options: EmbedderOptions) {
    this.#options = options
  }

  /** The model that there is now, of any engine; undefined where there is none. */
  model(use: VectorUse): VectorModelRecord | undefined {
    return this.#options.vectorModels.first(use)
  }

  /**
   * Turns texts into vectors.
   *
   * @param caller For whom: the usage names them
   * @throws {AppError} `invalid` where no engine can, `no_engine`, `engine_refused`,
   * `context_length_exceeded`, `cancelled`, `stopping`
   */
  async embed(
    caller: Caller,
    texts: readonly string[],
    { model: asked = AUTO, surface, signal }: EmbedderRequest,
  ): Promise<EmbeddedTexts> {
    const { runs, embed } = this.#options
    const vectors: Float32Array[] = []
    let model = asked
    for (let at = 0; at < texts.length; at += MAX_BATCH_ITEMS) {
      const inputs = texts.slice(at, at + MAX_BATCH_ITEMS)
      const result = await runs.result(embed, caller, { model, inputs, surface }, { signal })
      vectors.push(...result.vectors.map(float32FromBase64))
      // The rest by the same model, whichever comes meanwhile.
      model = `${result.engine}/${result.model}`
    }
    return { model, vectors }
  }

  /**
   * How well each text fits a question; higher is better.
   *
   * @throws {AppError} As {@link embed}
   */
  async rerank(
    caller: Caller,
    query: string,
    documents: readonly string[],
    { model = AUTO, surface, signal }: EmbedderRequest,
  ): Promise<readonly number[]> {
    if (documents.length === 0) return []
    const input = { model, query, documents: [...documents], surface }
    const { runs, rerank } = this.#options
    return (await runs.result(rerank, caller, input, { signal })).scores
  }
}
