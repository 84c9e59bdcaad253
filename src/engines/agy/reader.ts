import { type Static, Type } from '@sinclair/typebox'
import { matches } from '../../platform/check.ts'
import { tryParseJson } from '../../platform/json.ts'
import { failureFrom, failureOf } from '../cli/classify.ts'
import type { DialectReader } from '../cli/dialect.ts'
import type { EngineFailure, FailureKind } from '../contract/failure.ts'
import type { EngineEvent } from '../contract/text.ts'
import { AtSignRestorer } from './at-signs.ts'

const MAX_ERROR_LINES = 40
const MAX_LINE_CHARACTERS = 2_000
const FINISH: EngineEvent = { type: 'finish', reason: 'stop' }
/** Types of steps in which the tool acts: `tool`, and likely names of single tools. */
const TOOL_STEP =
  /tool|command|terminal|file|folder|director|code|view|grep|browser|search|url|web|mcp|edit|write/i

const Result = Type.Object({
  status: Type.String(),
  response: Type.Optional(Type.String()),
  error: Type.Optional(Type.String()),
})
type Result = Static<typeof Result>

const ResultLine = Type.Object({ event: Type.Literal('result'), result: Result })
const StepLine = Type.Object({
  event: Type.Literal('step_update'),
  step_update: Type.Object({
    step_type: Type.String(),
    text_delta: Type.Optional(Type.String()),
    tool_name: Type.Optional(Type.Unknown()),
    tool_info: Type.Optional(Type.Unknown()),
  }),
})
type Step = Static<typeof StepLine>['step_update']

/**
 * Reads `agy --output-format stream-json`. The exit code and the status are unreliable: the tool
 * reports a used-up quota on stderr with exit code 0, and an empty answer as a success.
 */
export class AgyReader implements DialectReader {
  readonly #family: string | undefined
  readonly #now: () => number
  readonly #errors: string[] = []
  readonly #atSigns = new AtSignRestorer()
  #emitted = ''
  #result: Result | undefined

  /** @param family The quota that the model uses */
  constructor(family: string | undefined, now: () => number = Date.now) {
    this.#family = family
    this.#now = now
  }

  line(text: string): readonly EngineEvent[] {
    const value = parse(text)
    if (matches(StepLine, value)) return this.#step(value.step_update)
    // Without a conversation the tool prints the bare result.
    const result = matches(ResultLine, value) ? value.result : value
    return matches(Result, result) ? this.#end(result) : []
  }

  errorLine(text: string): void {
    if (text.trim() === '') return
    this.#errors.push(text.slice(0, MAX_LINE_CHARACTERS))
    if (this.#errors.length > MAX_ERROR_LINES) this.#errors.shift()
    if (this.#emitted !== '' || !/^Error\b/i.test(text)) return
    const failure = this.#failure(text, 'unknown')
    if (failure.verdict === 'quota' || failure.verdict === 'signed_out') throw failure
  }

  end(exitCode: number): readonly EngineEvent[] {
    const { status, error } = this.#result ?? {}
    const errorText = [error, ...this.#errors].filter(Boolean).join('\n')
    if (status === 'SUCCESS' || (status === undefined && exitCode === 0 && this.#emitted === ''))
      throw this.#failure(errorText || 'The tool ended without an answer', 'empty')
    const what = status === undefined ? 'without a result' : `with the status ${status}`
    throw this.#failure(
      errorText || `The tool ended ${what} and exit code ${exitCode}`,
      this.#emitted === '' ? 'unknown' : 'transient',
    )
  }

  /** The tools cannot be disabled: a run that uses one is ended. */
  #step({ step_type: kind, text_delta: delta = '', ...tool }: Step): readonly EngineEvent[] {
    if (TOOL_STEP.test(kind) || tool.tool_name !== undefined || tool.tool_info !== undefined) {
      const name = typeof tool.tool_name === 'string' ? tool.tool_name : kind
      throw failureOf('unknown', `Refused: the tool used a tool of its own: ${name}`)
    }
    return kind === 'agent_response' ? this.#emit(this.#atSigns.restore(delta)) : []
  }

  #end(result: Result): readonly EngineEvent[] {
    this.#result = result
    if (result.status !== 'SUCCESS') return []
    const response = new AtSignRestorer().restore(result.response ?? '')
    const missing = response.startsWith(this.#emitted) ? response.slice(this.#emitted.length) : ''
    const rest = missing.trim() === '' ? [] : this.#emit(missing)
    // stderr may still report why an answer is empty.
    return this.#emitted.trim() === '' ? rest : [...rest, FINISH]
  }

  #emit(text: string): readonly EngineEvent[] {
    if (text === '') return []
    this.#emitted += text
    return [{ type: 'text', text }]
  }

  #failure(text: string, fallback: FailureKind): EngineFailure {
    return failureFrom(text, { now: this.#now(), family: this.#family, fallback })
  }
}

function parse(text: string): unknown {
  if (!text.startsWith('{')) return undefined
  return tryParseJson(text).value
}
