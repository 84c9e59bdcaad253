import { Type } from '@sinclair/typebox'
import { matches } from '../../platform/check.ts'
import { randomId } from '../../platform/ids.ts'
import type { Answer } from '../text/collect-answer.ts'
import type { ToolCall } from './pieces.ts'

/** Calls of one answer that are made; further ones are left out. See Limits. */
export const MAX_CALLS = 8
const MAX_ARGUMENT_CHARACTERS = 400_000
const MAX_NAME_CHARACTERS = 200
/** Longer ids are replaced: they are sent again with each question. */
const MAX_ID_CHARACTERS = 200

const Call = Type.Object({
  id: Type.Optional(Type.Unknown()),
  function: Type.Object({
    name: Type.String(),
    arguments: Type.Optional(Type.Unknown()),
  }),
})

/** The calls of an answer that are made, and how many are not. */
interface ReadCalls {
  calls: ToolCall[]
  left: number
}

/** Reads the calls of an answer. Servers differ in how they write them. */
export function callsOf({ extra }: Answer): ReadCalls {
  const given = extra['tool_calls']
  if (!Array.isArray(given)) return { calls: [], left: 0 }
  const ids = new Set<string>()
  const calls = given.slice(0, MAX_CALLS).flatMap((call: unknown): ToolCall[] => {
    if (!matches(Call, call)) return []
    const { name, arguments: values = '{}' } = call.function
    const text = typeof values === 'string' ? values : JSON.stringify(values)
    return [
      {
        id: newId(call.id, ids),
        name: name.slice(0, MAX_NAME_CHARACTERS),
        // What is too long is then no JSON, and is refused as such.
        arguments: text.slice(0, MAX_ARGUMENT_CHARACTERS),
      },
    ]
  })
  return { calls, left: Math.max(0, given.length - MAX_CALLS) }
}

/** Results are told apart by the ids of their calls. */
function newId(given: unknown, taken: Set<string>): string {
  const isFit = typeof given === 'string' && given !== '' && given.length <= MAX_ID_CHARACTERS
  const id = isFit && !taken.has(given) ? given : randomId('call_')
  taken.add(id)
  return id
}
