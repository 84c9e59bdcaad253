import { Type } from '@sinclair/typebox'
import { matches } from '../../platform/check.ts'
import { tryParseJson } from '../../platform/try-parse-json.ts'
import type { Message } from '../contract/text.ts'

/** The key of a reply that calls functions; not OpenAI's word, which answers about APIs are full of. */
export const CALLS_KEY = 'call_functions'

/** A call of a function of the caller's. */
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

/** The calls that an earlier answer made, from the field `tool_calls` of its message. */
export function toolCallsOf(message: Message): ToolCall[] {
  const calls: unknown = Reflect.get(message, 'tool_calls')
  if (message.role !== 'assistant' || !matches(PastCalls, calls)) return []
  return calls.map(({ id = '', function: { name, arguments: text } }) => ({
    id,
    name,
    arguments: text,
  }))
}

/** Calls in the form in which an engine is asked to write them. */
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
