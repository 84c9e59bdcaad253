import { type Static, Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import type { RequestContext } from '../../guards/request-context.ts'
import { readJson } from '../../http/body/json.ts'
import { jsonWithList, textStream } from '../../http/reply/text-stream.ts'
import { component } from '../../platform/schemas.ts'
import { nullish } from '../shared/fields.ts'
import { route } from '../shared/openapi.ts'
import { type EmbedTask, MAX_INPUTS } from './embed-task.ts'
import { bytesOf, type EmbeddingServices, embedded, numbersOf } from './routes.ts'
import { Dimensions, MAX_EMBEDDING_BYTES, VectorModelName } from './schema.ts'

/** Fields of both requests. Additional ones are ignored, never refused. */
const COMMON = {
  model: {
    ...VectorModelName,
    description: 'An embedding model of `GET /v1/models`, with or without `:latest`, or `auto`',
  },
  keep_alive: Type.Optional(
    Type.Unknown({ description: 'Ignored: the server of a model keeps it loaded as it is set' }),
  ),
  options: Type.Optional(Type.Unknown({ description: 'Ignored' })),
}

const EmbedBody = component('OllamaEmbedRequest', {
  ...COMMON,
  input: nullish(
    Type.Union([Type.String(), Type.Array(Type.String(), { maxItems: MAX_INPUTS })]),
    'A text, or a list of texts; without any the answer is empty',
  ),
  dimensions: nullish(Dimensions),
  truncate: Type.Optional(
    Type.Unknown({ description: 'Ignored: the model’s server cuts or refuses what is too long' }),
  ),
})

const EmbedAnswer = component('OllamaEmbeddings', {
  model: Type.String({ examples: ['nomic-embed-text'] }),
  total_duration: Type.Integer({ description: 'Nanoseconds' }),
  load_duration: Type.Literal(0),
  prompt_eval_count: Type.Integer({
    description: 'Tokens, as the model’s server has counted them; 0 where it does not',
  }),
  embeddings: Type.Array(Type.Array(Type.Number())),
})

const EmbeddingsBody = component('OllamaEmbeddingsRequest', {
  ...COMMON,
  prompt: nullish(Type.String({ description: 'Without it the answer is empty' })),
})

const EmbeddingAnswer = component('OllamaEmbedding', { embedding: Type.Array(Type.Number()) })

const NANOSECONDS = 1_000_000
const TEXT = 'The boiler is in the cellar.'

/** POST /api/embed and POST /api/embeddings, as Ollama's clients send them. */
export function ollamaEmbeddingRoutes(services: EmbeddingServices, task: EmbedTask) {
  const options = { errorShape: 'ollama', requireApiKey: 'embeddings', parse: 'none' } as const
  return new Elysia({ name: 'features/embeddings/ollama', prefix: '/api', tags: ['Embeddings'] })
    .use(services.guards)
    .post(
      '/embed',
      ({ context }) => answerEmbed(services, task, context),
      route({
        ...options,
        summary: 'Turn texts into vectors for Ollama’s clients',
        description: 'As `/v1/embeddings`, in Ollama’s form.',
        body: EmbedBody,
        bodyExamples: {
          text: { summary: 'One text', value: { model: 'auto', input: TEXT } },
        },
        responses: { 200: { description: 'A vector for each text', schema: EmbedAnswer } },
        errors: [404, 429, 503],
      }),
    )
    .post(
      '/embeddings',
      ({ context }) => answerEmbeddings(services, task, context),
      route({
        ...options,
        summary: 'Turn a text into a vector for older clients of Ollama',
        description: 'As `/api/embed`, with one text.',
        body: EmbeddingsBody,
        bodyExamples: {
          prompt: { summary: 'A text', value: { model: 'auto', prompt: TEXT } },
        },
        responses: { 200: { description: 'The vector', schema: EmbeddingAnswer } },
        errors: [404, 429, 503],
      }),
    )
}

async function answerEmbed(
  services: EmbeddingServices,
  task: EmbedTask,
  context: RequestContext,
): Promise<Response> {
  const startedAt = services.now()
  let model = ''
  const { vectors, tokens } = await embedded(services, task, context, async () => {
    const body = await readJson(context, EmbedBody, MAX_EMBEDDING_BYTES, { isDialect: true })
    model = body.model
    const { input, dimensions } = body
    const inputs = Array.isArray(input) ? input : input ? [input] : []
    return { model, inputs, ...(dimensions ? { dimensions } : {}) }
  })
  const rest: Omit<Static<typeof EmbedAnswer>, 'embeddings'> = {
    model,
    total_duration: (services.now() - startedAt) * NANOSECONDS,
    load_duration: 0,
    prompt_eval_count: tokens,
  }
  return textStream(context, jsonWithList('embeddings', numbersIn(vectors), rest), {
    contentType: 'application/json',
    pieceBytes: bytesOf(vectors),
  })
}

function* numbersIn(vectors: readonly string[]): Generator<number[]> {
  for (const vector of vectors) yield numbersOf(vector)
}

async function answerEmbeddings(
  services: EmbeddingServices,
  task: EmbedTask,
  context: RequestContext,
): Promise<Static<typeof EmbeddingAnswer>> {
  const { vectors } = await embedded(services, task, context, async () => {
    const body = await readJson(context, EmbeddingsBody, MAX_EMBEDDING_BYTES, { isDialect: true })
    const { model, prompt } = body
    return { model, inputs: prompt ? [prompt] : [] }
  })
  const [vector] = vectors
  return { embedding: vector === undefined ? [] : numbersOf(vector) }
}
