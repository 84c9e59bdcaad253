import type { Capabilities, Turn } from '../contract/text.ts'
import {
  JsonReplyFilter,
  jsonInstruction,
  schemaOf,
  wantsJson,
  withInstruction,
} from './json-reply.ts'
import type { ReplyFilter } from './reply-filter.ts'
import { ToolCallFilter } from './tool-filter.ts'
import { toolsOf } from './tool-protocol.ts'

/** A turn in the form in which a dialect takes it, and the filters of its answer. */
export interface ShapedTurn {
  turn: Turn
  filters: readonly ReplyFilter[]
}

/**
 * Turns what a command-line tool cannot take into instructions: functions, and JSON without a
 * schema. The dialect gets a conversation, and a schema where the tool can follow one.
 */
export function shapeTurn(turn: Turn, capabilities: Capabilities): ShapedTurn {
  const tools = capabilities.tools ? toolsOf(turn) : undefined
  const { tools: _tools, tool_choice: _choice, response_format: format, ...options } = turn.options
  if (tools !== undefined) {
    // The schema would forbid the function calls, so it becomes an instruction too.
    const instructions = wantsJson(turn) ? [jsonInstruction(schemaOf(turn))] : []
    const text = [tools.instruction, ...instructions.map((one) => `Without a call: ${one}`)].join(
      '\n\n',
    )
    return {
      turn: { ...turn, options, messages: withInstruction(turn.messages, text) },
      filters: [new ToolCallFilter(tools, turn)],
    }
  }
  if (!wantsJson(turn)) return { turn: { ...turn, options }, filters: [] }
  const filters = [new JsonReplyFilter()]
  if (schemaOf(turn) !== undefined)
    return { turn: { ...turn, options: { ...options, response_format: format } }, filters }
  const messages = withInstruction(turn.messages, jsonInstruction(undefined))
  return { turn: { ...turn, options, messages }, filters }
}
