import { type Static, Type } from '@sinclair/typebox'
import { matches } from '../../platform/check.ts'
import { failureFrom } from '../cli/classify.ts'
import type { DialectReader } from '../cli/dialect.ts'
import type { EngineEvent, EngineFailure, Verdict } from '../contract.ts'

const MAX_ERROR_LINES = 40
const MAX_LINE_CHARACTERS = 2_000
const FINISH: EngineEvent = { type: 'finish', reason: 'stop' }

const Result = Type.Object({
  status: Type.String(),
  response: Type.Optional(Type.String()),
  error: Type.Optional(Type.String()),
})
type Result = Static<typeof Result>

const ResultLine = Type.Object({ event: Type.Literal('result'), result: Result })
const StepLine = Type.Object({
  event: Type.Literal('step_update'),
  step_update: Type.Object({ step_type: Type.String(), text_delta: Type.String() }),
})

/**
 * Reads `agy --output-format stream-json`. Neither its exit code nor its status can be trusted: it
 * reports a spent quota on stderr with exit code 0, and an empty answer as a success.
 */
export class AgyReader implements DialectReader {
  readonly #family: string | undefined
  readonly #now: () => number
  readonly #errors: string[] = []
  #said = ''
  #result: Result | undefined

  /** @param family The quota that the model in use draws on */
  constructor(family: string | undefined, now: () => number = Date.now) {
    this.#family = family
    this.#now = now
  }

  line(text: string): readonly EngineEvent[] {
    const value = parse(text)
    if (matches(StepLine, value)) {
      const { step_type: kind, text_delta: delta } = value.step_update
      return kind === 'agent_response' ? this.#say(delta) : []
    }
    // Before it has a conversation, the tool prints the bare result.
    const result = matches(ResultLine, value) ? value.result : value
    return matches(Result, result) ? this.#end(result) : []
  }

  errorLine(text: string): void {
    if (text.trim() === '') return
    this.#errors.push(text.slice(0, MAX_LINE_CHARACTERS))
    if (this.#errors.length > MAX_ERROR_LINES) this.#errors.shift()
    if (this.#said !== '' || !/^Error\b/i.test(text)) return
    const failure = this.#failure(text, 'unknown')
    if (failure.verdict === 'quota' || failure.verdict === 'signed_out') throw failure
  }

  end(exitCode: number): readonly EngineEvent[] {
    const { status, error } = this.#result ?? {}
    const told = [error, ...this.#errors].filter(Boolean).join('\n')
    if (status === 'SUCCESS' || (status === undefined && exitCode === 0 && this.#said === ''))
      throw this.#failure(told || 'The tool ended without an answer', 'empty')
    const what = status === undefined ? 'without a result' : `with the status ${status}`
    throw this.#failure(
      told || `The tool ended ${what} and exit code ${exitCode}`,
      this.#said === '' ? 'unknown' : 'transient',
    )
  }

  #end(result: Result): readonly EngineEvent[] {
    this.#result = result
    if (result.status !== 'SUCCESS') return []
    const { response = '' } = result
    const missing = response.startsWith(this.#said) ? response.slice(this.#said.length) : ''
    const rest = missing.trim() === '' ? [] : this.#say(missing)
    // Why an answer is empty stands on stderr, which may still be coming.
    return this.#said.trim() === '' ? rest : [...rest, FINISH]
  }

  #say(text: string): readonly EngineEvent[] {
    if (text === '') return []
    this.#said += text
    return [{ type: 'text', text }]
  }

  #failure(text: string, otherwise: Verdict): EngineFailure {
    return failureFrom(text, { now: this.#now(), family: this.#family, otherwise })
  }
}

function parse(text: string): unknown {
  if (!text.startsWith('{')) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
