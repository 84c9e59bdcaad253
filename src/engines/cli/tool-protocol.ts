import { type Static, Type } from '@sinclair/typebox'
import { matches } from '../../platform/check.ts'
import { tryParseJson } from '../../platform/json.ts'
import type { EngineEvent, Message, Turn } from '../contract/text.ts'

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

/** Transforms the events of an answer: holds text back or replaces it. */
export interface ReplyFilter {
  /**
   * @param events One batch; the last batch of an answer ends with `finish`
   * @throws {EngineFailure} when the answer is not in the requested format
   */
  apply(events: readonly EngineEvent[]): readonly EngineEvent[]
  /** Whether it has ended the answer itself, which the tool need not finish. */
  readonly isDone?: boolean
}

/** Text as events of an answer, none where there is no text. */
export function textEvents(text: string): EngineEvent[] {
  return text === '' ? [] : [{ type: 'text', text }]
}

/**
 * The key of a reply that calls functions. Not `tool_calls`, which occurs in ordinary answers about
 * APIs.
 */
export const CALLS_KEY = 'call_functions'

/** A call of one of the caller's functions. */
export interface ToolCall {
  id: string
  name: string
  /** JSON. */
  arguments: string
}

const PastCalls = Type.Array(
  Type.Object({
    id: Type.Optional(Type.String()),
    function: Type.Object({ name: Type.String(), arguments: Type.String() }),
  }),
)

/** The calls of an earlier answer, from its message's `tool_calls`. */
export function toolCallsOf(message: Message): ToolCall[] {
  const calls: unknown = Reflect.get(message, 'tool_calls')
  if (message.role !== 'assistant' || !matches(PastCalls, calls)) return []
  return calls.map(({ id = '', function: { name, arguments: text } }) => ({
    id,
    name,
    arguments: text,
  }))
}

/** Calls in the format that the model is instructed to use. */
export function callsText(calls: readonly ToolCall[]): string {
  return JSON.stringify({
    [CALLS_KEY]: calls.map(({ id, name, arguments: text }) => ({
      ...(id === '' ? {} : { id }),
      name,
      arguments: parsed(text),
    })),
  })
}

function parsed(text: string): unknown {
  const json = tryParseJson(text)
  return json.ok ? json.value : text
}
