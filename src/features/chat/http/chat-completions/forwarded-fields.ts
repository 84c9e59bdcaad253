import { type TSchema, Type } from '@sinclair/typebox'
import { component, oneOf } from '../../../../platform/schemas.ts'
import { OwnTool } from '../own-tools.ts'

const Count = Type.Integer({ minimum: 0 })
const Fields = Type.Object({}, { additionalProperties: true })

/** A function that the model may call. */
const Tool = component('ChatTool', {
  type: Type.Literal('function'),
  function: Type.Object({
    name: Type.String({ examples: ['get_weather'] }),
    description: Type.Optional(Type.String()),
    parameters: Type.Optional(
      Type.Object({}, { additionalProperties: true, description: 'JSON Schema of the arguments' }),
    ),
    strict: Type.Optional(Type.Union([Type.Boolean(), Type.Null()])),
  }),
})

const ToolChoice = Type.Union([
  oneOf(['none', 'auto', 'required']),
  Type.Object({
    type: Type.Literal('function'),
    function: Type.Object({ name: Type.String() }),
  }),
])

const ResponseFormat = Type.Union([
  Type.Object({ type: Type.Literal('text') }),
  Type.Object({ type: Type.Literal('json_object') }),
  Type.Object({
    type: Type.Literal('json_schema'),
    json_schema: Type.Object({
      name: Type.String(),
      description: Type.Optional(Type.String()),
      schema: Type.Optional(
        Type.Object({}, { additionalProperties: true, description: 'JSON Schema' }),
      ),
      strict: Type.Optional(Type.Union([Type.Boolean(), Type.Null()])),
    }),
  }),
])

/** Words about a field of local model servers, which OpenAI does not have. */
const local = (words: string) => `${words}. Read by local model servers`

/**
 * Fields that are forwarded to engines unchanged: those of OpenAI and of local model servers. The
 * schemas are what callers are told. They are not checked, because clients send odd values and the
 * engine knows best; null counts as absent.
 */
export const FORWARDED_FIELDS: Readonly<Record<string, TSchema>> = {
  temperature: Type.Number({ description: 'From 0 to 2; lower is more predictable' }),
  top_p: Type.Number({ description: 'From 0 to 1; only the likeliest tokens of this share' }),
  max_tokens: Type.Integer({ description: 'Most tokens of the answer' }),
  max_completion_tokens: Type.Integer({ description: 'The newer name of `max_tokens`' }),
  stop: Type.Union([Type.String(), Type.Array(Type.String())], {
    description: 'Texts at which the answer ends',
  }),
  seed: Type.Integer({ description: 'For answers that can be repeated' }),
  tools: Type.Array(Type.Union([Tool, OwnTool]), {
    description: 'Functions that the model may call, where the engine can, and tools of Hearth',
  }),
  tool_choice: Type.Union(ToolChoice.anyOf, {
    description: 'Whether the model calls a function: as it likes, never, always, or a named one',
  }),
  parallel_tool_calls: Type.Boolean({ description: 'Whether one answer may hold several calls' }),
  response_format: Type.Union(ResponseFormat.anyOf, {
    description: 'Text, any JSON object, or JSON that matches a schema',
  }),
  reasoning_effort: Type.String({ description: 'How long the model thinks', examples: ['low'] }),
  verbosity: Type.String({ description: 'How long the answer is', examples: ['low'] }),
  presence_penalty: Type.Number({ description: 'From -2 to 2; above 0 for new subjects' }),
  frequency_penalty: Type.Number({ description: 'From -2 to 2; above 0 against repetition' }),
  logit_bias: Type.Record(Type.String(), Type.Number(), { description: 'By token id' }),
  logprobs: Type.Boolean({ description: 'Whether to tell the probability of each token' }),
  top_logprobs: Type.Integer({ description: 'Likeliest tokens told at each place' }),
  top_k: Type.Integer({ description: local('Only so many of the likeliest tokens') }),
  min_p: Type.Number({ description: local('Only tokens of this share of the likeliest one') }),
  typical_p: Type.Number({ description: local('Locally typical sampling') }),
  min_tokens: Type.Integer({ description: local('Fewest tokens of the answer') }),
  ignore_eos: Type.Boolean({ description: local('Whether to go on after the end token') }),
  repeat_penalty: Type.Number({ description: local('Above 1 against repetition') }),
  repetition_penalty: Type.Number({ description: local('The same, as vLLM calls it') }),
  mirostat: Type.Integer({ description: local('Mirostat sampling: 0, 1 or 2') }),
  mirostat_tau: Type.Number({ description: local('Target of Mirostat') }),
  mirostat_eta: Type.Number({ description: local('Rate of Mirostat') }),
  grammar: Type.String({ description: local('A GBNF grammar of the answer') }),
  guided_json: Type.Unknown({ description: local('A JSON Schema of the answer') }),
  structured_outputs: Type.Object(
    {},
    { additionalProperties: true, description: local('Form of the answer, as vLLM has it') },
  ),
  chat_template_kwargs: Type.Object(
    {},
    { additionalProperties: true, description: local('Values of the chat template') },
  ),
  cache_prompt: Type.Boolean({ description: local('Whether to keep the prompt’s state') }),
  functions: Type.Array(Fields, { deprecated: true, description: 'Replaced by `tools`' }),
  function_call: Type.Union([Type.String(), Fields], {
    deprecated: true,
    description: 'Replaced by `tool_choice`',
  }),
}

/** A call of a function that the model asks for. */
export const ToolCall = component('ChatToolCall', {
  id: Type.Optional(Type.String({ examples: ['call_1'] })),
  type: Type.Optional(Type.Literal('function')),
  function: Type.Object({
    name: Type.String({ examples: ['get_weather'] }),
    arguments: Type.String({ description: 'JSON', examples: ['{"city":"Oslo"}'] }),
  }),
})

/** A part of a call in a chunk; the parts of one `index` belong together. */
export const ToolCallDelta = component('ChatToolCallDelta', {
  index: Count,
  id: Type.Optional(Type.String()),
  type: Type.Optional(Type.Literal('function')),
  function: Type.Optional(
    Type.Object({
      name: Type.Optional(Type.String()),
      arguments: Type.Optional(Type.String()),
    }),
  ),
})
