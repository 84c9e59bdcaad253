import { failureOf } from '../cli/classify.ts'
import type { DialectReader } from '../cli/dialect.ts'
import { ErrorTail } from '../cli/error-tail.ts'
import { answerTooLong, MAX_ANSWER_CHARACTERS } from '../contract/answer-size.ts'
import { EngineFailure, type FailureKind } from '../contract/failure.ts'
import type { EngineEvent } from '../contract/text.ts'
import {
  type AssistantEvent,
  claudeEvent,
  type InitEvent,
  type RateLimitInfo,
  type ResultEvent,
  type RetryEvent,
  type StreamEvent,
} from './events.ts'
import { claudeFailure, errorKind, limitFailure, overageFailure } from './failure.ts'

/** With a longer wait before the tool's next attempt, another account is tried instead. */
const MAX_RETRY_DELAY_MS = 5_000
/**
 * The tool through which the model returns a structured answer. It has no effect on the machine.
 */
const SCHEMA_TOOL = 'StructuredOutput'
/** The values of `apiKeySource` of a subscription login. */
const SUBSCRIPTION_KEY_SOURCES: ReadonlySet<unknown> = new Set(['none', 'oauth'])
const SYNTHETIC_MODEL = '<synthetic>'
const FINISH_REASONS: Readonly<Record<string, string>> = {
  max_tokens: 'length',
  model_context_window_exceeded: 'length',
  refusal: 'content_filter',
}

export interface ClaudeReaderOptions {
  /** Whether the answer is structured output. */
  structured: boolean
  /** Whether the account has a provider's key, for a private server. */
  hasProviderKey: boolean
  /** UTC milliseconds. */
  now: () => number
}

/** Reads `claude -p --output-format stream-json --include-partial-messages`. */
export class ClaudeReader implements DialectReader {
  readonly #structured: boolean
  readonly #hasProviderKey: boolean
  readonly #now: () => number
  readonly #stderr = new ErrorTail()
  /** Text sent so far, or pending until the init event has been checked. */
  #emitted = ''
  #pending = ''
  #isInitChecked = false
  /** Text of whole messages, for runs without partial messages. */
  #messageText = ''
  #inMessage = false
  #stopReason: string | null | undefined
  #synthetic: { text: string; error: string | null | undefined } | undefined
  #limit: RateLimitInfo | undefined

  constructor({ structured, hasProviderKey, now }: ClaudeReaderOptions) {
    this.#structured = structured
    this.#hasProviderKey = hasProviderKey
    this.#now = now
  }

  line(text: string): readonly EngineEvent[] {
    const event = claudeEvent(text)
    switch (event?.type) {
      case 'stream_event':
        return this.#stream(event)
      case 'assistant':
        this.#assistant(event)
        return []
      case 'rate_limit_event':
        this.#rateLimit(event.rate_limit_info)
        return []
      case 'system':
        if (event.subtype === 'init') return this.#init(event)
        this.#retry(event)
        return []
      case 'result':
        return this.#result(event)
      default:
        return []
    }
  }

  errorLine(text: string): void {
    this.#stderr.add(text)
  }

