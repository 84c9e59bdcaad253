import { type Static, Type } from '@sinclair/typebox'
import { matches } from '../../platform/check.ts'
import { tryParseJson } from '../../platform/json.ts'
import { classify, failureOf } from '../cli/classify.ts'
import { type DialectReader, ErrorTail } from '../cli/dialect.ts'
import { EngineFailure, type FailureKind } from '../contract/failure.ts'
import { answerTooLong, type EngineEvent, MAX_ANSWER_CHARACTERS } from '../contract/text.ts'

const Text = Type.Optional(Type.Union([Type.String(), Type.Null()]))

const StreamEvent = Type.Object({
  type: Type.Literal('stream_event'),
  parent_tool_use_id: Text,
  event: Type.Object({
    type: Type.String(),
    delta: Type.Optional(
      Type.Object({ type: Text, text: Type.Optional(Type.String()), stop_reason: Text }),
    ),
  }),
})
type StreamEvent = Static<typeof StreamEvent>

const AssistantEvent = Type.Object({
  type: Type.Literal('assistant'),
  parent_tool_use_id: Text,
  error: Text,
  message: Type.Object({
    model: Text,
    content: Type.Array(Type.Object({ type: Type.String(), text: Type.Optional(Type.String()) })),
    stop_reason: Text,
  }),
})
type AssistantEvent = Static<typeof AssistantEvent>

const RateLimitEvent = Type.Object({
  type: Type.Literal('rate_limit_event'),
  rate_limit_info: Type.Object({
    status: Type.String(),
    resetsAt: Type.Optional(Type.Union([Type.Number(), Type.Null()])),
    rateLimitType: Text,
    isUsingOverage: Type.Optional(Type.Union([Type.Boolean(), Type.Null()])),
  }),
})
type RateLimitInfo = Static<typeof RateLimitEvent>['rate_limit_info']

const InitEvent = Type.Object({
  type: Type.Literal('system'),
  subtype: Type.Literal('init'),
  tools: Type.Optional(Type.Unknown()),
  apiKeySource: Type.Optional(Type.Unknown()),
})
type InitEvent = Static<typeof InitEvent>

const RetryEvent = Type.Object({
  type: Type.Literal('system'),
  subtype: Type.Literal('api_retry'),
  error: Text,
  error_status: Type.Optional(Type.Union([Type.Number(), Type.Null()])),
  retry_delay_ms: Type.Optional(Type.Number()),
})
type RetryEvent = Static<typeof RetryEvent>

const ResultEvent = Type.Object({
  type: Type.Literal('result'),
  subtype: Type.Optional(Type.String()),
  is_error: Type.Optional(Type.Boolean()),
  result: Text,
  errors: Type.Optional(Type.Array(Type.Unknown())),
  api_error_status: Type.Optional(Type.Union([Type.Number(), Type.Null()])),
  stop_reason: Text,
  structured_output: Type.Optional(Type.Unknown()),
})
type ResultEvent = Static<typeof ResultEvent>

type ClaudeEvent =
  | StreamEvent
  | AssistantEvent
  | Static<typeof RateLimitEvent>
  | InitEvent
  | RetryEvent
  | ResultEvent

/** One shape for each type of line that is used; other lines are skipped. */
const SHAPES = {
  stream_event: [StreamEvent],
  assistant: [AssistantEvent],
  rate_limit_event: [RateLimitEvent],
  system: [InitEvent, RetryEvent],
  result: [ResultEvent],
} as const

/** Parses one line of stdout; undefined for a line that is not JSON or not used. */
function claudeEvent(line: string): ClaudeEvent | undefined {
  if (!/^\s*\{/.test(line)) return undefined
  const { value } = tryParseJson(line)
  const type: unknown = Reflect.get(Object(value), 'type')
  if (typeof type !== 'string' || !isKnown(type)) return undefined
  for (const shape of SHAPES[type]) if (matches(shape, value)) return value
  return undefined
}

function isKnown(type: string): type is keyof typeof SHAPES {
  return Object.hasOwn(SHAPES, type)
}

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

/** Larger times are milliseconds: as seconds they would be in the far future. */
const LARGEST_SECONDS = 100_000_000_000

/** Kinds of the tool's error names, used where the error text matches no pattern. */
const ERROR_KINDS: Readonly<Record<string, FailureKind>> = {
  authentication_failed: 'signed_out',
  oauth_org_not_allowed: 'signed_out',
  account_on_hold: 'signed_out',
  cloud_credential_error: 'signed_out',
  billing_error: 'quota',
  rate_limit: 'transient',
  overloaded: 'transient',
  server_error: 'transient',
  invalid_request: 'request',
  model_not_found: 'request',
}

function errorKind(name: string | null | undefined): FailureKind | undefined {
  return name === null || name === undefined ? undefined : ERROR_KINDS[name]
}

/** What is known about a failed run. */
interface FailureFacts {
  /** The error text of the tool; never text of the answer. */
  text: string
  error?: string | null | undefined
  status?: number | null | undefined
  /** A rate limit that the tool reported as reached. */
  limit?: RateLimitInfo | undefined
  /** Used when nothing else tells the kind. */
  fallback: FailureKind
}

/** The failure of a run: classified by its text, else by the tool's error name and status. */
function claudeFailure(facts: FailureFacts, now: number): EngineFailure {
  const { text, error, status, limit, fallback } = facts
  const found = classify(text, { now })
  const kind =
    found?.kind ??
    (limit === undefined ? undefined : 'quota') ??
    errorKind(error) ??
    statusKind(status) ??
    fallback
  if (kind !== 'quota') return failureOf(kind, text)
  return failureOf('quota', text, {
    until: resetOf(limit) ?? found?.until,
    family: found?.family ?? familyOfLimit(limit),
  })
}

/** A rate limit was reached, and the tool reported nothing else. */
function limitFailure(limit: RateLimitInfo): EngineFailure {
  return new EngineFailure(
    'quota',
    `Claude's limit is reached: ${limit.rateLimitType ?? 'unknown'}, ${limit.status}`,
    { until: resetOf(limit), family: familyOfLimit(limit) },
  )
}

/** Beyond the plan's limit the tool continues with paid use, where the login allows that. */
function overageFailure(limit: RateLimitInfo): EngineFailure {
  return new EngineFailure(
    'quota',
    `Refused: beyond Claude's limit each use is paid: ${limit.rateLimitType ?? 'unknown'}`,
    { until: resetOf(limit), family: familyOfLimit(limit) },
  )
}

function resetOf(limit: RateLimitInfo | undefined): number | undefined {
  const { resetsAt } = limit ?? {}
  if (typeof resetsAt !== 'number') return undefined
  return resetsAt > LARGEST_SECONDS ? resetsAt : resetsAt * 1000
}

/** `seven_day_opus` → `opus`; other limits apply to the whole account. */
function familyOfLimit(limit: RateLimitInfo | undefined): string | undefined {
  return /_(opus|sonnet|haiku)$/.exec(limit?.rateLimitType ?? '')?.[1]
}

function statusKind(status: number | null | undefined): FailureKind | undefined {
  if (typeof status !== 'number') return undefined
  if (status === 401 || status === 403) return 'signed_out'
  if (status === 429 || status >= 500) return 'transient'
  return status >= 400 ? 'request' : undefined
}
