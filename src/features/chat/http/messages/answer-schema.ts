import { type TObject, type TProperties, Type } from '@sinclair/typebox'
import { component } from '../../../../platform/schemas.ts'
import { nullable } from '../../../shared/fields.ts'
import { AnthropicErrorObject } from '../../../shared/provider-errors.ts'
import { OWN_FIELDS } from '../dialect.ts'

const Usage = component(
  'MessagesUsage',
  { input_tokens: Type.Literal(0), output_tokens: Type.Literal(0) },
  { description: 'Always zero: usage is counted in credits' },
)

const STOP_REASON = nullable(
  Type.String({
    description: '`end_turn`, `max_tokens`, `tool_use`, `stop_sequence` or `refusal`',
    examples: ['end_turn'],
  }),
)
const STOP_SEQUENCE = Type.Null()

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

const Message = component('MessagesAnswer', {
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
  event('message_start', { message: Message }),
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
      schema: Message,
      events: Event,
    },
  },
  errors: [404, 429, 502, 503],
}

export const TokenCount = component('MessagesTokenCount', {
  input_tokens: Type.Integer({ minimum: 0, examples: [14] }),
})
