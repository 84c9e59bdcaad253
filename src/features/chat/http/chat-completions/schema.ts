import { type Static, type TSchema, Type } from '@sinclair/typebox'
import { component } from '../../../../platform/schemas.ts'
import { nullable, nullish } from '../../../shared/fields.ts'
import { type BodyExamples, uncheckedFields } from '../../../shared/openapi.ts'
import { OpenAiErrorObject } from '../../../shared/provider-errors.ts'
import { ChatInput } from '../../chat.ts'
import { OWN_FIELDS, RequestedModel } from '../model-schema.ts'
import { FORWARDED_FIELDS, ToolCall, ToolCallDelta } from './forwarded-fields.ts'

const { role, content } = ChatInput.properties.messages.items.properties
const [, parts] = content.anyOf

const FilePart = Type.Object({
  type: Type.Literal('file'),
  file: Type.Object({
    filename: Type.Optional(Type.String()),
    file_data: Type.Optional(
      Type.String({ minLength: 1, description: 'A base64 `data:` URL, or an `https://` address' }),
    ),
    file_id: Type.Optional(
      Type.String({ minLength: 1, description: 'Instead of it, the token of a stored file' }),
    ),
  }),
})

const FileParts = Type.Array(Type.Union([...parts.items.anyOf, FilePart]))
const TextParts = Type.Array(Type.Object({ type: Type.Literal('text'), text: Type.String() }))

/**
 * OpenAI's request. Additional fields are ignored or forwarded, never refused; those that are
 * forwarded are described and not checked.
 */
function chatBody<content extends TSchema>($id: string, contentParts: content) {
  const Message = Type.Object(
    {
      role,
      content: Type.Optional(
        Type.Union([Type.String(), contentParts, Type.Null()], {
          description: 'Text, or parts; null beside `tool_calls`',
        }),
      ),
      ...uncheckedFields({
        name: Type.String({ description: 'Distinguishes writers of one role' }),
        tool_calls: Type.Array(ToolCall, { description: 'Of an assistant: what it has called' }),
        tool_call_id: Type.String({ description: 'Of a tool: the call it answers' }),
      }),
    },
    { $id: `${$id}Message` },
  )
  return Type.Object(
    {
      model: RequestedModel,
      messages: Type.Array(Message, {
        minItems: 1,
        maxItems: 10_000,
        description: 'The conversation so far, the oldest first',
      }),
      stream: nullish(Type.Boolean(), 'Whether the answer comes in pieces, while it is written'),
      stream_options: nullish(
        Type.Object({ include_usage: Type.Optional(Type.Boolean()) }),
        'With `include_usage`, a last chunk has the token counts, which are always zero',
      ),
      ...uncheckedFields(FORWARDED_FIELDS),
      n: nullish(Type.Literal(1), 'One answer for each request'),
    },
    { $id },
  )
}

export const ChatBody = chatBody('ChatRequest', FileParts)
export type ChatBody = Static<typeof ChatBody>
export type ChatPart = Static<typeof FilePart> | Static<typeof parts.items>

/** The request on the code surface, whose messages have text only. See Limits. */
export const CodeChatBody = chatBody('CodeChatRequest', TextParts)

const HELLO = { model: 'auto', messages: [{ role: 'user', content: 'Why is the sky blue?' }] }

export const CODE_CHAT_EXAMPLES: BodyExamples = {
  whole: { summary: 'A whole answer', value: HELLO },
  streamed: { summary: 'An answer in pieces', value: { ...HELLO, stream: true } },
}

export const CHAT_EXAMPLES: BodyExamples = {
  ...CODE_CHAT_EXAMPLES,
  options: {
    summary: 'With instructions and a bound',
    value: {
      ...HELLO,
      messages: [{ role: 'system', content: 'Answer in one sentence.' }, ...HELLO.messages],
      temperature: 0.2,
      max_tokens: 100,
    },
  },
}

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
