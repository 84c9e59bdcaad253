import { type Static, type TSchema, Type } from '@sinclair/typebox'
import { nullish } from '../../../shared/fields.ts'
import { type BodyExamples, uncheckedFields } from '../../../shared/openapi.ts'
import { ChatInput } from '../../chat.ts'
import { RequestedModel } from '../model-schema.ts'
import { FORWARDED_FIELDS, ToolCall } from './forwarded-fields.ts'

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
