import { failureFrom } from '../cli/classify.ts'
import type { DialectReader } from '../cli/dialect.ts'
import { ErrorTail } from '../cli/error-tail.ts'
import { type EngineEvent, EngineFailure, type Verdict } from '../contract.ts'
import { codexEvent, type Reported, unwrapped } from './events.ts'

/** The tool has several more tries after such a line. */
const RECOVERING = /^Reconnecting\b/
/** A remark about where it runs, on every run. */
const NOISE = /^WARNING: proceeding, even though/
/** An answer comes whole: a longer one is cut into larger pieces than words. */
const MAX_PIECES = 2_000

/** Reads `codex exec --json`. */
export class CodexReader implements DialectReader {
  readonly #stream: boolean
  readonly #now: () => number
  readonly #stderr = new ErrorTail()
  #answer: string | undefined
  #completed = false
  #error: Reported | undefined

  constructor({ stream, now }: { stream: boolean; now: () => number }) {
    this.#stream = stream
    this.#now = now
  }

  line(text: string): readonly EngineEvent[] {
    const event = codexEvent(text)
    switch (event?.type) {
      case 'item.completed':
        // The last message is the answer; an item of the type `error` is a warning.
        if (event.item.type === 'agent_message') this.#answer = event.item.text ?? ''
        break
      case 'turn.completed':
        this.#completed = true
        break
      case 'turn.failed':
        if (event.error?.message !== undefined) this.#error = unwrapped(event.error.message)
        throw this.#failure('The turn failed')
      case 'error':
        if (!RECOVERING.test(event.message)) this.#error = unwrapped(event.message)
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
    const pieces = this.#stream ? wordPieces(answer) : [answer]
    return [
      ...pieces.map((text): EngineEvent => ({ type: 'text', text })),
      { type: 'finish', reason: 'stop' },
    ]
  }

  #failure(otherwise: string): EngineFailure {
    const { message, status, kind } = this.#error ?? { message: this.#stderr.text || otherwise }
    return failureFrom(message, { now: this.#now(), otherwise: verdictOf(status, kind) })
  }
}

function verdictOf(status: number | undefined, kind: string | undefined): Verdict {
  if (status === 401 || status === 403) return 'signed_out'
  if (status === 429 || (status !== undefined && status >= 500)) return 'transient'
  if (kind === 'invalid_request_error' || (status !== undefined && status >= 400)) return 'request'
  return 'unknown'
}

/** Cuts a text behind its words, into 2,000 pieces at most. */
export function wordPieces(text: string): string[] {
  const least = Math.ceil(text.length / MAX_PIECES)
  const pieces: string[] = []
  let start = 0
  for (const { index, 0: word } of text.matchAll(/\S+\s*/g)) {
    const end = index + word.length
    if (end - start < least && end < text.length) continue
    pieces.push(text.slice(start, end))
    start = end
  }
  if (start < text.length) pieces.push(text.slice(start))
  return pieces
}
