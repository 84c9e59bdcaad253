import { type Static, Type } from '@sinclair/typebox'
import { matches } from '../../platform/check.ts'
import { randomId } from '../../platform/ids.ts'
import { tryParseJson } from '../../platform/json.ts'
import { EngineFailure } from '../contract/failure.ts'
import type { EngineEvent } from '../contract/text.ts'
import { CALLS_KEY, type ReplyFilter, type ToolSet, textEvents } from './tool-protocol.ts'

/** How a reply that calls functions starts, without white space. */
const OPENINGS = [`{"${CALLS_KEY}":[`, `\`\`\`json{"${CALLS_KEY}":[`, `\`\`\`{"${CALLS_KEY}":[`]
/** The start of a call is searched within this many characters, white space included. */
const OPENING_CHARACTERS = 256

const Reply = Type.Object({
  [CALLS_KEY]: Type.Array(
    Type.Object({ name: Type.String(), arguments: Type.Optional(Type.Unknown()) }),
    { minItems: 1 },
  ),
})
type Reply = Static<typeof Reply>

/**
 * Extracts function calls from an answer. Text passes at once, except the beginning of a line that
 * may still become a call. When a call is required, the whole answer is held back.
 */
export class ToolCallFilter implements ReplyFilter {
  readonly #tools: ToolSet
  readonly #stream: boolean
  readonly #newId: () => string
  #pending = ''
  #state: 'line-start' | 'mid-line' | 'call' = 'line-start'
  #hasText = false

  constructor(
    tools: ToolSet,
    { stream, newId = () => randomId('call_') }: { stream: boolean; newId?: () => string },
  ) {
    this.#tools = tools
    this.#stream = stream
    this.#newId = newId
  }

  apply(events: readonly EngineEvent[]): readonly EngineEvent[] {
    return events.flatMap((event) => {
      if (event.type === 'finish') return this.#finish(event)
      if (event.type !== 'text') return [event]
      this.#pending += event.text
      return this.#tools.required ? [] : this.#text(this.#release())
    })
  }

  #finish(finish: EngineEvent): EngineEvent[] {
    const before = this.#text(this.#release())
    if (this.#state === 'call') {
      const calls = this.#calls(this.#pending)
      if (calls !== undefined)
        return [...before, this.#delta(calls), { type: 'finish', reason: 'tool_calls' }]
    }
    if (this.#tools.required)
      throw new EngineFailure(
        'unknown',
        'The model did not call a function, although one is required',
      )
    const rest = this.#text(this.#pending)
    this.#pending = ''
    return [...before, ...rest, finish]
  }

  /** Releases the pending text that cannot be part of a call. */
  #release(): string {
    if (this.#state === 'call') return ''
    const text = this.#pending
    let at = 0
    for (;;) {
      if (this.#state === 'mid-line') {
        const newline = text.indexOf('\n', at)
        if (newline === -1) {
          at = text.length
          break
        }
        at = newline + 1
        this.#state = 'line-start'
      }
      const opening = matchOpening(text.slice(at, at + OPENING_CHARACTERS))
      if (opening === 'call') this.#state = 'call'
      if (opening !== 'none') break
      this.#state = 'mid-line'
    }
    this.#pending = text.slice(at)
    return text.slice(0, at)
  }

  #text(text: string): EngineEvent[] {
    this.#hasText ||= text.trim() !== ''
    return textEvents(text)
  }

  /**
   * @returns undefined when the text is part of an answer that was already sent in part
   * @throws {EngineFailure} when the call is malformed or names an unknown function
   */
  #calls(text: string): Reply[typeof CALLS_KEY] | undefined {
    const reply = jsonAtHead(text)
    const fault = !matches(Reply, reply)
      ? 'is not in the requested format'
      : faultOf(reply[CALLS_KEY], this.#tools.names)
    if (fault === undefined && matches(Reply, reply))
      return this.#tools.single ? reply[CALLS_KEY].slice(0, 1) : reply[CALLS_KEY]
    if (this.#hasText) return undefined
    throw new EngineFailure('unknown', `The model's function call ${fault}`)
  }

  /** All calls in one event, because readers without streaming keep only the last event. */
  #delta(calls: Reply[typeof CALLS_KEY]): EngineEvent {
    return {
      type: 'delta',
      delta: {
        tool_calls: calls.map(({ name, arguments: value }, index) => ({
          ...(this.#stream ? { index } : {}),
          id: this.#newId(),
          type: 'function',
          function: { name, arguments: argumentsText(value) ?? '{}' },
        })),
      },
    }
  }
}

function matchOpening(text: string): 'none' | 'maybe' | 'call' {
  const compact = text.replace(/\s+/g, '').toLowerCase()
  if (OPENINGS.some((opening) => compact.startsWith(opening))) return 'call'
  if (text.length === OPENING_CHARACTERS) return 'none'
  return OPENINGS.some((opening) => opening.startsWith(compact)) ? 'maybe' : 'none'
}

function faultOf(calls: Reply[typeof CALLS_KEY], names: ReadonlySet<string>): string | undefined {
  for (const { name, arguments: value } of calls) {
    if (!names.has(name)) return `names a function that is not there: ${name.slice(0, 100)}`
    if (argumentsText(value) === undefined) return 'has arguments that are no JSON object'
  }
  return undefined
}

/** Models write arguments as an object, or as a string that contains one. */
function argumentsText(value: unknown): string | undefined {
  if (value === undefined || value === null) return '{}'
  if (typeof value === 'string')
    return value.trim() === '' ? '{}' : argumentsText(tryParseJson(value).value ?? 0)
  if (typeof value !== 'object' || Array.isArray(value)) return undefined
  return JSON.stringify(value)
}

/** The first JSON document of a text, also within a code fence. Text behind it is dropped. */
function jsonAtHead(text: string): unknown {
  const start = text.indexOf('{')
  let depth = 0
  let quoted = false
  for (let at = start; at < text.length; at += 1) {
    const char = text[at]
    if (quoted) {
      if (char === '\\') at += 1
      else if (char === '"') quoted = false
    } else if (char === '"') quoted = true
    else if (char === '{' || char === '[') depth += 1
    else if (char === '}' || char === ']') {
      depth -= 1
      if (depth === 0) return tryParseJson(text.slice(start, at + 1)).value
    }
  }
  return undefined
}
