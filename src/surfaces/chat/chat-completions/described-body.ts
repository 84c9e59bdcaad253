import { type TSchema, Type } from '@sinclair/typebox'
import type { BodyExample } from '../../kit/openapi.ts'
import { FORWARDED_FIELDS, ToolCall } from './forwarded-fields.ts'
import { ChatBody, CodeChatBody } from './schema.ts'

const nullish = (schema: TSchema) => {
  const { description, deprecated, ...rest } = schema
  const words = {
    ...(description === undefined ? {} : { description }),
    ...(deprecated === undefined ? {} : { deprecated }),
  }
  return Type.Optional(Type.Union([{ ...schema, ...rest }, Type.Null()], words))
}

/** What callers are told of a body: its checked fields, and those that are forwarded. */
function describedBody(body: typeof ChatBody | typeof CodeChatBody, name: string) {
  const { messages, model, stream, stream_options, n } = body.properties
  return Type.Object(
    {
      model: Type.String({
        ...model,
        description: '`auto`, an engine, or `engine/model`; the list of models has them',
        examples: ['auto'],
      }),
      messages: Type.Array(describedMessage(messages.items.properties, `${name}Message`), {
        minItems: messages.minItems ?? 0,
        maxItems: messages.maxItems ?? 0,
        description: 'The conversation so far, the oldest first',
      }),
      stream: described(stream, 'Whether the answer comes in pieces, while it is written'),
      stream_options: described(
        stream_options,
        'With `include_usage`, a last chunk has the token counts, which are always zero',
      ),
      ...Object.fromEntries(
        Object.entries(FORWARDED_FIELDS).map(([field, schema]) => [field, nullish(schema)]),
      ),
      n: described(n, 'One answer for each request'),
    },
    { $id: name },
  )
}

interface MessageFields {
  role: TSchema
  content: TSchema
}

function describedMessage({ role, content }: MessageFields, name: string) {
  return Type.Object(
    {
      role,
      content: described(content, 'Text, or parts; null beside `tool_calls`'),
      name: Type.Optional(Type.String({ description: 'Distinguishes writers of one role' })),
      tool_calls: Type.Optional(
        Type.Array(ToolCall, { description: 'Of an assistant: what it has called' }),
      ),
      tool_call_id: Type.Optional(Type.String({ description: 'Of a tool: the call it answers' })),
    },
    { $id: name },
  )
}

function described<schema extends TSchema>(schema: schema, description: string): schema {
  return { ...schema, description }
}

export const DescribedChatBody = describedBody(ChatBody, 'ChatRequest')
export const DescribedCodeChatBody = describedBody(CodeChatBody, 'CodeChatRequest')

const HELLO = { model: 'auto', messages: [{ role: 'user', content: 'Why is the sky blue?' }] }

export const CODE_CHAT_EXAMPLES: Readonly<Record<string, BodyExample>> = {
  whole: { summary: 'A whole answer', value: HELLO },
  streamed: { summary: 'An answer in pieces', value: { ...HELLO, stream: true } },
}

export const CHAT_EXAMPLES: Readonly<Record<string, BodyExample>> = {
  ...CODE_CHAT_EXAMPLES,
  options: {
    summary: 'With instructions and a bound',
    value: {
      model: 'auto',
      messages: [
        { role: 'system', content: 'Answer in one sentence.' },
        { role: 'user', content: 'Why is the sky blue?' },
      ],
      temperature: 0.2,
      max_tokens: 100,
    },
  },
}
