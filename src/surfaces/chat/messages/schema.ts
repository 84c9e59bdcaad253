import { type Static, Type } from '@sinclair/typebox'
import { ModelName } from '../model-schema.ts'

/** Blocks are read by their type, because clients send types of many beta features. */
const Block = Type.Object({ type: Type.String() })
const Content = Type.Union([Type.String(), Type.Array(Block)])

/** Anthropic's request. Additional fields are ignored or read by name, never refused. */
export const MessagesBody = Type.Object({
  model: ModelName,
  messages: Type.Array(
    Type.Object({
      role: Type.Union([Type.Literal('user'), Type.Literal('assistant'), Type.Literal('system')]),
      content: Content,
    }),
    { minItems: 1, maxItems: 10_000 },
  ),
  system: Type.Optional(Type.Union([Content, Type.Null()])),
  stream: Type.Optional(Type.Union([Type.Boolean(), Type.Null()])),
  thread: Type.Optional(Type.Unknown()),
  tools: Type.Optional(
    Type.Union([Type.Array(Type.Object({ name: Type.Optional(Type.String()) })), Type.Null()]),
  ),
})
export type MessagesBody = Static<typeof MessagesBody>
export type Block = Static<typeof Block>
export type Content = Static<typeof Content>

export const TextBlock = Type.Object({ type: Type.Literal('text'), text: Type.String() })

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

export const ImageBlock = Type.Object({ type: Type.Literal('image'), source: Source })

export const DocumentBlock = Type.Object({
  type: Type.Literal('document'),
  source: Type.Union([
    ...Source.anyOf,
    Type.Object({ type: Type.Literal('text'), data: Type.String() }),
    Type.Object({ type: Type.Literal('content'), content: Content }),
  ]),
  title: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  context: Type.Optional(Type.Union([Type.String(), Type.Null()])),
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

export const ToolUseBlock = Type.Object({
  type: Type.Literal('tool_use'),
  id: Type.String(),
  name: Type.String(),
  input: Type.Unknown(),
})

export const ToolResultBlock = Type.Object({
  type: Type.Literal('tool_result'),
  tool_use_id: Type.String(),
  content: Type.Optional(Type.Union([Content, Type.Null()])),
  is_error: Type.Optional(Type.Union([Type.Boolean(), Type.Null()])),
})

export const ThinkingBlock = Type.Object({
  type: Type.Literal('thinking'),
  thinking: Type.String(),
})

/** A function that the client runs; other tools are run by Anthropic. */
export const ClientTool = Type.Object({
  name: Type.String(),
  description: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  input_schema: Type.Object({}),
  strict: Type.Optional(Type.Union([Type.Boolean(), Type.Null()])),
})

export const ToolChoice = Type.Object({
  type: Type.Union([
    Type.Literal('auto'),
    Type.Literal('any'),
    Type.Literal('tool'),
    Type.Literal('none'),
  ]),
  name: Type.Optional(Type.String()),
  disable_parallel_tool_use: Type.Optional(Type.Union([Type.Boolean(), Type.Null()])),
})

/** What the answer is to be, by `output_config.format` or the older `output_format`. */
export const OutputFormat = Type.Object({
  type: Type.Literal('json_schema'),
  schema: Type.Object({}),
})
