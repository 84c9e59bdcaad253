import { Type } from '@sinclair/typebox'
import { MAX_TOOL_NAME_CHARACTERS } from '../../../core/tools/tool.ts'
import { AppError } from '../../../platform/errors.ts'

/** Tools of this service in one request. @limit own-tools count */
export const MAX_OWN_TOOLS = 40
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

export function isOwnTool(tool: unknown): boolean {
  return Reflect.get(Object(tool), 'type') === TYPE
}

/** @throws {AppError} `invalid` */
export function ownToolsOf(body: unknown): string[] {
  const tools: unknown = Reflect.get(Object(body), 'tools')
  if (!Array.isArray(tools)) return []
  const names = tools.flatMap((tool: unknown, index) => {
    if (!isOwnTool(tool)) return []
    const name: unknown = Reflect.get(Object(tool), 'name')
    if (typeof name === 'string' && name.length <= MAX_TOOL_NAME_CHARACTERS) return [name]
    const param = `tools[${index}].name`
    throw new AppError('invalid', `${param} must be the name of a tool of Hearth`, { param })
  })
  if (names.length <= MAX_OWN_TOOLS) return [...new Set(names)]
  throw new AppError('invalid', `tools must have at most ${MAX_OWN_TOOLS} tools of Hearth`, {
    param: 'tools',
  })
}
