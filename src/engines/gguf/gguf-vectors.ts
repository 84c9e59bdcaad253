import { EngineFailure } from '../contract/failure.ts'
import type {
  EmbeddingRequest,
  Embeddings,
  Ranking,
  RankingRequest,
  VectorModel,
  VectorSource,
  VectorUse,
} from '../contract/vectors.ts'
import type { ModelErrors } from './model-errors.ts'
import type { ModelFile } from './model-folder.ts'
import type { ModelRouter } from './model-router.ts'

/** A model file for vectors. */
export interface VectorFile extends ModelFile {
  use: VectorUse
  contextLength: number | undefined
}

interface GgufVectorsOptions {
  /** Makes the server of one use, which has other options than that of chats. */
  routerOf: (use: VectorUse) => ModelRouter
  errors: ModelErrors
  /** Tokens of a text, whatever the model could take. */
  contextTokens: number
}

/**
 * The files of a folder whose models make embeddings or rankings. Each of the two has a server of its own,
 * which is started by the first request, so that the model of the chats stays in memory meanwhile.
 */
export class GgufVectors implements VectorSource {
  readonly #options: GgufVectorsOptions
  readonly #routers: Readonly<Record<VectorUse, ModelRouter>>
  #files: readonly VectorFile[] = []

  constructor(options: GgufVectorsOptions) {
    this.#options = options
    const { routerOf } = options
    this.#routers = { embedding: routerOf('embedding'), rerank: routerOf('rerank') }
  }

  get vectorModels(): readonly VectorModel[] {
    const { errors, contextTokens } = this.#options
    return this.#files.map((file) => ({
      name: file.name,
      use: file.use,
      contextLength: Math.min(file.contextLength ?? contextTokens, contextTokens),
      fault: errors.of(file),
    }))
  }

  /** Takes the files as they are now. A server whose last file is gone ends. */
  async use(files: readonly VectorFile[]): Promise<void> {
    const before = this.#files
    this.#files = files
    for (const use of ['embedding', 'rerank'] as const)
      if (before.some((one) => one.use === use) && !files.some((one) => one.use === use))
        await this.#routers[use].pause()
  }

  embed(request: EmbeddingRequest, signal: AbortSignal): Promise<Embeddings> {
    return this.#ask('embedding', request.model, signal, (source) => source.embed(request, signal))
  }

  rerank(request: RankingRequest, signal: AbortSignal): Promise<Ranking> {
    return this.#ask('rerank', request.model, signal, (source) => source.rerank(request, signal))
  }

  async end(): Promise<void> {
    await Promise.all([this.#routers.embedding.end(), this.#routers.rerank.end()])
  }

  async #ask<answer>(
    use: VectorUse,
    model: string,
    signal: AbortSignal,
    ask: (source: VectorSource) => Promise<answer>,
  ): Promise<answer> {
    const file = this.#files.find(({ name }) => name === model)
    const error = file && this.#options.errors.of(file)
    if (error !== undefined)
      throw new EngineFailure('model_broken', `${model} cannot be loaded: ${error}`)
    const router = this.#routers[use]
    const files = this.#files.filter((one) => one.use === use)
    const { vectors } = await router.update(files, signal)
    return await router.explained(file, model, () => ask(vectors))
  }
}
