import { type Static, Type } from '@sinclair/typebox'
import { matches } from '../../platform/check.ts'
import { tryParseJson } from '../../platform/json.ts'
import { failureFrom, failureOf } from '../cli/classify.ts'
import type { Dialect, DialectReader, Invocation } from '../cli/dialect.ts'
import { jsonInstruction, schemaOf, withInstruction } from '../cli/json-reply.ts'
import { promptImages, promptText, renderPrompt } from '../cli/prompt.ts'
import { EngineFailure, type FailureKind } from '../contract/failure.ts'
import type { EngineEvent, Turn } from '../contract/text.ts'
import type { AccountSettings } from '../settings.ts'

/** Invisible and in no file name, so that a reader of `@name` stops at it. */
const WORD_JOINER = '\u2060'

/**
 * Makes file references in a text ineffective: the tool may read the file of an `@name` into the
 * prompt, and how to escape the sign is not documented. {@link AtSignRestorer} restores the signs
 * that the model quotes.
 */
function escapeAtSigns(text: string): string {
  return text.replaceAll('@', `@${WORD_JOINER}`)
}

/** Reverts {@link escapeAtSigns} in an answer that arrives in pieces. */
class AtSignRestorer {
  #afterSign = false

  restore(piece: string): string {
    if (piece === '') return piece
    const startsWithJoiner = this.#afterSign && piece.startsWith(WORD_JOINER)
    this.#afterSign = piece.endsWith('@')
    return (startsWithJoiner ? piece.slice(1) : piece).replaceAll(`@${WORD_JOINER}`, '@')
  }
}

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

/** Linux's limit for one argument, including its closing NUL. */
const MAX_ARGUMENT_BYTES = 128 * 1024 - 1
/** Longer than any time limit of an engine. The tool's default is five minutes. */
const PRINT_TIMEOUT = '25h'

/**
 * Google's Antigravity CLI: `agy -p`, one HOME per account. No flag disables its tools: the reader
 * refuses a run that uses one.
 */
export const agy: Dialect = {
  name: 'agy',
  // There is no known way to pass an image without letting the model open files.
  capabilities: { images: false, structured: true, tools: true },
  familyOf,
  prepare,
  reader: ({ model }: Turn) => new AgyReader(familyOf(model)),
  statusCommand: { args: ['models'], check },
}

/** Google's models share one quota, those of other makers a second one. */
function familyOf(model: string): string | undefined {
  if (/^gemini/i.test(model)) return 'gemini'
  return /^(claude|gpt)/i.test(model) ? 'claude-gpt' : undefined
}

async function prepare(turn: Turn, account: AccountSettings): Promise<Invocation> {
  return {
    args: [
      '--output-format=stream-json',
      `--print-timeout=${PRINT_TIMEOUT}`,
      `--model=${turn.model}`,
      '--new-project',
      ...account.extra_args,
      '-p',
      promptOf(turn),
    ],
    env: { HOME: account.dir },
    stdin: '',
  }
}

/** The prompt is an argument: from stdin the tool reads one only while stdin stays open. */
function promptOf(turn: Turn): string {
  const schema = schemaOf(turn)
  const messages =
    schema === undefined ? turn.messages : withInstruction(turn.messages, jsonInstruction(schema))
  const { parts } = renderPrompt(messages, { systemFlag: false })
  if (promptImages(parts).length > 0)
    throw new EngineFailure('request', 'Cannot hand over an image: the tool takes none', {
      retryableElsewhere: true,
      isPublic: true,
    })
  // An argument ends at its first NUL.
  const prompt = escapeAtSigns(promptText(parts)).replaceAll('\0', '\uFFFD')
  if (prompt.trim() === '')
    throw new EngineFailure('request', 'Cannot ask: the prompt is empty', { isPublic: true })
  const bytes = Buffer.byteLength(prompt)
  if (bytes > MAX_ARGUMENT_BYTES) {
    throw new EngineFailure(
      'request',
      `The prompt is too long: it has ${bytes} bytes, the tool takes ${MAX_ARGUMENT_BYTES}`,
      { retryableElsewhere: true, isPublic: true },
    )
  }
  return prompt
}

/** `agy models` lists models only when it is signed in. */
function check(stdout: string, stderr: string, exitCode: number): void {
  const output = `${stderr}\n${stdout}`
  if (exitCode === 0 && /\b(?:gemini|claude|gpt)-/i.test(stdout)) return
  throw failureFrom(output.trim() || `agy models listed nothing, with exit code ${exitCode}`, {
    now: Date.now(),
  })
}
