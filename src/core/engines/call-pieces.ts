import { Type } from '@sinclair/typebox'
import { matches } from '../../platform/check.ts'
import { randomId } from '../../platform/ids.ts'
import { tryParseJson } from '../../platform/json.ts'

const Piece = Type.Object({
  index: Type.Optional(Type.Unknown()),
  id: Type.Optional(Type.Unknown()),
  function: Type.Optional(
    Type.Object({
      name: Type.Optional(Type.Unknown()),
      arguments: Type.Optional(Type.Unknown()),
    }),
  ),
})

/** A piece of a function call of a streamed answer. */
export interface CallPiece {
  /** Number of the call in the answer, from 0. */
  call: number
  /** Whether it is the first piece of its call, which has the id and the name. */
  isFirst: boolean
  id: string
  name: string
  /** The next characters of the arguments. */
  arguments: string
}

interface Call {
  id: string
  name: string
}

/**
 * Reads the function calls of a streamed answer from the deltas of chat completions. Servers differ:
 * some leave out the index or the id, or number every call of an answer 0.
 */
export class CallPieces {
  readonly #calls: Call[] = []
  /** Number of the call by the server's index. */
  readonly #byIndex = new Map<unknown, number>()

  /** @param toolCalls The field `tool_calls` of a delta */
  read(toolCalls: unknown): CallPiece[] {
    if (!Array.isArray(toolCalls)) return []
    return toolCalls.flatMap((piece: unknown) => {
      if (!matches(Piece, piece)) return []
      const name = textOf(piece.function?.name)
      const given = piece.function?.arguments
      const text =
        typeof given === 'object' && given !== null ? JSON.stringify(given) : textOf(given)
      return [this.#piece(piece.index, textOf(piece.id), name, text)]
    })
  }

  #piece(index: unknown, id: string, name: string, text: string): CallPiece {
    const known = this.#byIndex.get(index)
    const call = known === undefined ? undefined : this.#calls[known]
    // Without an index and an id, only the name says that another call starts.
    const isNamedAnew = name !== '' && (id === '' ? index === undefined : id !== call?.id)
    const isOther = call === undefined || isNamedAnew
    if (!isOther && known !== undefined)
      return { call: known, isFirst: false, ...call, arguments: text }
    const added = { id: id === '' ? randomId('call_') : id, name }
    const number = this.#calls.push(added) - 1
    this.#byIndex.set(index, number)
    return { call: number, isFirst: true, ...added, arguments: text }
  }
}

/** A function call of a whole answer. */
export interface WholeCall {
  id: string
  name: string
  /** An object, whatever the model has written. */
  input: object
}

/** The calls of a whole answer. @param toolCalls The field `tool_calls` of its message */
export function wholeCalls(toolCalls: unknown): WholeCall[] {
  const calls: { id: string; name: string; text: string }[] = []
  for (const { call, id, name, arguments: text } of new CallPieces().read(toolCalls)) {
    const known = calls[call]
    if (known === undefined) calls.push({ id, name, text })
    else known.text += text
  }
  return calls.map(({ id, name, text }) => ({ id, name, input: argumentsObject(text) }))
}

/** Arguments as an object; text that is no JSON of one is its only field. */
function argumentsObject(text: string): object {
  if (text.trim() === '') return {}
  const json = tryParseJson(text)
  const value: unknown = json.ok ? json.value : undefined
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  return isObject ? value : { arguments: text }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
