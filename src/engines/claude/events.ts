import { type Static, Type } from '@sinclair/typebox'
import { matches } from '../../platform/check.ts'
import { tryParseJson } from '../../platform/json.ts'

const Text = Type.Optional(Type.Union([Type.String(), Type.Null()]))

const StreamEvent = Type.Object({
  type: Type.Literal('stream_event'),
  parent_tool_use_id: Text,
  event: Type.Object({
    type: Type.String(),
    delta: Type.Optional(
      Type.Object({ type: Text, text: Type.Optional(Type.String()), stop_reason: Text }),
    ),
  }),
})
export type StreamEvent = Static<typeof StreamEvent>

const AssistantEvent = Type.Object({
  type: Type.Literal('assistant'),
  parent_tool_use_id: Text,
  error: Text,
  message: Type.Object({
    model: Text,
    content: Type.Array(Type.Object({ type: Type.String(), text: Type.Optional(Type.String()) })),
    stop_reason: Text,
  }),
})
export type AssistantEvent = Static<typeof AssistantEvent>

const RateLimitEvent = Type.Object({
  type: Type.Literal('rate_limit_event'),
  rate_limit_info: Type.Object({
    status: Type.String(),
    resetsAt: Type.Optional(Type.Union([Type.Number(), Type.Null()])),
    rateLimitType: Text,
    isUsingOverage: Type.Optional(Type.Union([Type.Boolean(), Type.Null()])),
  }),
})
export type RateLimitInfo = Static<typeof RateLimitEvent>['rate_limit_info']

const InitEvent = Type.Object({
  type: Type.Literal('system'),
  subtype: Type.Literal('init'),
  tools: Type.Optional(Type.Unknown()),
  apiKeySource: Type.Optional(Type.Unknown()),
})
export type InitEvent = Static<typeof InitEvent>

const RetryEvent = Type.Object({
  type: Type.Literal('system'),
  subtype: Type.Literal('api_retry'),
  error: Text,
  error_status: Type.Optional(Type.Union([Type.Number(), Type.Null()])),
  retry_delay_ms: Type.Optional(Type.Number()),
})
export type RetryEvent = Static<typeof RetryEvent>

const ResultEvent = Type.Object({
  type: Type.Literal('result'),
  subtype: Type.Optional(Type.String()),
  is_error: Type.Optional(Type.Boolean()),
  result: Text,
  errors: Type.Optional(Type.Array(Type.Unknown())),
  api_error_status: Type.Optional(Type.Union([Type.Number(), Type.Null()])),
  stop_reason: Text,
  structured_output: Type.Optional(Type.Unknown()),
})
export type ResultEvent = Static<typeof ResultEvent>

export type ClaudeEvent =
  | StreamEvent
  | AssistantEvent
  | Static<typeof RateLimitEvent>
  | InitEvent
  | RetryEvent
  | ResultEvent

/** One shape for each type of line that is used; other lines are skipped. */
const SHAPES = {
  stream_event: [StreamEvent],
  assistant: [AssistantEvent],
  rate_limit_event: [RateLimitEvent],
  system: [InitEvent, RetryEvent],
  result: [ResultEvent],
} as const

/** Parses one line of stdout; undefined for a line that is not JSON or not used. */
export function claudeEvent(line: string): ClaudeEvent | undefined {
  if (!/^\s*\{/.test(line)) return undefined
  const { value } = tryParseJson(line)
  const type: unknown = Reflect.get(Object(value), 'type')
  if (typeof type !== 'string' || !isKnown(type)) return undefined
  for (const shape of SHAPES[type]) if (matches(shape, value)) return value
  return undefined
}

function isKnown(type: string): type is keyof typeof SHAPES {
  return Object.hasOwn(SHAPES, type)
}
