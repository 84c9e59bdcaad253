import type { Static, TSchema } from '@sinclair/typebox'
import { AppError } from '../../platform/errors.ts'
import type { Caller } from '../caller.ts'
import { requireCapability } from '../caller.ts'
import type { Capability } from '../identity/profile.ts'
import type { TaskDefinition } from '../tasks/define-task.ts'
import type { Run } from '../tasks/run.ts'
import type { Runs } from '../tasks/runs.ts'
import type { SeenAddresses } from './seen-addresses.ts'

/** A failure whose message the model gets, so that it can do better. */
export class ToolError extends Error {
  override readonly name = 'ToolError'
}

/**
 * What a call does beside giving its result, so that a chat can ask its user first: `reads` looks
 * something up, for a credit at most; `costs` makes an engine work, often for minutes; `changes`
 * stores something of the caller's.
 */
type ToolEffects = 'reads' | 'costs' | 'changes'

/** The place in line and the progress of a call's run, to be read at any time. */
export type ToolRun = Pick<Run, 'position' | 'progress'>

/** A passage among the results of a call, which an answer may cite by its number. */
export interface QuotedPassage {
  number: number
  /** Of what it is a passage. */
  title: string
  /** Page, time and headings, in words; empty for none. */
  place: string
  excerpt: string
  /** Path of the web app where it is read. */
  url: string
}

/** What all calls are made with. */
export interface ToolContext {
  /** With its current rights; what is charged is charged to it. */
  readonly caller: Caller
  /** Ends the call, and what it runs. */
  readonly signal: AbortSignal
  /** The addresses that may be read; undefined for a caller who may name any. */
  readonly addresses: SeenAddresses | undefined
  /** The collections of knowledge that were chosen; undefined for all. */
  readonly collections?: readonly string[]
  /** Of links in results, without a trailing slash. */
  readonly origin: string
  /** Called with each run that the call starts and waits for. */
  onRun?(run: ToolRun): void
}

/** A picture or sound among the results of a call. */
export interface ToolMedia {
  mediaType: string
  bytes: Uint8Array
}

/** What a call has given. */
export interface ToolOutcome<result = unknown> {
  /** JSON, as the tool's schema has it. */
  result: result
  media?: readonly ToolMedia[]
  /** Addresses that were found and may be read from now on. */
  addresses?: readonly string[]
  passages?: readonly QuotedPassage[]
  /** Whether it says that what was asked for has failed, as an error page of a site does. */
  hasFailed?: boolean
}

/** What a model, or a program in the name of a caller, can call. */
export interface Tool<context = ToolContext> {
  /** In the words that somebody would search for. */
  readonly name: string
  /** One sentence, and what the model must know to use it. */
  readonly description: string
  /** An object. */
  readonly parameters: TSchema
  /** What callers are told of the arguments, where the server of the tool checks more than is checked here. */
  readonly inputSchema?: object
  /** Id of the server of another that runs it; undefined for one of this service. */
  readonly server?: string
  readonly result: TSchema
  readonly capability: Capability | true
  readonly effects: ToolEffects
  /**
   * Whether its results are private data of the caller's. Who offers it bounds the links that may be
   * followed, because a page could have the model spell the data by its choice among them.
   */
  readonly readsOwnData: boolean
  /** What a model is told at the beginning about its results, which are data and can tell it nothing. */
  readonly guidance?: string
  /** The kind of work whose rights and price are those of a call; undefined where calls are free. */
  readonly task: Pick<TaskDefinition, 'kind' | 'authorize'> | undefined
  /** One line for the person in whose name it is called. @param values As `parameters` has them */
  label(values: unknown): string
  /** A result as a model reads it best. */
  text(result: unknown): string
  /** @throws {ToolError} for what the model can mend; it gets the message of an {AppError} as well */
  run(values: unknown, context: context): Promise<ToolOutcome>
}

