import { type Static, Type } from '@sinclair/typebox'
import { ChatInput } from '../../../core/text/chat.ts'
import { ModelName } from '../model-schema.ts'

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

/** A message as an engine gets it, or with files among its parts. */
const ChatMessage = Type.Object({
  role,
  content: Type.Optional(
    Type.Union([
      Type.String(),
      Type.Array(Type.Union([...parts.items.anyOf, FilePart])),
      Type.Null(),
    ]),
  ),
})

/** OpenAI's request. Additional fields are ignored or forwarded, never refused. */
export const ChatBody = Type.Object({
  model: ModelName,
  messages: Type.Array(ChatMessage, { minItems: 1, maxItems: 10_000 }),
  stream: Type.Optional(Type.Union([Type.Boolean(), Type.Null()])),
  stream_options: Type.Optional(
    Type.Union([Type.Object({ include_usage: Type.Optional(Type.Boolean()) }), Type.Null()]),
  ),
  n: Type.Optional(Type.Union([Type.Literal(1), Type.Null()])),
})
export type ChatBody = Static<typeof ChatBody>
export type ChatPart = Static<typeof FilePart> | Static<typeof parts.items>

const TextMessage = Type.Composite([
  Type.Omit(ChatInput.properties.messages.items, ['content']),
  Type.Object({
    content: Type.Optional(
      Type.Union([
        Type.String(),
        Type.Array(Type.Object({ type: Type.Literal('text'), text: Type.String() })),
        Type.Null(),
      ]),
    ),
  }),
])

/** The request on the code surface, whose messages have text only. See Limits. */
export const CodeChatBody = Type.Composite([
  Type.Omit(ChatBody, ['messages']),
  Type.Object({ messages: Type.Array(TextMessage, { minItems: 1, maxItems: 10_000 }) }),
])
