import { Type } from '@sinclair/typebox'
import { AppError } from '../../../platform/errors.ts'
import { MAX_OWN_TOOLS } from '../own-tools.ts'
import type { ReadChat } from './dialect.ts'

const TYPE = 'hearth'

/** A tool of this service among the functions of a request, in every dialect. */
export const OwnTool = Type.Object(
  {
    type: Type.Literal(TYPE),
    name: Type.String({ examples: ['read_page'] }),
  },
  {
    $id: 'HearthTool',
    description: 'A tool of this service, which runs it; GET /api/assistants lists them',
  },
)

/**
 * A request with the tools of this service that it names, which are no functions of the caller's.
 *
 * @param body The request, whose `tools` every dialect has in the same place
 * @throws {AppError} `invalid`
 */
export function withOwnTools(chat: ReadChat, body: unknown, origin: () => string): ReadChat {
  const ownTools = ownToolsOf(body)
  if (ownTools.length === 0) return chat
  const { tools, ...options } = chat.input.options
  const functions = Array.isArray(tools) ? tools.filter((tool: unknown) => !isOwnTool(tool)) : []
  const left = functions.length === 0 ? options : { ...options, tools: functions }
  return { ...chat, input: { ...chat.input, options: left, ownTools, origin: origin() } }
}

export function isOwnTool(tool: unknown): boolean {
  return Reflect.get(Object(tool), 'type') === TYPE
}

function ownToolsOf(body: unknown): string[] {
  const tools: unknown = Reflect.get(Object(body), 'tools')
  if (!Array.isArray(tools)) return []
  const names = tools.flatMap((tool: unknown, index) => {
    if (!isOwnTool(tool)) return []
    const name: unknown = Reflect.get(Object(tool), 'name')
    if (typeof name === 'string' && name.length <= 40) return [name]
    const param = `tools[${index}].name`
    throw new AppError('invalid', `${param} must be the name of a tool of Hearth`, { param })
  })
  if (names.length <= MAX_OWN_TOOLS) return [...new Set(names)]
  throw new AppError('invalid', `tools must have at most ${MAX_OWN_TOOLS} tools of Hearth`, {
    param: 'tools',
  })
}
