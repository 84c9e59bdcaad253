import { type Static, Type } from '@sinclair/typebox'
import { matches } from '../../platform/check.ts'
import type { Turn } from '../contract/text.ts'
import { CALLS_KEY } from './tool-calls.ts'

const Tools = Type.Array(
  Type.Object({
    type: Type.Literal('function'),
    function: Type.Object({
      name: Type.String({ minLength: 1, maxLength: 200 }),
      description: Type.Optional(Type.Union([Type.String(), Type.Null()])),
      parameters: Type.Optional(Type.Unknown()),
    }),
  }),
  { minItems: 1 },
)
type Tools = Static<typeof Tools>

const NamedChoice = Type.Object({
  type: Type.Literal('function'),
  function: Type.Object({ name: Type.String() }),
})

/** The caller's functions in one turn, and how an answer may use them. */
export interface ToolSet {
  names: ReadonlySet<string>
  /** Whether a call must be made. */
  required: boolean
  /** Whether at most one call may be made. */
  single: boolean
  /** The instruction for the model. */
  instruction: string
}

/** The functions of a turn; undefined when there are none or none may be called. */
export function toolsOf({ options }: Turn): ToolSet | undefined {
  const { tools, tool_choice: choice, parallel_tool_calls: parallel } = options
  if (choice === 'none' || !matches(Tools, tools)) return undefined
  const requiredName = matches(NamedChoice, choice) ? choice.function.name : undefined
  const required = choice === 'required' || requiredName !== undefined
  const single = parallel === false || requiredName !== undefined
  const offered =
    requiredName === undefined ? tools : tools.filter((tool) => tool.function.name === requiredName)
  return {
    names: new Set(offered.map((tool) => tool.function.name)),
    required,
    single,
    instruction: instruction(offered, { required, single }),
  }
}

function instruction(
  tools: Tools,
  { required, single }: { required: boolean; single: boolean },
): string {
  const list = tools.map(({ function: { name, description, parameters } }) =>
    JSON.stringify({ name, description: description ?? undefined, parameters }),
  )
  return [
    'You can have these functions called; they run in the program that asks you:',
    ...list,
    'To have functions called, answer with one JSON document and nothing else, no words around it and no code fence:',
    `{"${CALLS_KEY}":[{"name":"<name of a function>","arguments":{<its arguments, by its parameters>}}]}`,
    'What a function returned comes to you in a message of the role "tool".',
    required
      ? `Now you must have ${single ? 'one function' : 'one or more functions'} called.`
      : 'When no function is needed, answer as usual.',
    ...(single && !required ? ['Have at most one function called in an answer.'] : []),
  ].join('\n')
}
