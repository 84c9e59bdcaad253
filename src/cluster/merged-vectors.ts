import { Type } from '@sinclair/typebox'
import { EngineFailure } from '../engines/contract/failure.ts'
import type {
  EmbeddingRequest,
  Embeddings,
  Ranking,
  RankingRequest,
  VectorModel,
  VectorSource,
} from '../engines/contract/vectors.ts'
import { matches } from '../platform/check.ts'
import type { AnnouncedText, Cluster, EngineCall } from './contract.ts'
import { finishCall } from './remote-call.ts'

const Tokens = Type.Object({ tokens: Type.Integer({ minimum: 0 }) })
const Scores = Type.Composite([Tokens, Type.Object({ scores: Type.Array(Type.Number()) })])

interface MergedVectorsOptions {
  cluster: Cluster
  /** Of the engine of this machine, where it has it. */
  own: () => VectorSource | undefined
  /** Worker nodes that are online, in the order in which they are asked. */
  nodes: () => readonly { node: string; engine: AnnouncedText }[]
}

/** The models for vectors of one engine on several machines. The first that has one is asked. */
export class MergedVectors implements VectorSource {
  readonly #options: MergedVectorsOptions

  constructor(options: MergedVectorsOptions) {
    this.#options = options
  }

  get vectorModels(): readonly VectorModel[] {
    const { own, nodes } = this.#options
    const all = [
      ...(own()?.vectorModels ?? []),
      ...nodes().flatMap(({ engine }) => engine.vectorModels ?? []),
    ]
    return all.filter(({ name }, at) => all.findIndex((one) => one.name === name) === at)
  }

  async embed(request: EmbeddingRequest, signal: AbortSignal): Promise<Embeddings> {
    const { model, inputs, dimensions } = request
    const own = this.#ownOf(model)
    if (own !== undefined) return await own.embed(request, signal)
    const sent = { model, inputs: [...inputs], ...(dimensions === undefined ? {} : { dimensions }) }
    const { value, bytes } = await this.#call(model, signal, (engine) => ({
      kind: 'embedding',
      engine,
      request: sent,
    }))
    const length = (bytes?.byteLength ?? 0) / Float32Array.BYTES_PER_ELEMENT / inputs.length
    if (bytes === undefined || !matches(Tokens, value) || !Number.isInteger(length) || length === 0)
      throw new EngineFailure('unknown', 'A worker node has sent what are no embeddings')
    const numbers = new Float32Array(new Uint8Array(bytes).buffer)
    const vectors = inputs.map((_, at) => numbers.slice(at * length, (at + 1) * length))
    return { vectors, tokens: value.tokens }
  }

  async rerank(request: RankingRequest, signal: AbortSignal): Promise<Ranking> {
    const { model, query, documents } = request
    const own = this.#ownOf(model)
    if (own !== undefined) return await own.rerank(request, signal)
    const sent = { model, query, documents: [...documents] }
    const { value } = await this.#call(model, signal, (engine) => ({
      kind: 'rerank',
      engine,
      request: sent,
    }))
    if (matches(Scores, value) && value.scores.length === documents.length) return value
    throw new EngineFailure('unknown', 'A worker node has sent what is no ranking')
  }

  #ownOf(model: string): VectorSource | undefined {
    const own = this.#options.own()
    return own?.vectorModels.some(({ name }) => name === model) ? own : undefined
  }

  async #call(model: string, signal: AbortSignal, callOf: (engine: string) => EngineCall) {
    const target = this.#options
      .nodes()
      .find(({ engine }) => engine.vectorModels?.some(({ name }) => name === model))
    if (target === undefined)
      throw new EngineFailure('unreachable', 'No worker node has this model now')
    const { cluster } = this.#options
    const options = { runId: 'vectors', signal }
    return await finishCall(cluster.call(target.node, callOf(target.engine.id), options))
  }
}

/** The vectors of an answer one behind the other, as they are sent. */
export function bytesOfVectors(vectors: readonly Float32Array[]): Uint8Array {
  return new Uint8Array(
    Buffer.concat(vectors.map((one) => Buffer.from(new Float32Array(one).buffer))),
  )
}
