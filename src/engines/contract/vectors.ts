/** What a model that writes no text does: turns texts into vectors, or ranks them by a question. */
export type VectorUse = 'embedding' | 'rerank'

/** A model for vectors or rankings. It answers no chats. */
export interface VectorModel {
  name: string
  use: VectorUse
  /** Tokens that one input may have; undefined where it is unknown. */
  contextLength?: number | undefined
  /** Why it cannot be used until its owner acts, in words for the owner. */
  fault?: string | undefined
}

/** A text, or the tokens of one for servers that take them. */
export type EmbeddingInput = string | readonly number[]

export interface EmbeddingRequest {
  model: string
  inputs: readonly EmbeddingInput[]
  /** Length of the vectors, where the model can shorten them; else its own. */
  dimensions?: number | undefined
}

export interface Embeddings {
  /** One for each input, in their order. */
  vectors: readonly Float32Array[]
  /** As the server has counted them; 0 where it does not. */
  tokens: number
}

export interface RankingRequest {
  model: string
  query: string
  documents: readonly string[]
}

export interface Ranking {
  /** How well each document fits the query, in their order; higher is better, on the model's own scale. */
  scores: readonly number[]
  /** As the server has counted them; 0 where it does not. */
  tokens: number
}

/** The part of an engine that has such models. */
export interface VectorSource {
  /** Replaced when the server lists others. */
  readonly vectorModels: readonly VectorModel[]
  /** @throws {EngineFailure} */
  embed(request: EmbeddingRequest, signal: AbortSignal): Promise<Embeddings>
  /** @throws {EngineFailure} */
  rerank(request: RankingRequest, signal: AbortSignal): Promise<Ranking>
}
