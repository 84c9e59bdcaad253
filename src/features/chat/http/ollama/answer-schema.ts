import { type TProperties, Type } from '@sinclair/typebox'
import { component } from '../../../../platform/schemas.ts'

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
