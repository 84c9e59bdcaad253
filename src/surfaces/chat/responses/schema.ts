import { type Static, type TSchema, Type } from '@sinclair/typebox'
import { ModelName } from '../model-schema.ts'

const nullish = <schema extends TSchema>(schema: schema) =>
  Type.Optional(Type.Union([schema, Type.Null()]))

/** Any object; what it must hold depends on its type. */
const Typed = Type.Object({ type: Type.String() }, { additionalProperties: true })
const Fields = Type.Object({}, { additionalProperties: true })

/** OpenAI's request. Additional fields are ignored or forwarded, never refused. */
export const ResponsesBody = Type.Object({
  model: ModelName,
  input: nullish(Type.Union([Type.String(), Type.Array(Fields, { maxItems: 10_000 })])),
  instructions: nullish(Type.String()),
  stream: nullish(Type.Boolean()),
  store: nullish(Type.Boolean()),
  background: nullish(Type.Boolean()),
  previous_response_id: nullish(Type.String()),
  include: nullish(Type.Array(Type.String())),
  tools: nullish(Type.Array(Typed)),
  tool_choice: nullish(Type.Union([Type.String(), Typed])),
  parallel_tool_calls: nullish(Type.Boolean()),
  text: nullish(Type.Object({ format: nullish(Typed), verbosity: nullish(Type.String()) })),
  reasoning: nullish(
    Type.Object({ effort: nullish(Type.String()), summary: nullish(Type.String()) }),
  ),
  max_output_tokens: nullish(Type.Integer({ minimum: 1 })),
  temperature: nullish(Type.Number()),
  top_p: nullish(Type.Number()),
  presence_penalty: nullish(Type.Number()),
  frequency_penalty: nullish(Type.Number()),
  top_logprobs: nullish(Type.Integer({ minimum: 0, maximum: 20 })),
  metadata: nullish(Fields),
  max_tool_calls: nullish(Type.Integer()),
  service_tier: nullish(Type.String()),
  safety_identifier: nullish(Type.String()),
  prompt_cache_key: nullish(Type.String()),
  user: nullish(Type.String()),
})
export type ResponsesBody = Static<typeof ResponsesBody>

/** The same, of which only the tokens are counted. */
export const TokenCountBody = Type.Composite([
  Type.Omit(ResponsesBody, ['model']),
  Type.Object({ model: nullish(ModelName) }),
])
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
  role: Type.Union([
    Type.Literal('user'),
    Type.Literal('assistant'),
    Type.Literal('system'),
    Type.Literal('developer'),
  ]),
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
  type: Type.Union([Type.Literal('function_call_output'), Type.Literal('custom_tool_call_output')]),
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
