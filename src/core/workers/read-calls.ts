import { Type } from '@sinclair/typebox'
import { matches } from '../../platform/check.ts'
import { randomId } from '../../platform/ids.ts'
import type { Answer } from '../text/collect-answer.ts'
import type { ToolCall } from './pieces.ts'

/** Calls of one answer that are made; further ones are left out. See Limits. */
export const MAX_CALLS = 8
const MAX_ARGUMENT_CHARACTERS = 400_000

const Call = Type.Object({
  id: Type.Optional(Type.String()),
  function: Type.Object({
    name: Type.String(),
    arguments: Type.Optional(Type.Unknown()),
  }),
})

/** The calls of an answer. Servers differ in how they write them. */
export function callsOf({ extra }: Answer): ToolCall[] {
  const calls = extra['tool_calls']
  if (!Array.isArray(calls)) return []
  return calls.slice(0, MAX_CALLS).flatMap((call: unknown) => {
    if (!matches(Call, call)) return []
    const { name, arguments: given = '{}' } = call.function
    const text = typeof given === 'string' ? given : JSON.stringify(given)
    return [
      {
        id: call.id === undefined || call.id === '' ? randomId('call_') : call.id,
        name: name.slice(0, 200),
        // What is too long is then no JSON, and is refused as such.
        arguments: text.slice(0, MAX_ARGUMENT_CHARACTERS),
      },
    ]
  })
}
