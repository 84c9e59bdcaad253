import { Type } from '@sinclair/typebox'
import { boundedText } from '../../platform/bounded-text.ts'
import { float32FromBase64 } from '../../platform/bytes.ts'
import { matches } from '../../platform/check.ts'
import { tryParseJson } from '../../platform/json.ts'
import { EngineFailure } from '../contract/failure.ts'
import type { EmbeddingRequest, Embeddings, Ranking, RankingRequest } from '../contract/vectors.ts'
import type { ServerClient } from './server-client.ts'
import { statusFailure } from './server-failure.ts'

/** Longest answer with vectors or scores, as the server sends it. @limit engine-vectors MiB */
export const MAX_VECTORS_BYTES = 32 * 1024 * 1024

const Usage = Type.Optional(
  Type.Union([
    Type.Null(),
    Type.Object({
      prompt_tokens: Type.Optional(Type.Integer({ minimum: 0 })),
      total_tokens: Type.Optional(Type.Integer({ minimum: 0 })),
    }),
  ]),
)
const EmbeddingsAnswer = Type.Object({
  data: Type.Array(
    Type.Object({
      index: Type.Optional(Type.Integer({ minimum: 0 })),
      /** Some servers answer in base64 whatever is asked for. */
      embedding: Type.Union([Type.Array(Type.Number(), { minItems: 1 }), Type.String()]),
    }),
  ),
  usage: Usage,
})
const RankingAnswer = Type.Object({
  results: Type.Array(
    Type.Object({ index: Type.Integer({ minimum: 0 }), relevance_score: Type.Number() }),
  ),
  usage: Usage,
})

/**
 * Asks `POST /v1/embeddings`, which all servers have that can embed.
 *
 * @throws {EngineFailure} also `request` where the server has not shortened its vectors as asked
 */
export async function embedBy(
  client: ServerClient,
  { model, inputs, dimensions }: EmbeddingRequest,
  signal: AbortSignal,
): Promise<Embeddings> {
  const body = { model, input: inputs, encoding_format: 'float', dimensions }
  const answer = await post(client, '/embeddings', body, signal)
  if (!matches(EmbeddingsAnswer, answer) || answer.data.length !== inputs.length)
    throw new EngineFailure('unknown', 'The engine sent something that is no list of embeddings')
  const found = new Map(
    answer.data.map(({ index, embedding }, at) => [
      index ?? at,
      typeof embedding === 'string' ? float32FromBase64(embedding) : new Float32Array(embedding),
    ]),
  )
  const vectors = inputs.map((_, at) => found.get(at) ?? new Float32Array())
  const [first = new Float32Array()] = vectors
  const isWhole = vectors.every((one) => one.length === first.length && one.every(Number.isFinite))
  if (first.length === 0 || !isWhole)
    throw new EngineFailure('unknown', 'The engine sent vectors that are not whole')
  if (dimensions !== undefined && first.length !== dimensions)
    throw new EngineFailure(
      'request',
      `The vectors of this model have ${first.length} numbers, and it cannot shorten them to ${dimensions}: leave out dimensions`,
      { isPublic: true },
    )
  return { vectors, tokens: tokensOf(answer.usage) }
}

/**
 * Asks `POST /v1/rerank` in the form of Jina, which llama.cpp, LocalAI and vLLM have.
 *
 * @throws {EngineFailure}
 */
export async function rerankBy(
  client: ServerClient,
  { model, query, documents }: RankingRequest,
  signal: AbortSignal,
): Promise<Ranking> {
  // Without a bound some servers answer with the best ones only.
  const body = { model, query, documents, top_n: documents.length }
  const answer = await post(client, '/rerank', body, signal)
  if (!matches(RankingAnswer, answer))
    throw new EngineFailure('unknown', 'The engine sent something that is no ranking')
  const found = new Map(answer.results.map((one) => [one.index, one.relevance_score]))
  const scores = documents.map((_, at) => found.get(at) ?? Number.NaN)
  if (!scores.every(Number.isFinite))
    throw new EngineFailure('unknown', 'The engine sent a ranking that is not whole')
  return { scores, tokens: tokensOf(answer.usage) }
}

async function post(
  client: ServerClient,
  path: string,
  body: object,
  signal: AbortSignal,
): Promise<unknown> {
  const response = await client.request(path, {
    method: 'POST',
    body: JSON.stringify(body),
    signal,
  })
  if (response.status !== 200) throw await statusFailure(response)
  const text = await boundedText(response, MAX_VECTORS_BYTES)
  const json = text === undefined ? undefined : tryParseJson(text)
  if (json?.ok) return json.value
  if (json === undefined || json.excess !== undefined)
    throw new EngineFailure('request', 'The answer of the engine is too long: send fewer inputs', {
      isPublic: true,
    })
  throw new EngineFailure('transient', 'The engine sent something that is not JSON')
}

function tokensOf(
  usage: { prompt_tokens?: number; total_tokens?: number } | null | undefined,
): number {
  return usage?.prompt_tokens ?? usage?.total_tokens ?? 0
}
