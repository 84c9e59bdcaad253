import type { Caller } from '../../core/caller.ts'
import type { Tool } from '../../core/tools/tool.ts'
import { chosenTools } from '../../core/tools/tool-loop.ts'
import type { Tools } from '../../core/tools/tools.ts'
import { AppError } from '../../platform/errors.ts'

/** A function of the caller's, as engines take it. */
interface CallerFunction {
  name: string
  definition: object
}

/**
 * The tools of this service that a model may call for a request.
 *
 * @param named Of the request
 * @param preset Of its assistant; what the caller may not call is left out
 * @param functions Of the caller's, whose names must be others
 * @throws {AppError} `invalid` for one that is named and cannot be called
 */
export function offeredTools(
  tools: Tools,
  caller: Caller,
  named: readonly string[],
  preset: readonly string[],
  functions: readonly CallerFunction[],
): Tool[] {
  if (named.length === 0 && preset.length === 0) return []
  for (const [index, name] of named.entries())
    if (tools.find(caller, name) === undefined) {
      const all = tools.listFor(caller).map((tool) => tool.name)
      throw new AppError(
        'invalid',
        `There is no tool ${JSON.stringify(name)} for you. There are: ${all.join(', ') || 'none'}`,
        { param: `tools[${index}].name` },
      )
    }
  const taken = new Set(functions.map(({ name }) => name))
  const doubled = named.find((name) => taken.has(name))
  if (doubled !== undefined)
    throw new AppError('invalid', `Rename your function ${doubled}: a tool has its name`, {
      param: 'tools',
    })
  return chosenTools(tools, caller, [...named, ...preset]).filter(({ name }) => !taken.has(name))
}

/** Nobody can be asked in the middle of a request: what would ask first must have been named. */
export function refusalWithout(named: readonly string[]) {
  return ({ name, effects }: Tool): string | undefined =>
    effects === 'reads' || named.includes(name)
      ? undefined
      : 'Not called: it changes or costs something, and the user cannot be asked here. Go on without it'
}

/** The functions of a request; what has no name is passed over. */
export function callerFunctions({ tools }: Readonly<Record<string, unknown>>): CallerFunction[] {
  if (!Array.isArray(tools)) return []
  return tools.flatMap((definition: unknown) => {
    const called: unknown = Reflect.get(Object(definition), 'function')
    const name: unknown = Reflect.get(Object(called), 'name')
    return typeof name === 'string' ? [{ name, definition: Object(definition) }] : []
  })
}
