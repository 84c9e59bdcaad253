import { type TSchema, Type } from '@sinclair/typebox'
import type { BodyExample } from '../../kit/openapi.ts'
import { ModelName } from '../model-schema.ts'
import {
  DocumentBlock,
  ImageBlock,
  TextBlock,
  ThinkingBlock,
  ToolChoice,
  ToolResultBlock,
  ToolUseBlock,
} from './schema.ts'

const Fields = Type.Object({}, { additionalProperties: true })
const optional = (schema: TSchema, description: string) =>
  Type.Optional(Type.Union([schema, Type.Null()], { description }))

const Text = Type.Object(TextBlock.properties, { $id: 'MessagesTextBlock' })

const Tool = Type.Object(
  {
    name: Type.String({ examples: ['get_weather'] }),
    description: Type.Optional(Type.String()),
    input_schema: Type.Object(
      {},
      { additionalProperties: true, description: 'JSON Schema of the input' },
    ),
  },
  { $id: 'MessagesTool' },
)

const Message = Type.Object(
  {
    role: Type.Union([Type.Literal('user'), Type.Literal('assistant'), Type.Literal('system')]),
    content: Type.Union(
      [
        Type.String(),
        Type.Array(
          Type.Union([
            Text,
            Type.Object(ImageBlock.properties, { $id: 'MessagesImageBlock' }),
            Type.Object(
              {
                ...DocumentBlock.properties,
                source: Type.Object(
                  {
                    type: Type.Union(
                      (['base64', 'url', 'text', 'content', 'file'] as const).map((type) =>
                        Type.Literal(type),
                      ),
                    ),
                  },
                  { additionalProperties: true },
                ),
              },
              { $id: 'MessagesDocumentBlock' },
            ),
            Type.Object(ToolUseBlock.properties, { $id: 'MessagesToolUseBlock' }),
            Type.Object(
              {
                ...ToolResultBlock.properties,
                content: Type.Optional(
                  Type.Union([Type.String(), Type.Array(Fields), Type.Null()]),
                ),
              },
              { $id: 'MessagesToolResultBlock' },
            ),
            Type.Object(ThinkingBlock.properties, { $id: 'MessagesThinkingBlock' }),
          ]),
        ),
      ],
      { description: 'Text, or blocks. `file_id` is the token of a stored file' },
    ),
  },
  { $id: 'MessagesMessage' },
)

/** What callers are told of a body; other fields are ignored. */
export const DescribedMessagesBody = Type.Object(
  {
    model: Type.String({
      ...ModelName,
      description: '`auto`, an engine, `engine/model`, or an alias; the list of models has them',
      examples: ['auto'],
    }),
    messages: Type.Array(Message, { minItems: 1, maxItems: 10_000 }),
    max_tokens: optional(Type.Integer(), 'Most tokens of the answer'),
    system: optional(Type.Union([Type.String(), Type.Array(Text)]), 'Instructions'),
    stream: optional(Type.Boolean(), 'Whether the answer comes in pieces, while it is written'),
    stop_sequences: optional(Type.Array(Type.String()), 'Texts at which the answer ends'),
    temperature: optional(Type.Number(), 'Lower is more predictable'),
    top_p: optional(Type.Number(), 'Only the likeliest tokens of this share'),
    top_k: optional(Type.Integer(), 'Only so many of the likeliest tokens'),
    tools: optional(
      Type.Array(Tool),
      'Functions that the model may call. Those that Anthropic runs itself are left out',
    ),
    tool_choice: optional(ToolChoice, 'Whether the model calls a function'),
    thinking: optional(
      Fields,
      '`enabled` or `adaptive`: the answer has the thoughts of a model that shows them',
    ),
    output_config: optional(Fields, 'With `format`, the answer is JSON that matches its schema'),
  },
  { $id: 'MessagesRequest' },
)

const HELLO = {
  model: 'auto',
  max_tokens: 100,
  messages: [{ role: 'user', content: 'Why is the sky blue?' }],
}

export const MESSAGES_EXAMPLES: Readonly<Record<string, BodyExample>> = {
  whole: { summary: 'A whole answer', value: HELLO },
  streamed: { summary: 'An answer in events', value: { ...HELLO, stream: true } },
}

export const COUNT_EXAMPLES: Readonly<Record<string, BodyExample>> = {
  count: { summary: 'A question', value: HELLO },
}
