import { type Static, type TProperties, Type } from '@sinclair/typebox'
import { component, oneOf } from '../../../../platform/schemas.ts'
import { nullish } from '../../../shared/fields.ts'
import { ModelName } from '../model-schema.ts'
import { OwnTool } from '../own-tools.ts'

const Zero = Type.Literal(0)
const Nanoseconds = Type.Integer({ minimum: 0, description: 'Nanoseconds' })

const answer = (fields: TProperties, $id: string) =>
  Type.Object(
    {
      model: Type.String({ examples: ['auto'] }),
      created_at: Type.String({ examples: ['2026-11-22T08:00:00.000Z'] }),
      ...fields,
      done: Type.Boolean(),
      done_reason: Type.String({
        description: '`stop`, `length`, `load` or `unload`',
        examples: ['stop'],
      }),
      total_duration: Nanoseconds,
      load_duration: Zero,
      prompt_eval_count: Zero,
      prompt_eval_duration: Zero,
      eval_count: Zero,
      eval_duration: Nanoseconds,
    },
    { $id },
  )

const THINKING = { thinking: Type.Optional(Type.String()) }

const ChatAnswer = answer(
  {
    message: Type.Object({
      role: Type.Literal('assistant'),
      content: Type.String(),
      ...THINKING,
      tool_calls: Type.Optional(
        Type.Array(
          Type.Object({
            function: Type.Object({
              name: Type.String(),
              arguments: Type.Object({}, { additionalProperties: true }),
            }),
          }),
        ),
      ),
    }),
  },
  'OllamaChatAnswer',
)

const GenerateAnswer = answer(
  {
    response: Type.String(),
    ...THINKING,
    context: Type.Array(Type.Integer(), { description: 'Always empty' }),
  },
  'OllamaGenerateAnswer',
)

const WORDS =
  'The answer. Without `stream: false` lines of JSON of the same form, the last with `done: true`; lines with an empty text come while it waits. A failure after the headers is a line with `error`'

function responses(schema: typeof ChatAnswer | typeof GenerateAnswer) {
  const alternatives = ['application/x-ndjson']
  return {
    responses: { 200: { description: WORDS, schema, alternatives } },
    errors: [404, 429, 502, 503],
  }
}

export const ollamaChatResponses = responses(ChatAnswer)
export const ollamaGenerateResponses = responses(GenerateAnswer)

const Details = component(
  'OllamaModelDetails',
  {
    parent_model: Type.String(),
    format: Type.String(),
    family: Type.String(),
    families: Type.Array(Type.String()),
    parameter_size: Type.String(),
    quantization_level: Type.String(),
  },
  { description: 'Unknown, and therefore empty' },
)

export const OllamaTags = component('OllamaTags', {
  models: Type.Array(
    Type.Object({
      name: Type.String({ examples: ['auto'] }),
      model: Type.String({ description: 'The same' }),
      modified_at: Type.String(),
      size: Zero,
      digest: Type.String({ description: 'Of the name' }),
      details: Details,
    }),
  ),
})

export const OllamaRunning = component('OllamaRunning', {
  models: Type.Array(Type.Object({}, { additionalProperties: true }), {
    description: 'Always empty: which models a server has loaded is not known',
  }),
})

export const OllamaShown = component('OllamaShown', {
  license: Type.String(),
  modelfile: Type.String(),
  parameters: Type.String(),
  template: Type.String(),
  details: Details,
  model_info: Type.Record(Type.String(), Type.Unknown()),
  capabilities: Type.Array(Type.String({ examples: ['completion'] })),
  modified_at: Type.String(),
})

export const OllamaVersion = component('OllamaVersion', {
  version: Type.String({ examples: ['0.13.0'] }),
})

const Images = Type.Array(Type.String({ minLength: 1 }), { description: 'Pictures as base64' })

const Call = Type.Object({
  id: Type.Optional(Type.String()),
  function: Type.Object({
    name: Type.String(),
    arguments: Type.Optional(Type.Unknown({ description: 'An object' })),
  }),
})

const Message = component('OllamaMessage', {
  role: oneOf(['system', 'user', 'assistant', 'tool']),
  content: nullish(Type.String()),
  thinking: nullish(Type.String()),
  images: nullish(Images),
  tool_calls: nullish(Type.Array(Call)),
  tool_name: nullish(Type.String({ description: 'Of a result; results follow in order' })),
  tool_call_id: nullish(Type.String()),
})
export type OllamaMessage = Static<typeof Message>

/** Fields of both kinds of requests. Additional ones are ignored, never refused. */
const COMMON = {
  model: {
    ...ModelName,
    description: 'A name of `GET /api/tags`, with or without `:latest`',
    examples: ['auto'],
  },
  stream: nullish(Type.Boolean({ description: 'True without it: the answer comes in lines' })),
  format: Type.Optional(
    Type.Union([Type.String(), Type.Object({}, { additionalProperties: true }), Type.Null()], {
      description: '`json`, or a JSON Schema',
    }),
  ),
  options: nullish(
    Type.Object(
      {},
      {
        additionalProperties: true,
        description:
          'Sampling: `temperature`, `num_predict`, `stop`, `top_k` and others. `num_ctx` is ignored',
      },
    ),
  ),
  think: Type.Optional(
    Type.Union([Type.Boolean(), Type.String(), Type.Null()], {
      description: 'Whether the thoughts of the model are wanted; `low`, `medium` or `high`',
    }),
  ),
  keep_alive: Type.Optional(
    Type.Unknown({ description: 'Ignored: the server of a model keeps it loaded as it is set' }),
  ),
}

export const OllamaChatBody = component('OllamaChatRequest', {
  ...COMMON,
  messages: Type.Optional(
    Type.Union([Type.Array(Message, { maxItems: 10_000 }), Type.Null()], {
      description: 'Without any, the answer comes at once and is empty',
    }),
  ),
  tools: nullish(
    Type.Array(
      Type.Union([
        Type.Object({
          type: Type.Optional(Type.String()),
          function: Type.Object({ name: Type.String() }, { additionalProperties: true }),
        }),
        OwnTool,
      ]),
    ),
  ),
})
export type OllamaChatBody = Static<typeof OllamaChatBody>

export const OllamaGenerateBody = component('OllamaGenerateRequest', {
  ...COMMON,
  prompt: nullish(Type.String({ description: 'Without it the answer is empty' })),
  system: nullish(Type.String()),
  suffix: nullish(Type.String({ description: 'Not supported' })),
  images: nullish(Images),
})
export type OllamaGenerateBody = Static<typeof OllamaGenerateBody>
export type OllamaBody = Pick<
  OllamaChatBody,
  'model' | 'stream' | 'format' | 'options' | 'think' | 'keep_alive'
>

/** `name` is what older clients send. */
export const OllamaShowBody = component('OllamaShowRequest', {
  model: Type.Optional({ ...ModelName, examples: ['auto'] }),
  name: Type.Optional({ ...ModelName, description: 'The older name of `model`' }),
})
