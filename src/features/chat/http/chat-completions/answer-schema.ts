import { Type } from '@sinclair/typebox'
import { component } from '../../../../platform/schemas.ts'
import { nullable } from '../../../shared/fields.ts'
import { OpenAiErrorObject } from '../../../shared/provider-errors.ts'
import { OWN_FIELDS } from '../dialect.ts'
import { ToolCall, ToolCallDelta } from './forwarded-fields.ts'

const Usage = component(
  'ChatUsage',
  {
    prompt_tokens: Type.Literal(0),
    completion_tokens: Type.Literal(0),
    total_tokens: Type.Literal(0),
  },
  { description: 'Always zero: usage is counted in credits' },
)

const ID = Type.String({ examples: ['chatcmpl-5b0Q7sYw2Lx8'] })
const CREATED = Type.Integer({ description: 'Unix seconds', examples: [1795336200] })
const MODEL = Type.String({
  description: 'The engine and the model that have answered',
  examples: ['demo/echo'],
})
const LOGPROBS = Type.Unknown({ description: 'As the engine has it' })
const REASONING = {
  reasoning_content: Type.Optional(
    Type.String({ description: 'The thoughts of a model that shows them' }),
  ),
}

const Completion = component('ChatCompletion', {
  id: ID,
  object: Type.Literal('chat.completion'),
  created: CREATED,
  model: MODEL,
  choices: Type.Array(
    Type.Object({
      index: Type.Literal(0),
      message: component('ChatAnswerMessage', {
        role: Type.Literal('assistant'),
        content: Type.Union([Type.String(), Type.Null()], {
          description: 'Null beside `tool_calls`',
          examples: ['Because air scatters blue light more than red.'],
        }),
        refusal: nullable(Type.String()),
        tool_calls: Type.Optional(Type.Array(ToolCall)),
        ...REASONING,
      }),
      finish_reason: Type.String({
        description: '`stop`, `length`, `tool_calls`, or a word of the engine’s',
        examples: ['stop'],
      }),
      logprobs: LOGPROBS,
    }),
  ),
  usage: Usage,
  ...OWN_FIELDS,
})

const Chunk = component('ChatCompletionChunk', {
  id: ID,
  object: Type.Literal('chat.completion.chunk'),
  created: CREATED,
  model: Type.Optional(MODEL),
  choices: Type.Array(
    Type.Object({
      index: Type.Literal(0),
      delta: Type.Object({
        role: Type.Optional(Type.Literal('assistant')),
        content: Type.Optional(Type.String()),
        refusal: Type.Optional(nullable(Type.String())),
        tool_calls: Type.Optional(Type.Array(ToolCallDelta)),
        ...REASONING,
      }),
      finish_reason: nullable(Type.String()),
      logprobs: Type.Optional(LOGPROBS),
    }),
    { description: 'Empty in the chunk of the token counts' },
  ),
  usage: Type.Optional(
    Type.Union([Usage, Type.Null()], { description: 'Only with `include_usage`' }),
  ),
  ...OWN_FIELDS,
})

/** A failure after the headers. */
const StreamError = component('ChatStreamError', { error: OpenAiErrorObject })

/** The documented answers of both chat surfaces. */
export const chatResponses = {
  responses: {
    200: {
      description:
        'The answer. With `stream: true` events, each with a chunk; the last event is `[DONE]`. A failure after the headers is an event with `error`. Comments (`: keepalive`) come while it waits',
      schema: Completion,
      events: Type.Union([Chunk, StreamError]),
    },
  },
  errors: [404, 429, 502, 503],
}
