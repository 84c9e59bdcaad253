import { type Static, Type } from '@sinclair/typebox'
import { matches } from '../../platform/check.ts'
import { tryParseJson } from '../../platform/try-parse-json.ts'
import { failureFrom, failureOf } from '../cli/classify.ts'
import type { DialectReader } from '../cli/dialect.ts'
import type { EngineFailure, Verdict } from '../contract/failure.ts'
import type { EngineEvent } from '../contract/text.ts'
import { complaint, ErrorTail, exitVerdict } from './errors.ts'
import { RestartGuard } from './restart.ts'

/** A longer wait before the tool's own retry is not worth sitting through. */
const MAX_WAIT_MS = 5_000
const RETRY = /^\s*Attempt (\d+) failed\b.*\bRetrying (?:after (\d+)ms|with backoff)/
/** Behind the error on stderr: when the quota is back. */
const RETRY_DELAY = /^\s*retryDelayMs: (\d+)/
const TRUNCATED = /stdin input truncated/i
const SIGN_IN = /visit the following URL to authorize|enter the authorization code/i

const Line = Type.Object({
  type: Type.String(),
  timestamp: Type.Optional(Type.String()),
  role: Type.Optional(Type.String()),
  content: Type.Optional(Type.String()),
  delta: Type.Optional(Type.Boolean()),
  status: Type.Optional(Type.String()),
  severity: Type.Optional(Type.String()),
  message: Type.Optional(Type.String()),
  error: Type.Optional(
    Type.Object({ type: Type.Optional(Type.String()), message: Type.Optional(Type.String()) }),
  ),
})
type Line = Static<typeof Line>

/** Reads `gemini --output-format stream-json`. */
export class GeminiReader implements DialectReader {
  readonly #model: string
  readonly #now: () => number
  readonly #guard = new RestartGuard()
  readonly #stderr = new ErrorTail()
  #said = false
  #done = false
  #lastError: string | undefined
  /** The text of a spent quota that names no time, until stderr does. */
  #spent: string | undefined
  #delay: string | undefined

  constructor(model: string, now: () => number = Date.now) {
    this.#model = model
    this.#now = now
  }

  line(text: string): readonly EngineEvent[] {
    const line = read(text)
    switch (line?.type) {
      case 'message':
        return this.#message(line)
      case 'tool_use':
      case 'tool_result':
        return this.#say(this.#guard.release())
      case 'error':
        if (line.severity !== 'warning') this.#lastError = line.message
        return []
      case 'result':
        return this.#result(line)
      default:
        return []
    }
  }

  errorLine(text: string): void {
    this.#delay = RETRY_DELAY.exec(text)?.[1] ?? this.#delay
    if (this.#spent !== undefined && this.#delay !== undefined) throw this.#quota(this.#spent)
    this.#stderr.add(text)
    if (TRUNCATED.test(text)) throw failureOf('request', text)
    if (SIGN_IN.test(text)) throw failureOf('signed_out', text)
    const retry = RETRY.exec(text)
    if (retry === null) return
    const failure = this.#failure(text, 'transient')
    // A second attempt begins the answer again, which must not follow what was said.
    if (this.#said) throw failureOf('transient', text)
    const [, attempt, wait = 0] = retry
    if (failure.verdict !== 'transient' || Number(wait) > MAX_WAIT_MS || Number(attempt) > 1)
      throw failure
  }

  end(exitCode: number): readonly EngineEvent[] {
    if (this.#spent !== undefined) throw this.#quota(this.#spent)
    const reason = this.#lastError ?? this.#stderr.reason()
    if (this.#done || (exitCode === 0 && !this.#said)) {
      throw this.#failure(reason || 'The tool ended without an answer', 'empty')
    }
    throw this.#failure(
      reason || `The tool ended without a result, with exit code ${exitCode}`,
      exitCode === 0 ? 'transient' : exitVerdict(exitCode),
    )
  }

  #message({ role, content = '', delta, timestamp }: Line): readonly EngineEvent[] {
    // The prompt comes back as a message of the user's.
    if (role !== 'assistant') return []
    // A whole message only sums up its pieces.
    if (delta !== true && this.#said) return []
    return this.#say(this.#guard.pass(content, Date.parse(timestamp ?? '')))
  }

  #result({ status, error }: Line): readonly EngineEvent[] {
    if (status === 'success') {
      this.#done = true
      const rest = this.#say(this.#guard.release())
      // An empty answer's reason may still come on stderr.
      return this.#said ? [...rest, { type: 'finish', reason: 'stop' }] : []
    }
    const text = complaint(error)
    if (text !== undefined) return this.#failed(text)
    // A stream without text or without an end: the tool's advice speaks of the context window.
    throw failureOf(
      this.#said ? 'transient' : 'empty',
      this.#lastError ?? 'The tool reported an error without a reason',
    )
  }

  #say(text: string): readonly EngineEvent[] {
    if (text === '') return []
    this.#said = true
    return [{ type: 'text', text }]
  }

  /** Nothing, while stderr may still say until when a quota is spent. */
  #failed(text: string): readonly EngineEvent[] {
    const failure = this.#failure(text, 'unknown')
    if (failure.verdict !== 'quota' || failure.until !== undefined) throw failure
    if (this.#delay !== undefined) throw this.#quota(text)
    this.#spent = text
    return []
  }

  #quota(text: string): EngineFailure {
    const back = this.#delay === undefined ? '' : ` Retry in ${this.#delay} ms`
    return this.#failure(`${text}${back}`, 'quota')
  }

  #failure(text: string, otherwise: Verdict): EngineFailure {
    // Each model has a quota of its own, and the tool says which kind it means.
    const family = /\bthis model\b/i.test(text) ? this.#model : undefined
    return failureFrom(text, { now: this.#now(), family, otherwise })
  }
}

function read(text: string): Line | undefined {
  if (!text.startsWith('{')) return undefined
  const { value } = tryParseJson(text)
  return matches(Line, value) ? value : undefined
}
