import { type Static, type TObject, type TProperties, type TSchema, Type } from '@sinclair/typebox'
import { component, oneOf } from '../../../../platform/schemas.ts'
import { nullable, nullish } from '../../../shared/fields.ts'
import { type BodyExamples, describedAs, uncheckedFields } from '../../../shared/openapi.ts'
import { AnthropicErrorObject } from '../../../shared/provider-errors.ts'
import { OWN_FIELDS, RequestedModel } from '../model-schema.ts'

const Fields = Type.Object({}, { additionalProperties: true })

/** Blocks are read by their type, because clients send types of many beta features. */
const Block = Type.Object({ type: Type.String() }, { additionalProperties: true })
export type Block = Static<typeof Block>

const Content = contentOf(Block)
export type Content = Static<typeof Content>

/** Text or blocks. @param described The blocks that callers are told of */
function contentOf(described: TSchema, description?: string) {
  const words = description === undefined ? {} : { description }
  return Type.Union([Type.String(), Type.Array(describedAs(Block, described))], words)
}

export const TextBlock = component('MessagesTextBlock', {
  type: Type.Literal('text'),
  text: Type.String(),
})

const Source = Type.Union([
  Type.Object({
    type: Type.Literal('base64'),
    media_type: Type.String(),
    data: Type.String({ minLength: 1 }),
  }),
  Type.Object({ type: Type.Literal('url'), url: Type.String({ minLength: 1 }) }),
  Type.Object({ type: Type.Literal('file'), file_id: Type.String({ minLength: 1 }) }),
])
export type FileSource = Static<typeof Source>

export const ImageBlock = component('MessagesImageBlock', {
  type: Type.Literal('image'),
  source: Source,
})

export const DocumentBlock = component('MessagesDocumentBlock', {
  type: Type.Literal('document'),
  source: Type.Union([
    ...Source.anyOf,
    Type.Object({ type: Type.Literal('text'), data: Type.String() }),
    Type.Object({ type: Type.Literal('content'), content: Content }),
  ]),
  title: nullish(Type.String()),
  context: nullish(Type.String()),
})
export type DocumentBlock = Static<typeof DocumentBlock>

export const SearchResultBlock = Type.Object({
  type: Type.Literal('search_result'),
  source: Type.String(),
  title: Type.String(),
  content: Type.Array(TextBlock),
})

export const ToolReferenceBlock = Type.Object({
  type: Type.Literal('tool_reference'),
  tool_name: Type.String(),
})

export const ToolUseBlock = component('MessagesToolUseBlock', {
  type: Type.Literal('tool_use'),
  id: Type.String(),
  name: Type.String(),
  input: Type.Unknown(),
})

export const ToolResultBlock = component('MessagesToolResultBlock', {
  type: Type.Literal('tool_result'),
  tool_use_id: Type.String(),
  content: nullish(Content),
  is_error: nullish(Type.Boolean()),
})

export const ThinkingBlock = component('MessagesThinkingBlock', {
  type: Type.Literal('thinking'),
  thinking: Type.String(),
})

/** A function that the client runs; other tools are run by Anthropic. */
export const ClientTool = component('MessagesTool', {
  name: Type.String({ examples: ['get_weather'] }),
  description: nullish(Type.String()),
  input_schema: Type.Object(
    {},
    { additionalProperties: true, description: 'JSON Schema of the input' },
  ),
  strict: nullish(Type.Boolean()),
})

export const ToolChoice = Type.Object({
  type: oneOf(['auto', 'any', 'tool', 'none']),
  name: Type.Optional(Type.String()),
  disable_parallel_tool_use: nullish(Type.Boolean()),
})

/** What the answer is to be, by `output_config.format` or the older `output_format`. */
export const OutputFormat = Type.Object({
  type: Type.Literal('json_schema'),
  schema: Type.Object({}),
})

const Message = component('MessagesMessage', {
  role: oneOf(['user', 'assistant', 'system']),
  content: contentOf(
    Type.Union([
      TextBlock,
      ImageBlock,
      DocumentBlock,
      ToolUseBlock,
      ToolResultBlock,
      ThinkingBlock,
    ]),
    'Text, or blocks. `file_id` is the token of a stored file',
  ),
})

