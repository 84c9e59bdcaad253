import { firstError, matches } from '../../platform/check.ts'
import { expectedError } from '../../platform/errors.ts'
import type { Log } from '../../platform/log.ts'
import { redact } from '../../platform/redact.ts'
import type { Caller } from '../caller.ts'
import {
  isForeignName,
  mayCall,
  type Tool,
  type ToolContext,
  ToolError,
  type ToolOutcome,
} from './tool.ts'

/** The message of an internal error, whose cause is logged only. */
const INTERNAL = 'The tool failed in an unexpected way'

/** One call, as a model or a client makes it. */
interface ToolCall {
  name: string
  /** Not checked yet. */
  values: unknown
}

/** What came of a call: its outcome, or why there is none. */
export type CallResult =
  | { ok: true; outcome: ToolOutcome; text: string }
  | { ok: false; text: string }

/** Tools that come and go, as those of servers of others. */
export interface ToolSource {
  readonly tools: readonly Tool[]
  /** Resolves when they are known, as far as they can be within a few seconds. */
  ready(): Promise<void>
}

/** The tools of all features: each caller sees and calls those that it has the rights for. */
export class Tools {
  readonly #log: Log
  readonly #byName = new Map<string, Tool>()
  /** Of all tools of this service, sorted. */
  names: readonly string[] = []
  readonly #sources: ToolSource[] = []

  constructor({ log }: { log: Log }) {
    this.#log = log
  }

  /** Adds the tools of a feature, before the service starts. */
  add(tools: readonly Tool[]): void {
    for (const tool of tools) {
      if (this.#byName.has(tool.name)) throw new Error(`There are two tools ${tool.name}`)
      this.#byName.set(tool.name, tool)
    }
    this.names = [...this.#byName.keys()].sort()
  }

  /** Adds tools that are looked up at each use, before the service starts. */
  addSource(source: ToolSource): void {
    this.#sources.push(source)
  }

  /** Resolves when those of all sources are known. */
  async ready(): Promise<void> {
    await Promise.all(this.#sources.map((source) => source.ready()))
  }

  get #all(): Tool[] {
    return [...this.#byName.values(), ...this.#sources.flatMap(({ tools }) => tools)]
  }

  /** Those that a caller may call, by name. */
  listFor(caller: Caller): Tool[] {
    return this.#all
      .filter((tool) => mayCall(tool, caller))
      .sort((a, b) => (a.name < b.name ? -1 : 1))
  }

  /** Whether results of the tool of this name are private data of its caller's. */
  readsOwnData(name: string): boolean {
    const tool = this.#byName.get(name)
    // A server of another may be gone, and have told private data before.
    return tool === undefined ? isForeignName(name) : tool.readsOwnData
  }

  /** @returns undefined also for one that the caller may not call */
  find(caller: Caller, name: string): Tool | undefined {
    const tool = this.#byName.get(name) ?? this.#all.find((one) => one.name === name)
    return tool !== undefined && mayCall(tool, caller) ? tool : undefined
  }

  /**
   * Makes a call for the context's caller. A failure is an answer, in words for the caller; what is
   * unexpected is logged and not disclosed.
   *
   * @throws The signal's reason
   */
  async call({ name, values }: ToolCall, context: ToolContext): Promise<CallResult> {
    const tool = this.find(context.caller, name)
    if (tool === undefined) return { ok: false, text: this.#unknown(name, context.caller) }
    try {
      return { ok: true, ...(await callTool(tool, values, context)) }
    } catch (error) {
      context.signal.throwIfAborted()
      return { ok: false, text: this.#failure(name, error, context) }
    }
  }

  #unknown(name: string, caller: Caller): string {
    const names = this.listFor(caller).map((tool) => tool.name)
    const given = JSON.stringify(redact(name.slice(0, 60)))
    return `There is no tool ${given} for you. There are: ${names.join(', ') || 'none'}`
  }

  #failure(tool: string, error: unknown, { caller }: ToolContext): string {
    if (error instanceof ToolError) return redact(error.message)
    const expected = expectedError(error)
    if (expected !== undefined) return redact(expected.message)
    this.#log.error({ tool, requestId: caller.requestId, err: error }, INTERNAL)
    return INTERNAL
  }
}

/**
 * Makes a call whose arguments and result are checked.
 *
 * @returns The outcome, and its whole text for a model
 * @throws {ToolError} for wrong arguments; what the tool throws
 */
export async function callTool<context>(
  tool: Tool<context>,
  values: unknown,
  context: context,
): Promise<{ outcome: ToolOutcome; text: string }> {
  const { name, parameters, result } = tool
  if (!matches(parameters, values)) {
    const { path, message } = firstError(parameters, values)
    throw new ToolError(`The arguments of ${name} are wrong: ${`${path} ${message}`.trim()}`)
  }
  const outcome = await tool.run(values, context)
  if (!matches(result, outcome.result)) {
    const { path, message } = firstError(result, outcome.result)
    throw new Error(`${name} gave a result that is not as declared: ${path} ${message}`)
  }
  return { outcome, text: tool.text(outcome.result) }
}
