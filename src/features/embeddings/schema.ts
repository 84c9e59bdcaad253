import { type Static, Type } from '@sinclair/typebox'
import { MAX_MODEL_NAME_CHARACTERS } from '../../core/engines/model-aliases.ts'
import { component, oneOf } from '../../platform/schemas.ts'
import { nullish } from '../shared/fields.ts'
import type { BodyExamples } from '../shared/openapi.ts'
import { MAX_INPUTS } from './embed-task.ts'
import { MAX_DOCUMENTS } from './rerank-task.ts'

/** Raw JSON, refused while it arrives. @limit embedding-body MiB */
export const MAX_EMBEDDING_BYTES = 8 * 1024 * 1024
/** No model has longer vectors. */
const MAX_DIMENSIONS = 65_536

/** The name of a model for embeddings or rankings in a request. */
export const VectorModelName = Type.String({
  minLength: 1,
  maxLength: MAX_MODEL_NAME_CHARACTERS,
  description:
    '`auto`, an engine, `engine/model`, a model that one engine alone has, or an alias; `GET /v1/models` has them',
  examples: ['auto'],
})

export const Dimensions = Type.Integer({
  minimum: 1,
  maximum: MAX_DIMENSIONS,
  description: 'Length of the vectors, where the model can shorten them; refused where it cannot',
})

const Tokens = Type.Array(Type.Integer({ minimum: 0 }), { minItems: 1 })

/** OpenAI’s request. Additional fields are ignored, never refused. */
export const EmbeddingsBody = component('EmbeddingsRequest', {
  model: VectorModelName,
  input: Type.Union(
    [
      Type.String(),
      Type.Array(Type.String(), { minItems: 1, maxItems: MAX_INPUTS }),
      Tokens,
      Type.Array(Tokens, { minItems: 1, maxItems: MAX_INPUTS }),
    ],
    {
      description:
        'A text, a list of texts, or the tokens of one or several: those of the model, which llama.cpp and vLLM take',
    },
  ),
  encoding_format: nullish(
    oneOf(['float', 'base64'], {
      description: 'By default `float`',
    }),
  ),
  dimensions: nullish(Dimensions),
})
export type EmbeddingsBody = Static<typeof EmbeddingsBody>

const VectorUsage = Type.Object({
  prompt_tokens: Type.Integer({
    description: 'As the model’s server has counted them; 0 where it does not',
  }),
  total_tokens: Type.Integer(),
})

export const EmbeddingsAnswer = component('Embeddings', {
  object: Type.Literal('list'),
  model: Type.String({ examples: ['ollama/nomic-embed-text:latest'] }),
  usage: VectorUsage,
  data: Type.Array(
    Type.Object({
      object: Type.Literal('embedding'),
      index: Type.Integer({ description: 'Of the input' }),
      embedding: Type.Union([
        Type.Array(Type.Number()),
        Type.String({
          description: 'With `base64`: numbers of 32 bits, the lowest byte first',
        }),
      ]),
    }),
  ),
})

export const EMBEDDINGS_EXAMPLES: BodyExamples = {
  text: { summary: 'One text', value: { model: 'auto', input: 'The boiler is in the cellar.' } },
  texts: {
    summary: 'Several texts',
    value: { model: 'auto', input: ['The boiler is in the cellar.', 'The bins go out on Monday.'] },
  },
}

const Document = Type.Union([Type.String(), Type.Object({ text: Type.String() })])

/** The request of Jina and Cohere. Additional fields are ignored, never refused. */
export const RerankBody = component('RerankRequest', {
  model: Type.Optional(VectorModelName),
  query: Type.String({ description: 'The question' }),
  documents: Type.Array(Document, {
    minItems: 1,
    maxItems: MAX_DOCUMENTS,
    description: 'Texts, or objects with `text`',
  }),
  top_n: nullish(
    Type.Integer({ minimum: 1, description: 'How many of the best are wanted; by default all' }),
  ),
  return_documents: nullish(
    Type.Boolean({ description: 'Whether each result has its document; by default not' }),
  ),
})
export type RerankBody = Static<typeof RerankBody>

export const RerankAnswer = component('Ranking', {
  object: Type.Literal('list'),
  model: Type.String({ examples: ['llamacpp/bge-reranker-v2-m3'] }),
  usage: VectorUsage,
  results: Type.Array(
    Type.Object({
      index: Type.Integer({ description: 'Of the document in the request' }),
      relevance_score: Type.Number({
        description: 'Higher is better; its scale is the model’s own',
      }),
      document: Type.Optional(Type.Object({ text: Type.String() })),
    }),
    { description: 'The best first' },
  ),
})

export const RERANK_EXAMPLES: BodyExamples = {
  best: {
    summary: 'The best of two',
    value: {
      model: 'auto',
      query: 'Where is the boiler?',
      documents: ['The bins go out on Monday.', 'The boiler is in the cellar.'],
      top_n: 1,
    },
  },
}