/** Anthropic's request. Additional fields are ignored or read by name, never refused. */
export const MessagesBody = component('MessagesRequest', {
  model: RequestedModel,
  messages: Type.Array(Message, { minItems: 1, maxItems: 10_000 }),
  system: nullish(contentOf(TextBlock), 'Instructions'),
  stream: nullish(Type.Boolean(), 'Whether the answer comes in pieces, while it is written'),
  tools: nullish(
    Type.Array(describedAs(Type.Object({ name: Type.Optional(Type.String()) }), ClientTool)),
    'Functions that the model may call, and tools of Hearth as {type: hearth, name}. Those that Anthropic runs itself are left out',
  ),
  ...uncheckedFields({
    max_tokens: Type.Integer({ description: 'Most tokens of the answer' }),
    stop_sequences: Type.Array(Type.String(), { description: 'Texts at which the answer ends' }),
    temperature: Type.Number({ description: 'Lower is more predictable' }),
    top_p: Type.Number({ description: 'Only the likeliest tokens of this share' }),
    top_k: Type.Integer({ description: 'Only so many of the likeliest tokens' }),
    tool_choice: { ...ToolChoice, description: 'Whether the model calls a function' },
    thinking: {
      ...Fields,
      description:
        '`enabled` or `adaptive`: the answer has the thoughts of a model that shows them',
    },
    output_config: {
      ...Fields,
      description: 'With `format`, the answer is JSON that matches its schema',
    },
  }),
})
export type MessagesBody = Static<typeof MessagesBody>

const HELLO = {
  model: 'auto',
  max_tokens: 100,
  messages: [{ role: 'user', content: 'Why is the sky blue?' }],
}

export const MESSAGES_EXAMPLES: BodyExamples = {
  whole: { summary: 'A whole answer', value: HELLO },
  streamed: { summary: 'An answer in events', value: { ...HELLO, stream: true } },
}

export const COUNT_EXAMPLES: BodyExamples = {
  count: { summary: 'A question', value: HELLO },
}

const Usage = component(
  'MessagesUsage',
  { input_tokens: Type.Literal(0), output_tokens: Type.Literal(0) },
  { description: 'Always zero: usage is counted in credits' },
)

const STOP_REASON = nullable(
  Type.String({
    description:
      '`end_turn`, `max_tokens`, `tool_use`, `stop_sequence` where the engine reports it, or `refusal`',
    examples: ['end_turn'],
  }),
)
const STOP_SEQUENCE = nullable(
  Type.String({
    description:
      'The one of `stop_sequences` at which the answer ended, where the engine reports it',
    examples: ['END'],
  }),
)

const AnswerBlock = Type.Union([
  Type.Object({ type: Type.Literal('text'), text: Type.String() }),
  Type.Object({
    type: Type.Literal('thinking'),
    thinking: Type.String(),
    signature: Type.String({ description: 'Not checked when it comes back' }),
  }),
  Type.Object({
    type: Type.Literal('tool_use'),
    id: Type.String(),
    name: Type.String(),
    input: Type.Object({}, { additionalProperties: true }),
  }),
])

const AnswerMessage = component('MessagesAnswer', {
  id: Type.String({ examples: ['msg_5b0Q7sYw2Lx8'] }),
  type: Type.Literal('message'),
  role: Type.Literal('assistant'),
  model: Type.String({
    description: 'The engine and the model that have answered',
    examples: ['demo/echo'],
  }),
  content: Type.Array(AnswerBlock),
  stop_reason: STOP_REASON,
  stop_sequence: STOP_SEQUENCE,
  usage: Usage,
  ...OWN_FIELDS,
})

const Index = Type.Integer({ minimum: 0, description: 'Of the block' })

const Event = Type.Union([
  event('message_start', { message: AnswerMessage }),
  event('ping', {}),
  event('content_block_start', { index: Index, content_block: AnswerBlock }),
  event('content_block_delta', {
    index: Index,
    delta: Type.Union([
      Type.Object({ type: Type.Literal('text_delta'), text: Type.String() }),
      Type.Object({ type: Type.Literal('thinking_delta'), thinking: Type.String() }),
      Type.Object({ type: Type.Literal('signature_delta'), signature: Type.String() }),
      Type.Object({ type: Type.Literal('input_json_delta'), partial_json: Type.String() }),
    ]),
  }),
  event('content_block_stop', { index: Index }),
  event('message_delta', {
    delta: Type.Object({ stop_reason: STOP_REASON, stop_sequence: STOP_SEQUENCE }),
    usage: Usage,
    ...OWN_FIELDS,
  }),
  event('message_stop', {}),
  event('error', {
    error: AnthropicErrorObject,
    detail: Type.String(),
    code: Type.String(),
  }),
])

function event(type: string, fields: TProperties): TObject {
  return Type.Object({ type: Type.Literal(type), ...fields })
}

/** The documented answers of both surfaces. */
export const messagesResponses = {
  responses: {
    200: {
      description:
        'The answer. With `stream: true` events, each with its type in an `event:` line; the last one is `message_stop`. A failure after the headers is an event `error`. Comments and `ping` come while it waits',
      schema: AnswerMessage,
      events: Event,
    },
  },
  errors: [404, 429, 502, 503],
}

export const TokenCount = component('MessagesTokenCount', {
  input_tokens: Type.Integer({ minimum: 0, examples: [14] }),
})