  end(exitCode: number): readonly EngineEvent[] {
    if (this.#synthetic === undefined && this.#limit !== undefined) throw limitFailure(this.#limit)
    const reason = this.#synthetic?.text ?? this.#stderr.text
    throw claudeFailure(
      {
        text: reason || `The tool ended without a result, with exit code ${exitCode}`,
        error: this.#synthetic?.error,
        limit: this.#limit,
        fallback: exitCode === 0 && this.#emitted === '' ? 'empty' : 'unknown',
      },
      this.#now(),
    )
  }

  #stream({ event, parent_tool_use_id: parent }: StreamEvent): readonly EngineEvent[] {
    if (typeof parent === 'string') return []
    switch (event.type) {
      case 'content_block_delta':
        // Text before a structured answer is not part of it.
        if (this.#structured || event.delta?.type !== 'text_delta') return []
        return this.#emit(event.delta.text ?? '')
      case 'message_start':
        // After a broken stream the tool asks again: the new answer would follow the first half of
        // the old one.
        if (this.#inMessage && this.#emitted !== '')
          throw new EngineFailure('transient', 'The tool began its answer again in mid-answer')
        this.#inMessage = true
        return []
      case 'message_delta':
        this.#stopReason = event.delta?.stop_reason ?? this.#stopReason
        return []
      case 'message_stop':
        this.#inMessage = false
        return []
      default:
        return []
    }
  }

  #assistant({ message, error, parent_tool_use_id: parent }: AssistantEvent): void {
    if (typeof parent === 'string') return
    const text = message.content
      .map((part) => (part.type === 'text' ? (part.text ?? '') : ''))
      .join('')
    if (typeof error === 'string' || message.model === SYNTHETIC_MODEL) {
      this.#synthetic = { text, error }
      return
    }
    this.#messageText += text
    if (this.#messageText.length > MAX_ANSWER_CHARACTERS) throw answerTooLong()
    this.#stopReason = message.stop_reason ?? this.#stopReason
  }

  /**
   * Text is released only after the tool has reported that it has no tools and uses the
   * subscription.
   */
  #init({ tools, apiKeySource: source }: InitEvent): readonly EngineEvent[] {
    const allowed = this.#structured ? [SCHEMA_TOOL] : []
    if (!Array.isArray(tools) || !tools.every((tool) => allowed.includes(tool))) {
      const names = Array.isArray(tools) ? tools.slice(0, 5).join(', ') : 'not reported'
      throw refusal('unknown', `the tool has tools of its own: ${names}`)
    }
    if (!this.#hasProviderKey && typeof source !== 'string')
      throw refusal('unknown', 'the tool does not report whether it uses a key')
    if (!this.#hasProviderKey && !SUBSCRIPTION_KEY_SOURCES.has(source))
      throw refusal('signed_out', `the tool uses a key, not the subscription: ${source}`)
    this.#isInitChecked = true
    const text = this.#pending
    this.#pending = ''
    return text === '' ? [] : [{ type: 'text', text }]
  }

  #retry({ error, error_status: status, retry_delay_ms: delay = 0 }: RetryEvent): void {
    const kind = errorKind(error) ?? 'transient'
    if (kind === 'transient' && delay <= MAX_RETRY_DELAY_MS) return
    throw new EngineFailure(kind, `The tool cannot reach its model: ${error}, status ${status}`)
  }

  #rateLimit(info: RateLimitInfo): void {
    if (info.isUsingOverage === true || info.rateLimitType === 'overage') throw overageFailure(info)
    // A warning is not a failure. Refused overage matters only once the limit is reached.
    if (info.status.startsWith('allowed')) {
      this.#limit = undefined
      return
    }
    this.#limit = info
    if (info.status === 'rejected' && this.#emitted === '') throw limitFailure(info)
  }

  #result(event: ResultEvent): readonly EngineEvent[] {
    const { subtype = 'success', is_error: isError, result, stop_reason: reason } = event
    if (isError === true || (subtype !== 'success' && !this.#isTurnLimit(event)))
      throw this.#failed(event)
    if (!this.#isInitChecked)
      throw refusal('unknown', 'the tool did not say which tools and which login it uses')
    const rest = this.#structured ? this.#structuredOutput(event) : this.#missingText(result ?? '')
    const events = this.#emit(rest)
    if (this.#emitted.trim() === '') {
      if (this.#limit !== undefined) throw limitFailure(this.#limit)
      throw new EngineFailure('empty', 'The tool ended without an answer')
    }
    const finish = FINISH_REASONS[reason ?? this.#stopReason ?? ''] ?? 'stop'
    return [...events, { type: 'finish', reason: finish }]
  }

  /** The turn limit may also be reported for a complete text. */
  #isTurnLimit({ subtype }: ResultEvent): boolean {
    return (
      subtype === 'error_max_turns' && !this.#structured && this.#emitted + this.#messageText !== ''
    )
  }

  #failed({ result, errors, subtype, api_error_status: status }: ResultEvent): EngineFailure {
    const listed = (errors ?? []).filter((error) => typeof error === 'string').join('; ')
    const text = result || this.#synthetic?.text || listed || `The tool failed: ${subtype}`
    return claudeFailure(
      { text, error: this.#synthetic?.error, status, limit: this.#limit, fallback: 'unknown' },
      this.#now(),
    )
  }

  #structuredOutput({ structured_output: document, result }: ResultEvent): string {
    return document === undefined || document === null
      ? result || this.#messageText
      : JSON.stringify(document)
  }

  /** The part of the result that was not streamed: all of it, or the rest after a broken stream. */
  #missingText(result: string): string {
    if (this.#emitted === '') return result || this.#messageText
    for (const whole of [result, this.#messageText])
      if (whole.startsWith(this.#emitted)) return whole.slice(this.#emitted.length)
    return ''
  }

  #emit(text: string): EngineEvent[] {
    if (text === '') return []
    this.#emitted += text
    if (this.#isInitChecked) return [{ type: 'text', text }]
    this.#pending += text
    if (this.#pending.length > MAX_ANSWER_CHARACTERS) throw answerTooLong()
    return []
  }
}

function refusal(kind: FailureKind, reason: string): EngineFailure {
  return failureOf(kind, `Refused: ${reason}`)
}
