import { Type } from '@sinclair/typebox'
import { matches } from '../../platform/check.ts'
import { tryParseJson } from '../../platform/try-parse-json.ts'
import type { Message } from '../contract/text.ts'

/**
 * The key of a reply that calls functions. Not `tool_calls`, which occurs in ordinary answers about
 * APIs.
 */
export const CALLS_KEY = 'call_functions'

/** A call of one of the caller's functions. */
export interface ToolCall {
  id: string
  name: string
  /** JSON. */
  arguments: string
}

const PastCalls = Type.Array(
  Type.Object({
    id: Type.Optional(Type.String()),
    function: Type.Object({ name: Type.String(), arguments: Type.String() }),
  }),
)

/** The calls of an earlier answer, from its message's `tool_calls`. */
export function toolCallsOf(message: Message): ToolCall[] {
  const calls: unknown = Reflect.get(message, 'tool_calls')
  if (message.role !== 'assistant' || !matches(PastCalls, calls)) return []
  return calls.map(({ id = '', function: { name, arguments: text } }) => ({
    id,
    name,
    arguments: text,
  }))
}

/** Calls in the format that the model is instructed to use. */
export function callsText(calls: readonly ToolCall[]): string {
  return JSON.stringify({
    [CALLS_KEY]: calls.map(({ id, name, arguments: text }) => ({
      ...(id === '' ? {} : { id }),
      name,
      arguments: parsed(text),
    })),
  })
}

function parsed(text: string): unknown {
  const json = tryParseJson(text)
  return json.ok ? json.value : text
}
