import type { Static } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { AUTO } from '../../core/engines/models.ts'
import type { Runs } from '../../core/tasks/runs.ts'
import type { guards } from '../../guards/index.ts'
import type { RequestContext } from '../../guards/request-context.ts'
import { readJson } from '../../http/body/json.ts'
import { jsonWithList, textStream } from '../../http/reply/text-stream.ts'
import { float32FromBase64 } from '../../platform/bytes.ts'
import { route } from '../shared/openapi.ts'
import { engineFacts } from '../shared/task-handlers.ts'
import type { EmbedTask } from './embed-task.ts'
import type { RerankTask } from './rerank-task.ts'
import {
  EMBEDDINGS_EXAMPLES,
  EmbeddingsAnswer,
  EmbeddingsBody,
  MAX_EMBEDDING_BYTES,
  RERANK_EXAMPLES,
  RerankAnswer,
  RerankBody,
} from './schema.ts'

export interface EmbeddingServices {
  guards: ReturnType<typeof guards>
  runs: Runs
  /** UTC milliseconds. */
  now: () => number
}

/** Of a number, so that it is read as the same again. */
const DIGITS = 9
/** Characters of a number in an answer, at most. */
const NUMBER_CHARACTERS = DIGITS + 7

/** POST /v1/embeddings and POST /v1/rerank. */
export function embeddingRoutes(
  services: EmbeddingServices,
  { embed, rerank }: { embed: EmbedTask; rerank: RerankTask },
) {
  const options = { errorShape: 'openai', requireApiKey: 'embeddings', parse: 'none' } as const
  return new Elysia({ name: 'features/embeddings', tags: ['Embeddings'] })
    .use(services.guards)
    .post(
      '/v1/embeddings',
      ({ context }) => answerEmbeddings(services, embed, context),
      route({
        ...options,
        summary: 'Turn texts into vectors',
        description:
          'As OpenAI’s embeddings, by a model of the owner’s own servers and files: subscriptions have none. Its vectors are compared with those of the same model only, so that no other one answers for it. It costs no credits. The texts wait in the queue with all other work, and are worked on in batches between which others go on.',
        body: EmbeddingsBody,
        bodyExamples: EMBEDDINGS_EXAMPLES,
        responses: {
          200: {
            description: 'A vector for each input, in their order',
            schema: EmbeddingsAnswer,
          },
        },
        errors: [404, 429, 503],
      }),
    )
    .post(
      '/v1/rerank',
      ({ context }) => answerRanking(services, rerank, context),
      route({
        ...options,
        summary: 'Rank documents by a question',
        description:
          'As the rerankers of Jina and Cohere, by a model of llama.cpp, LocalAI or vLLM, or a GGUF file. Where there is none the answer is 422, and says what can rank. It costs no credits.',
        body: RerankBody,
        bodyExamples: RERANK_EXAMPLES,
        responses: { 200: { description: 'The ranking', schema: RerankAnswer } },
        errors: [404, 429, 503],
      }),
    )
}

async function answerEmbeddings(
  services: EmbeddingServices,
  task: EmbedTask,
  context: RequestContext,
): Promise<Response> {
  let isBase64 = false
  const { engine, model, vectors, tokens } = await embedded(services, task, context, async () => {
    const body = await readJson(context, EmbeddingsBody, MAX_EMBEDDING_BYTES, { isDialect: true })
    isBase64 = body.encoding_format === 'base64'
    const { dimensions } = body
    return { model: body.model, inputs: inputsOf(body), ...(dimensions ? { dimensions } : {}) }
  })
  const rest = {
    object: 'list',
    model: `${engine}/${model}`,
    usage: { prompt_tokens: tokens, total_tokens: tokens },
  }
  return textStream(context, jsonWithList('data', itemsOf(vectors, isBase64), rest), {
    contentType: 'application/json',
    pieceBytes: bytesOf(vectors),
  })
}

/**
 * The vectors of a request's texts.
 *
 * @param read Reads its body, once it is admitted
 * @throws {AppError}
 */
export async function embedded(
  { runs }: EmbeddingServices,
  task: EmbedTask,
  context: RequestContext,
  read: () => Promise<Omit<Static<EmbedTask['input']>, 'surface'>>,
): Promise<Static<EmbedTask['result']>> {
  const { request, connection, caller } = context
  using admitted = runs.admit(task, caller, { signal: request.signal })
  const input = { ...(await read()), surface: 'embeddings' }
  return await admitted.result(input, (run) => {
    connection.engineFacts = () => engineFacts(run)
  })
}

/** The numbers of a vector. With as many digits as 32 bits need, the answer is a third shorter. */
export function numbersOf(vector: string): number[] {
  return Array.from(float32FromBase64(vector), (value) => Number(value.toPrecision(DIGITS)))
}

/** What the vectors of an answer hold in memory while it is sent, and the next one as text. */
export function bytesOf(vectors: readonly string[]): number {
  const held = vectors.reduce((sum, { length }) => sum + length, 0)
  return held + NUMBER_CHARACTERS * (vectors[0]?.length ?? 0)
}

/** The texts, or the tokens, of a request. */
function inputsOf({ input }: EmbeddingsBody): (string | number[])[] {
  if (typeof input === 'string') return [input]
  const isTokens = (value: typeof input): value is number[] => typeof value[0] === 'number'
  return isTokens(input) ? [input] : [...input]
}

function* itemsOf(vectors: readonly string[], isBase64: boolean): Generator<object> {
  for (const [index, vector] of vectors.entries())
    yield { object: 'embedding', index, embedding: isBase64 ? vector : numbersOf(vector) }
}

async function answerRanking(
  { runs }: EmbeddingServices,
  task: RerankTask,
  context: RequestContext,
): Promise<object> {
  const { request, connection, caller } = context
  using admitted = runs.admit(task, caller, { signal: request.signal })
  const body = await readJson(context, RerankBody, MAX_EMBEDDING_BYTES, { isDialect: true })
  const { model = AUTO, query, top_n: count, return_documents: withDocuments } = body
  const documents = body.documents.map((one) => (typeof one === 'string' ? one : one.text))
  const input = { model, query, documents, surface: 'rerank' }
  const result = await admitted.result(input, (run) => {
    connection.engineFacts = () => engineFacts(run)
  })
  const results = result.scores
    .map((score, index) => ({ index, relevance_score: score }))
    .toSorted((a, b) => b.relevance_score - a.relevance_score)
    .slice(0, count ?? documents.length)
  return {
    object: 'list',
    model: `${result.engine}/${result.model}`,
    usage: { prompt_tokens: result.tokens, total_tokens: result.tokens },
    results:
      withDocuments === true
        ? results.map((one) => ({ ...one, document: { text: documents[one.index] ?? '' } }))
        : results,
  }
}
