import { type Static, type TSchema, Type } from '@sinclair/typebox'
import { component, oneOf } from '../../../../platform/schemas.ts'
import { nullish } from '../../../shared/fields.ts'
import { type BodyExamples, describedAs, uncheckedFields } from '../../../shared/openapi.ts'
import { RequestedModel } from '../model-schema.ts'

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