interface ToolDeclaration<parameters extends TSchema, result extends TSchema, context> {
  name: string
  description: string
  parameters: parameters
  inputSchema?: object
  server?: string
  result: result
  capability: Capability | true
  effects: ToolEffects
  readsOwnData?: boolean
  guidance?: string
  task?: Tool['task']
  label: (values: Static<parameters>) => string
  text: (result: Static<result>) => string
  run: (values: Static<parameters>, context: context) => Promise<ToolOutcome<Static<result>>>
}

/** Of the name of any tool: OpenAI's and Anthropic's models take no longer ones. @limit tool-name characters */
export const MAX_TOOL_NAME_CHARACTERS = 64
/** Claude's and OpenAI's clients take no longer ones behind the name of a server. */
const NAME = /^[a-z][a-z0-9_]{0,39}$/
/** Of a server of another and of its tool. */
const FOREIGN_NAME = /^[a-z][a-z0-9]*__[A-Za-z0-9_-]+$/

/** Whether a name is that of a tool of another server. */
export function isForeignName(name: string): boolean {
  return FOREIGN_NAME.test(name)
}

/** Declares a tool by the types of its arguments and its result, which are checked at each call. */
export function defineTool<
  parameters extends TSchema,
  result extends TSchema,
  context = ToolContext,
>(tool: ToolDeclaration<parameters, result, context>): Tool<context> {
  if (!(tool.server === undefined ? NAME : FOREIGN_NAME).test(tool.name))
    throw new Error(`${tool.name} cannot be the name of a tool`)
  return {
    ...tool,
    readsOwnData: tool.readsOwnData ?? false,
    task: tool.task,
    label: (values) => tool.label(values as Static<parameters>),
    text: (value) => tool.text(value as Static<result>),
    run: (values, context) => tool.run(values as Static<parameters>, context),
  }
}

/** Whether a caller has the rights for a tool, of which those of its task are a part. */
export function mayCall({ name, capability, task }: Tool, caller: Caller): boolean {
  if (caller.tools?.includes(name) === false) return false
  try {
    if (capability !== true) requireCapability(caller, capability)
    task?.authorize?.(caller)
    return true
  } catch (error) {
    if (error instanceof AppError) return false
    throw error
  }
}

/**
 * The address that is opened for one that a model names. Every tool that opens one asks here, so that
 * what stands in a page or a file cannot send anything to an address that it makes up.
 *
 * @throws {ToolError} for one that was not seen
 */
export function requireSeen(url: string, { addresses }: Pick<ToolContext, 'addresses'>): string {
  if (addresses === undefined) return url
  const address = addresses.find(url)
  if (address !== undefined) return address
  throw new ToolError(
    'This address is not allowed: it stands neither in the task, nor in a result of a search, nor as a link of a page that was read and may be followed. Addresses cannot be made up or changed',
  )
}

/**
 * Runs a task for a call, as a request of the caller would: with its rights, admission, lane and
 * price. It is cancelled with the call.
 *
 * @throws What the task refuses or fails with; the signal's reason
 */
export async function runTask<input extends TSchema, result extends TSchema, event>(
  runs: Runs,
  task: TaskDefinition<input, result, event>,
  input: Static<input>,
  { caller, signal, onRun }: Pick<ToolContext, 'caller' | 'signal' | 'onRun'>,
): Promise<Static<result>> {
  signal.throwIfAborted()
  using admitted = runs.admit(task, caller, { signal })
  try {
    return await admitted.result(input, onRun)
  } catch (error) {
    signal.throwIfAborted()
    throw error
  }
}

type DescribedTool = Pick<Tool, 'name' | 'description' | 'parameters' | 'inputSchema'>

/** A tool in the form in which engines take functions. */
export function functionOf(tool: DescribedTool) {
  const { name, description } = tool
  return { type: 'function' as const, function: { name, description, parameters: schemaOf(tool) } }
}

/** The schema of a tool's arguments, without the symbols of the schema library. */
export function schemaOf({ parameters, inputSchema }: Pick<Tool, 'parameters' | 'inputSchema'>) {
  return JSON.parse(JSON.stringify(inputSchema ?? parameters))
}
