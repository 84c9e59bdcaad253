import { type Static, Type } from '@sinclair/typebox'
import { AppError } from '../../../../platform/errors.ts'
import { component, oneOf } from '../../../../platform/schemas.ts'
import { nullish } from '../../../shared/fields.ts'
import type { BodyExamples } from '../../../shared/openapi.ts'
import { RequestedModel } from '../model-schema.ts'

const SENT_BACK = 'Sent back with the response'

/** Any object; what it must hold depends on its type. */
const Typed = Type.Object({ type: Type.String() }, { additionalProperties: true })
const Fields = Type.Object({}, { additionalProperties: true })

/** OpenAI's request. Additional fields are ignored or forwarded, never refused. */
export const ResponsesBody = component('ResponsesRequest', {
  model: RequestedModel,
  input: nullish(
    Type.Union([Type.String(), Type.Array(Fields, { maxItems: 10_000 })]),
    'A text, or items: messages of text, images and files, calls of functions and their outputs, `item_reference` to an item of a kept answer',
  ),
  instructions: nullish(
    Type.String(),
    'Come before all messages; those of an earlier response do not hold for this one',
  ),
  stream: nullish(Type.Boolean(), 'Whether the answer comes in pieces, while it is written'),
  store: nullish(
    Type.Boolean(),
    'Whether the answer is kept, so that it can be continued and fetched; by default it is',
  ),
  background: nullish(
    Type.Boolean(),
    'Whether to answer at once, and to go on without the client; GET gives the answer',
  ),
  previous_response_id: nullish(Type.String(), 'A kept response that this one continues'),
  include: nullish(
    Type.Array(Type.String()),
    '`message.output_text.logprobs` for the probabilities of tokens; others are ignored',
  ),
  tools: nullish(
    Type.Array(Typed),
    'Functions, namespaces of functions, custom tools, and tools of Hearth as {type: hearth, name}. Those that run on OpenAI’s servers are left out',
  ),
  tool_choice: nullish(
    Type.Union([Type.String(), Typed]),
    '`auto`, `none`, `required`, a function, or allowed tools',
  ),
  parallel_tool_calls: nullish(Type.Boolean(), 'Whether one answer may hold several calls'),
  text: nullish(
    Type.Object({ format: nullish(Typed), verbosity: nullish(Type.String()) }),
    '`format`: text, any JSON object, or JSON that matches a schema; `verbosity`',
  ),
  reasoning: nullish(
    Type.Object({ effort: nullish(Type.String()), summary: nullish(Type.String()) }),
    '`effort`: how long the model thinks',
  ),
  max_output_tokens: nullish(Type.Integer({ minimum: 1 }), 'Most tokens of the answer'),
  temperature: nullish(Type.Number(), 'From 0 to 2; lower is more predictable'),
  top_p: nullish(Type.Number(), 'From 0 to 1; only the likeliest tokens of this share'),
  presence_penalty: nullish(Type.Number(), 'From -2 to 2; above 0 for new subjects'),
  frequency_penalty: nullish(Type.Number(), 'From -2 to 2; above 0 against repetition'),
  top_logprobs: nullish(
    Type.Integer({ minimum: 0, maximum: 20 }),
    'Likeliest tokens told at each place',
  ),
  metadata: nullish(Fields, SENT_BACK),
  max_tool_calls: nullish(
    Type.Integer(),
    `${SENT_BACK}: it bounds tools that run on OpenAI’s servers`,
  ),
  service_tier: nullish(Type.String(), 'Ignored: there is one, `default`'),
  safety_identifier: nullish(Type.String(), SENT_BACK),
  prompt_cache_key: nullish(Type.String(), SENT_BACK),
  user: nullish(Type.String(), SENT_BACK),
})
export type ResponsesBody = Static<typeof ResponsesBody>

/** The same, of which only the tokens are counted. */
export const TokenCountBody = component('ResponsesTokenCountRequest', {
  ...ResponsesBody.properties,
  model: nullish(RequestedModel),
})
export type TokenCountBody = Static<typeof TokenCountBody>

