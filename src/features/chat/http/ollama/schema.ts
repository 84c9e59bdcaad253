import { type Static, Type } from '@sinclair/typebox'
import { component, oneOf } from '../../../../platform/schemas.ts'
import { nullish } from '../../../shared/fields.ts'
import { ModelName } from '../model-schema.ts'
import { OwnTool } from '../own-tools.ts'

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
