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

/** A turn as a tool's dialect gets it, and what is done with its answer. */
export interface ShapedTurn {
  turn: Turn
  filters: readonly ReplyFilter[]
}

/**
 * Puts into words what no command-line tool can take from a caller: functions, and JSON without a
 * schema. The dialect then sees a conversation, and a schema where it can keep to one by itself.
 */
export function shapeTurn(turn: Turn, capabilities: Capabilities): ShapedTurn {
  const tools = capabilities.tools ? toolsOf(turn) : undefined
  const { tools: _tools, tool_choice: _choice, response_format: format, ...options } = turn.options
  if (tools !== undefined) {
    // A schema would forbid the calls: it goes into words too.
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
