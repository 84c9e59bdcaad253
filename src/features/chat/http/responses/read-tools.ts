import { checkShape } from '../../../../http/body/json.ts'
import { flatName, ToolNames } from './read-items.ts'
import { CustomTool, FunctionTool, type ResponsesBody, refuseAt, ToolNamespace } from './schema.ts'

/** A function in the form of chat completions. */
interface ChatTool {
  type: 'function'
  function: {
    name: string
    description?: string
    parameters?: object
    strict?: boolean
  }
}

export interface ReadTools {
  names: ToolNames
  /** Fields of a chat request; none where there is no tool that a model can call. */
  options: Record<string, unknown>
}

type Tools = readonly { type: string }[]

/**
 * The tools of a request. Those that OpenAI's servers run themselves are left out: no model of this
 * service could call them.
 *
 * @throws {AppError} `invalid`
 */
export function readTools({ tools, tool_choice: choice, ...body }: ResponsesBody): ReadTools {
  const names = new ToolNames()
  const all = chatTools(tools ?? [], 'tools', names)
  const allowed = allowedNames(choice)
  const usable =
    allowed === undefined ? all : all.filter((tool) => allowed.names.has(tool.function.name))
  const wanted = allowed === undefined ? choiceOf(choice, names) : allowed.mode
  if (usable.length === 0) {
    if (wanted === 'required')
      refuseAt('tool_choice', 'there is no function among the tools that the model could call')
    return { names, options: {} }
  }
  const parallel = body.parallel_tool_calls
  return {
    names,
    options: {
      tools: usable,
      ...(wanted === undefined ? {} : { tool_choice: wanted }),
      ...(typeof parallel === 'boolean' ? { parallel_tool_calls: parallel } : {}),
    },
  }
}

function chatTools(tools: Tools, field: string, names: ToolNames, namespace?: string): ChatTool[] {
  return tools.flatMap((tool, index): ChatTool | ChatTool[] => {
    const at = `${field}[${index}]`
    const own = namespace === undefined ? {} : { namespace }
    switch (tool.type) {
      case 'function': {
        const { name, description, parameters, strict } = checkShape(tool, FunctionTool, at)
        return {
          type: 'function',
          function: {
            name: names.add({ name, ...own, isCustom: false }),
            ...(description == null ? {} : { description }),
            ...(parameters == null ? {} : { parameters }),
            ...(strict == null ? {} : { strict }),
          },
        }
      }
      case 'custom':
        return customTool(checkShape(tool, CustomTool, at), names, own)
      case 'namespace': {
        const group = checkShape(tool, ToolNamespace, at)
        return chatTools(group.tools, `${at}.tools`, names, group.name)
      }
      default:
        return []
    }
  })
}

/** A tool of free text, as a function with one argument. */
function customTool(
  { name, description, format }: typeof CustomTool.static,
  names: ToolNames,
  own: { namespace?: string },
): ChatTool {
  const grammar = format?.definition
  const words = [
    ...(description == null || description === '' ? [] : [description]),
    ...(grammar == null || grammar === '' ? [] : [`The input follows this grammar:\n${grammar}`]),
  ].join('\n\n')
  return {
    type: 'function',
    function: {
      name: names.add({ name, ...own, isCustom: true }),
      ...(words === '' ? {} : { description: words }),
      parameters: {
        type: 'object',
        properties: { input: { type: 'string' } },
        required: ['input'],
        additionalProperties: false,
      },
    },
  }
}

type Choice = ResponsesBody['tool_choice']

function choiceOf(choice: Choice, names: ToolNames): unknown {
  if (choice == null) return undefined
  if (typeof choice === 'string') {
    if (choice === 'auto' || choice === 'none' || choice === 'required') return choice
    return refuseAt('tool_choice', 'it must be "auto", "none", "required" or an object')
  }
  if (choice.type !== 'function' && choice.type !== 'custom') return undefined
  const name = nameOf(choice)
  if (!names.has(name)) return refuseAt('tool_choice', 'there is no tool of this name')
  return { type: 'function', function: { name } }
}

/** The tools to choose from, where the request names some of them. */
function allowedNames(choice: Choice): { names: ReadonlySet<string>; mode: string } | undefined {
  if (choice == null || typeof choice === 'string' || choice.type !== 'allowed_tools')
    return undefined
  const tools: unknown = Reflect.get(choice, 'tools')
  const mode: unknown = Reflect.get(choice, 'mode')
  return {
    names: new Set(Array.isArray(tools) ? tools.map(nameOf) : []),
    mode: mode === 'required' ? 'required' : 'auto',
  }
}

function nameOf(tool: unknown): string {
  const name: unknown = Reflect.get(Object(tool), 'name')
  const namespace: unknown = Reflect.get(Object(tool), 'namespace')
  return flatName(String(name), typeof namespace === 'string' ? namespace : undefined)
}