/** A part of a message, or of what a function has given back. */
export const ContentPart = Type.Object({
  type: Type.String(),
  text: nullish(Type.String()),
  refusal: nullish(Type.String()),
  image_url: nullish(
    Type.Union([Type.String({ minLength: 1 }), Type.Object({ url: Type.String() })]),
  ),
  detail: nullish(Type.String()),
  file_id: nullish(Type.String({ minLength: 1 })),
  file_data: nullish(Type.String({ minLength: 1 })),
  file_url: nullish(Type.String({ minLength: 1 })),
  filename: nullish(Type.String()),
})
export type ContentPart = Static<typeof ContentPart>

const Content = Type.Union([Type.String(), Type.Array(ContentPart)])

/** A message; clients may leave its type out. */
export const MessageItem = Type.Object({
  type: Type.Optional(Type.Literal('message')),
  role: oneOf(['user', 'assistant', 'system', 'developer']),
  content: Content,
})

export const FunctionCallItem = Type.Object({
  type: Type.Literal('function_call'),
  call_id: Type.String({ minLength: 1 }),
  name: Type.String({ minLength: 1 }),
  namespace: nullish(Type.String()),
  arguments: Type.String(),
})

export const CustomCallItem = Type.Object({
  type: Type.Literal('custom_tool_call'),
  call_id: Type.String({ minLength: 1 }),
  name: Type.String({ minLength: 1 }),
  namespace: nullish(Type.String()),
  input: Type.String(),
})

/** What a function, or a custom tool, has given back. */
export const CallOutputItem = Type.Object({
  type: oneOf(['function_call_output', 'custom_tool_call_output']),
  call_id: Type.String({ minLength: 1 }),
  output: Content,
})

const Texts = nullish(Type.Array(Type.Object({ text: Type.String() })))

export const ReasoningItem = Type.Object({
  type: Type.Literal('reasoning'),
  summary: Texts,
  content: Texts,
})

/** An item of an earlier answer, by its id. */
export const ReferenceItem = Type.Object({
  type: nullish(Type.Literal('item_reference')),
  id: Type.String({ minLength: 1 }),
})

/** A function that the model may call. */
export const FunctionTool = Type.Object({
  type: Type.Literal('function'),
  name: Type.String({ minLength: 1 }),
  description: nullish(Type.String()),
  parameters: nullish(Type.Object({})),
  strict: nullish(Type.Boolean()),
})

/** A tool whose only argument is a text. */
export const CustomTool = Type.Object({
  type: Type.Literal('custom'),
  name: Type.String({ minLength: 1 }),
  description: nullish(Type.String()),
  format: nullish(Type.Object({ type: Type.String(), definition: nullish(Type.String()) })),
})

/** Tools under a common name. */
export const ToolNamespace = Type.Object({
  type: Type.Literal('namespace'),
  name: Type.String({ minLength: 1 }),
  tools: Type.Array(Typed),
})

export const JsonSchemaFormat = Type.Object({
  type: Type.Literal('json_schema'),
  name: Type.String({ minLength: 1 }),
  description: nullish(Type.String()),
  schema: Type.Object({}),
  strict: nullish(Type.Boolean()),
})

const HELLO = { model: 'auto', input: 'Why is the sky blue?' }

export const CODE_RESPONSES_EXAMPLES: BodyExamples = {
  whole: { summary: 'A whole answer', value: HELLO },
  streamed: { summary: 'An answer in pieces', value: { ...HELLO, stream: true } },
}

export const RESPONSES_EXAMPLES: BodyExamples = {
  ...CODE_RESPONSES_EXAMPLES,
  options: {
    summary: 'With instructions, and kept by nobody',
    value: { ...HELLO, instructions: 'Answer in one sentence.', store: false },
  },
}

export const COUNT_EXAMPLES: BodyExamples = {
  count: { summary: 'A question', value: HELLO },
}

/** @throws {AppError} `invalid` */
export function refuseAt(field: string, reason: string): never {
  throw new AppError('invalid', `Cannot use ${field}: ${reason}`, { param: field })
}
