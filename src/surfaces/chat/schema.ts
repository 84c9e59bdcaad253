import { type Static, Type } from '@sinclair/typebox'
import { ChatInput } from '../../core/text/chat.ts'

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

/** Fields that are forwarded to engines unchanged: those of OpenAI and of local model servers. */
const FORWARDED_FIELDS: ReadonlySet<string> = new Set([
  'temperature',
  'top_p',
  'top_k',
  'min_p',
  'typical_p',
  'max_tokens',
  'max_completion_tokens',
  'stop',
  'seed',
  'presence_penalty',
  'frequency_penalty',
  'repeat_penalty',
  'repetition_penalty',
  'logit_bias',
  'logprobs',
  'top_logprobs',
  'tools',
  'tool_choice',
  'parallel_tool_calls',
  'functions',
  'function_call',
  'response_format',
  'reasoning_effort',
  'verbosity',
  'grammar',
  'guided_json',
  'chat_template_kwargs',
  'cache_prompt',
  'min_tokens',
  'ignore_eos',
  'structured_outputs',
  'mirostat',
  'mirostat_tau',
  'mirostat_eta',
])

export function chatInput(body: ChatBody): ChatInput {
  const options: Record<string, unknown> = {}
  for (const name in body) {
    if (!FORWARDED_FIELDS.has(name)) continue
    const value: unknown = Reflect.get(body, name)
    if (value !== null) options[name] = value
  }
  return { model: body.model, messages: body.messages, options, stream: body.stream === true }
}

export const ModelList = Type.Object(
  {
    object: Type.Literal('list'),
    data: Type.Array(
      Type.Object({
        id: Type.String(),
        object: Type.Literal('model'),
        created: Type.Integer(),
        owned_by: Type.String(),
      }),
    ),
  },
  { $id: 'ModelList' },
)

const Usage = Type.Object({
  prompt_tokens: Type.Literal(0),
  completion_tokens: Type.Literal(0),
  total_tokens: Type.Literal(0),
})

const Completion = Type.Object(
  {
    id: Type.String(),
    object: Type.Literal('chat.completion'),
    created: Type.Integer(),
    model: Type.String(),
    choices: Type.Array(
      Type.Object({
        index: Type.Literal(0),
        message: Type.Object({
          role: Type.Literal('assistant'),
          content: Type.Union([Type.String(), Type.Null()]),
          refusal: Type.Unknown(),
        }),
        finish_reason: Type.String(),
        logprobs: Type.Unknown(),
      }),
    ),
    usage: Usage,
  },
  { $id: 'ChatCompletion' },
)

/** The documented answers of both chat surfaces. */
export const chatResponses = {
  responses: {
    200: {
      description: 'The answer; with stream: true, chat.completion.chunk events and [DONE]',
      schema: Completion,
      alternatives: ['text/event-stream'],
    },
  },
  errors: [404, 429, 502, 503],
}
