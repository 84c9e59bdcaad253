import { type Static, Type } from '@sinclair/typebox'
import { matches } from '../../platform/check.ts'
import { tryParseJson } from '../../platform/json.ts'
import { failureFrom, failureOf } from '../cli/classify.ts'
import { type DialectReader, ErrorTail } from '../cli/dialect.ts'
import { EngineFailure, type FailureKind } from '../contract/failure.ts'
import type { EngineEvent } from '../contract/text.ts'

/** The tool retries after such a line, which has the number of the attempt and the reason. */
const RECONNECTING = /^Reconnecting\b(?:\.* (\d+)\/\d+)?(?: \((.*)\)$)?/s
/** The pauses double: after the third one, another account would answer sooner. */
const MAX_RECONNECTIONS = 3
/** Reasons that the tool reports only after five attempts. */
const RETRIES_EXHAUSTED = /^(?:unexpected status|exceeded retry limit)/
/** A warning about the working folder, printed on every run. */
const NOISE = /^WARNING: proceeding, even though/
/**
 * Items without effect: an answer, reasoning, a plan, a warning. Every other item is a tool in use.
 */
const HARMLESS_ITEMS: ReadonlySet<string> = new Set([
  'agent_message',
  'reasoning',
  'todo_list',
  'error',
])
/** The tool sends the answer as a whole. A long one is split into pieces of several words. */
const MAX_PIECES = 2_000

/** Reads `codex exec --json`. */
export class CodexReader implements DialectReader {
  readonly #stream: boolean
  readonly #now: () => number
  readonly #stderr = new ErrorTail()
  #answer: string | undefined
  #completed = false
  #error: ReportedError | undefined

  constructor({ stream, now }: { stream: boolean; now: () => number }) {
    this.#stream = stream
    this.#now = now
  }

  line(text: string): readonly EngineEvent[] {
    const event = codexEvent(text)
    switch (event?.type) {
      case 'item.started':
      case 'item.updated':
        this.#refuseTools(event.item.type)
        break
      case 'item.completed':
        this.#refuseTools(event.item.type)
        // The last message is the answer.
        if (event.item.type === 'agent_message') this.#answer = event.item.text ?? ''
        break
      case 'turn.completed':
        this.#completed = true
        break
      case 'turn.failed':
        if (event.error?.message !== undefined)
          this.#error = parseReportedError(event.error.message)
        throw this.#failure('The turn failed')
      case 'error':
        this.#noteError(event.message)
        break
    }
    return []
  }

  errorLine(text: string): void {
    if (!NOISE.test(text)) this.#stderr.add(text)
  }

  end(exitCode: number): readonly EngineEvent[] {
    if (exitCode !== 0 || !this.#completed)
      throw this.#failure(`The tool ended without a whole answer, with exit code ${exitCode}`)
    const answer = this.#answer ?? ''
    if (answer.trim() === '') throw new EngineFailure('empty', 'The tool ended without an answer')
    const pieces = this.#stream ? splitByWords(answer) : [answer]
    return [
      ...pieces.map((text): EngineEvent => ({ type: 'text', text })),
      { type: 'finish', reason: 'stop' },
    ]
  }

  /** The known tools are disabled; a new version may have others. */
  #refuseTools(item: string): void {
    if (HARMLESS_ITEMS.has(item)) return
    throw failureOf('unknown', `Refused: the tool used a tool of its own: ${item}`)
  }

  #failure(fallback: string): EngineFailure {
    const { message, status, kind } = this.#error ?? { message: this.#stderr.text || fallback }
    return failureFrom(message, { now: this.#now(), fallback: failureKindOf(status, kind) })
  }

  #noteError(message: string): void {
    const reconnection = RECONNECTING.exec(message)
    if (reconnection === null) {
      this.#error = parseReportedError(message)
      return
    }
    const [, attempt, reason = ''] = reconnection
    const failure = failureFrom(reason, { now: this.#now(), fallback: 'transient' })
    const isFinal = failure.verdict !== 'transient' || RETRIES_EXHAUSTED.test(reason)
    if (isFinal || Number(attempt) > MAX_RECONNECTIONS) throw failure
  }
}

function failureKindOf(status: number | undefined, kind: string | undefined): FailureKind {
  if (status === 401 || status === 403) return 'signed_out'
  if (status === 429 || (status !== undefined && status >= 500)) return 'transient'
  if (kind === 'invalid_request_error' || (status !== undefined && status >= 400)) return 'request'
  return 'unknown'
}

/** Splits a text after its words into at most 2,000 pieces. */
export function splitByWords(text: string): string[] {
  const minLength = Math.ceil(text.length / MAX_PIECES)
  const pieces: string[] = []
  let start = 0
  for (const { index, 0: word } of text.matchAll(/\S+\s*/g)) {
    const end = index + word.length
    if (end - start < minLength && end < text.length) continue
    pieces.push(text.slice(start, end))
    start = end
  }
  if (start < text.length) pieces.push(text.slice(start))
  return pieces
}

const CodexEvent = Type.Union([
  Type.Object({
    type: Type.Union([
      Type.Literal('item.started'),
      Type.Literal('item.updated'),
      Type.Literal('item.completed'),
    ]),
    item: Type.Object({ type: Type.String(), text: Type.Optional(Type.String()) }),
  }),
  Type.Object({ type: Type.Literal('turn.completed') }),
  Type.Object({
    type: Type.Literal('turn.failed'),
    error: Type.Optional(Type.Object({ message: Type.Optional(Type.String()) })),
  }),
  Type.Object({ type: Type.Literal('error'), message: Type.String() }),
])
type CodexEvent = Static<typeof CodexEvent>

/** Parses one line of stdout; undefined for a line that is not JSON or not used. */
function codexEvent(line: string): CodexEvent | undefined {
  if (!/^\s*\{/.test(line)) return undefined
  const value = tryParseJson(line).value
  return matches(CodexEvent, value) ? value : undefined
}

/** An error reported by the service behind the tool. */
interface ReportedError {
  message: string
  /** HTTP status. */
  status?: number | undefined
  /** For example `invalid_request_error`. */
  kind?: string | undefined
}

const WrappedError = Type.Object({
  error: Type.Object({ message: Type.String(), type: Type.Optional(Type.String()) }),
  status: Type.Optional(Type.Number()),
})

/** Parses an error whose message may be a JSON document. */
function parseReportedError(message: string): ReportedError {
  const value = message.includes('{')
    ? tryParseJson(message.slice(message.indexOf('{'))).value
    : undefined
  if (!matches(WrappedError, value)) return { message }
  return { message: value.error.message, status: value.status, kind: value.error.type }
}
