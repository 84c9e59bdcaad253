import { type Static, Type } from '@sinclair/typebox'
import { ChatInput } from '../../core/text/chat.ts'
import { nullable } from '../kit/nullable.ts'
import { FORWARDED_FIELDS } from './forwarded-fields.ts'

/** Encoded JSON. See Limits. */
export const MAX_CHAT_BYTES = 60 * 1024 * 1024

/** Encoded JSON on the code surface, which accepts text only. See Limits. */
export const MAX_CODE_CHAT_BYTES = 4 * 1024 * 1024

/** OpenAI's request. Additional fields are ignored or forwarded, never refused. */
export const ChatBody = Type.Object({
  model: Type.String({ minLength: 1 }),
  messages: Type.Array(ChatInput.properties.messages.items, { minItems: 1, maxItems: 10_000 }),
  stream: Type.Optional(Type.Union([Type.Boolean(), Type.Null()])),
  stream_options: Type.Optional(
    Type.Union([Type.Object({ include_usage: Type.Optional(Type.Boolean()) }), Type.Null()]),
  ),
  n: Type.Optional(Type.Union([Type.Literal(1), Type.Null()])),
})
export type ChatBody = Static<typeof ChatBody>

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

export function chatInput(body: ChatBody): ChatInput {
  const options: Record<string, unknown> = {}
  for (const name in body) {
    if (!(name in FORWARDED_FIELDS)) continue
    const value: unknown = Reflect.get(body, name)
    if (value !== null) options[name] = value
  }
  return { model: body.model, messages: body.messages, options, stream: body.stream === true }
}

/** One model as OpenAI describes it, with what is known of it. */
export const Model = Type.Object(
  {
    id: Type.String({ description: 'As a request names it in model' }),
    object: Type.Literal('model'),
    created: Type.Integer({ description: 'When the list was made, seconds since 1970' }),
    owned_by: Type.String({ description: 'Id of its engine; hearth for auto' }),
    context_length: nullable(
      Type.Integer({
        description: 'Tokens that prompt and answer may have together; null when it is unknown',
      }),
    ),
    capabilities: Type.Array(
      Type.Union([Type.Literal('completion'), Type.Literal('vision'), Type.Literal('tools')]),
      {
        description:
          'What the model is known to do: vision reads images, tools calls functions. What is not listed may be unknown, and is then not refused',
      },
    ),
    available: Type.Boolean({
      description:
        'False while it is known that it cannot answer: its server is not reached, or all its accounts are out of quota, signed out or switched off',
    }),
  },
  { $id: 'Model' },
)

export const ModelParams = Type.Object({ model: Type.String({ minLength: 1 }) })

export const ModelList = Type.Object(
  { object: Type.Literal('list'), data: Type.Array(Model) },
  { $id: 'ModelList' },
)
