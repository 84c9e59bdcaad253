import type { RE2JS } from 're2js'
import { maskAddresses, redact } from '../../platform/redact.ts'
import { plainText } from '../../platform/subprocess.ts'
import { contextSizeIn } from '../context-size.ts'
import { EngineFailure, type FailureFacts, type FailureKind } from '../contract/failure.ts'
import { resetTime } from './reset-time.ts'

const MAX_EVIDENCE_CHARACTERS = 500
/** Of a longer text the start and the end are read: the reason is at one of them. */
const MAX_READ_CHARACTERS = 16_384
/** Larger bound for the owner's patterns, which may match anywhere. */
const MAX_MATCHED_CHARACTERS = 65_536

/** A pattern of the owner's for error texts that no built-in pattern matches. */
interface OwnerPattern {
  /** A regular expression in RE2's syntax; case is ignored. */
  pattern: string
  verdict: 'quota' | 'signed_out' | 'transient' | 'request'
}

/** Options of the classification. */
export interface ClassifyOptions {
  /** UTC milliseconds. */
  now: number
  /** The owner's patterns, tried before the built-in ones. */
  patterns?: readonly OwnerPattern[] | undefined
}

/** The meaning of an error text. */
export interface Classification {
  kind: FailureKind
  /** When the quota comes back, UTC milliseconds. */
  until?: number
  /** In lower case, such as `opus`. */
  family?: string
}

/**
 * Classifies an error text: the part of a tool's output that reports a failure, never an answer.
 *
 * @returns undefined when no pattern matches
 */
export function classify(text: string, options: ClassifyOptions): Classification | undefined {
  const line = normalize(text)
  const own = ownerVerdict(text, options.patterns)
  const found = own === undefined ? knownMeaning(line) : { kind: own }
  if (found?.kind !== 'quota') return found
  const until = resetTime(line, options.now)
  const family = familyIn(line)
  return {
    kind: 'quota',
    ...(until === undefined ? {} : { until }),
    ...(family === undefined ? {} : { family }),
  }
}

/**
 * Makes a failure from an error text; its kind is `fallback` when no pattern matches.
 *
 * @param options `family` is the family of the model in use, for a quota text that names none;
 * `fallback` is `unknown` by default
 */
export function failureFrom(
  text: string,
  options: ClassifyOptions & { family?: string | undefined; fallback?: FailureKind },
): EngineFailure {
  const found: Classification = classify(text, options) ?? {
    kind: options.fallback ?? 'unknown',
  }
  const family = found.family ?? (found.kind === 'quota' ? options.family : undefined)
  const { kind, until } = found
  return failureOf(kind, text, { until, family })
}

/** A failure whose message is the evidence of a text from outside. */
export function failureOf(
  kind: FailureKind,
  text: string,
  facts: FailureFacts = {},
): EngineFailure {
  // Another engine's model may have a larger context.
  const context =
    kind === 'context_exceeded'
      ? { context: contextSizeIn(normalize(text)), retryableElsewhere: true }
      : {}
  return new EngineFailure(kind, evidence(text), { ...context, ...facts, raw: text })
}

/**
 * Classifies a failure again with the owner's patterns, which the dialects do not have. The whole
 * text is matched, not only the redacted message.
 *
 * @returns The failure itself when no pattern of the owner's matches
 */
export function withOwnerPatterns(failure: EngineFailure, options: ClassifyOptions): EngineFailure {
  const { message, raw, until, family, cause } = failure
  if (ownerVerdict(raw, options.patterns) === undefined) return failure
  const found = classify(raw, options)
  if (found === undefined) return failure
  return new EngineFailure(found.kind, message, {
    cause,
    until: found.until ?? until,
    family: found.family ?? family,
  })
}

/**
 * A text as evidence for the owner: one line of at most 500 characters, without secrets, e-mail
 * addresses, and characters that control a terminal.
 */
export function evidence(text: string): string {
  // Redacted before it is cut, so that no part of a secret remains.
  const clean = plainText(maskAddresses(redact(text.slice(0, MAX_READ_CHARACTERS))))
    .replace(/\s+/g, ' ')
    .trim()
  return clean.length > MAX_EVIDENCE_CHARACTERS
    ? `${clean.slice(0, MAX_EVIDENCE_CHARACTERS - 1)}…`
    : clean
}

function normalize(text: string, limit = MAX_READ_CHARACTERS): string {
  const read = text.length <= limit ? text : `${text.slice(0, limit / 2)} ${text.slice(-limit / 2)}`
  return read.replace(/[‘’]/g, "'").replace(/\s+/g, ' ')
}

function knownMeaning(line: string): Classification | undefined {
  const found = PATTERNS.find(({ pattern }) => pattern.test(line))
  return found && { kind: found.kind }
}

function ownerVerdict(
  text: string,
  patterns: readonly OwnerPattern[] | undefined,
): OwnerPattern['verdict'] | undefined {
  if (patterns === undefined || patterns.length === 0) return undefined
  const line = normalize(text, MAX_MATCHED_CHARACTERS)
  return patterns.find(({ pattern }) => compilePattern(normalize(pattern)).test(line))?.verdict
}

function familyIn(line: string): string | undefined {
  for (const pattern of FAMILIES) {
    const name = pattern.exec(line)?.[1]
    if (name !== undefined) return name.toLowerCase()
  }
  return undefined
}

const compiledPatterns = new Map<string, RE2JS>()

/** RE2 runs in time linear in the text, whatever the pattern. */
function compilePattern(pattern: string): RE2JS {
  let program = compiledPatterns.get(pattern)
  if (program === undefined) {
    // Loaded by the first failure of a command, as most services see none.
    const re2: typeof import('re2js') = require('re2js')
    program = re2.RE2JS.compile(pattern, re2.RE2JS.CASE_INSENSITIVE)
    compiledPatterns.set(pattern, program)
  }
  return program
}

/**
 * Meanings of the tools' error texts; the first match wins. The texts are matched with plain
 * apostrophes and single spaces. Taken from the tools' sources and from recorded runs.
 */
const PATTERNS: readonly {
  kind: FailureKind
  pattern: RegExp
}[] = [
  // Temporary failures whose texts also mention quotas or logins.
  { kind: 'transient', pattern: /Request rejected \(429\)/i },
  { kind: 'transient', pattern: /another Claude Code process is refreshing/i },
  { kind: 'transient', pattern: /RetryableQuotaError/i },
  { kind: 'transient', pattern: /temporarily limiting/i },
  { kind: 'transient', pattern: /No capacity available|MODEL_CAPACITY_EXHAUSTED/i },

  { kind: 'signed_out', pattern: /Not logged in|Please run \/login|Login expired/i },
  {
    kind: 'signed_out',
    pattern: /OAuth (?:session|(?:access )?token)\b.{0,40}?(?:expired|revoked)/i,
  },
  { kind: 'signed_out', pattern: /\b401 Unauthorized|API Error: 401\b|"code":\s?401\b/i },
  { kind: 'signed_out', pattern: /(?:sign|log) in again|refresh token was already used/i },
  { kind: 'signed_out', pattern: /access token could not be refreshed/i },
  { kind: 'signed_out', pattern: /authentication[ _]failed|Failed to authenticate\b/i },
  { kind: 'signed_out', pattern: /FatalAuthenticationError|set an Auth method/i },
  { kind: 'signed_out', pattern: /API key not valid|(?:Invalid|Incorrect) API key/i },
  { kind: 'signed_out', pattern: /IneligibleTierError|do not have a valid license/i },
  { kind: 'signed_out', pattern: /organization has (?:been disabled|disabled )/i },
  { kind: 'signed_out', pattern: /account is on hold|account_on_hold|oauth_org_not_allowed/i },
  { kind: 'signed_out', pattern: /To use Codex with your ChatGPT plan/i },

  { kind: 'quota', pattern: /hit your .{0,80}?limit|usage limit|monthly spend limit/i },
  {
    kind: 'quota',
    pattern: /out of credits|spend cap|Credit balance is too low|billing_error/i,
  },
  { kind: 'quota', pattern: /Individual quota reached|Quota exceeded/i },
  {
    kind: 'quota',
    pattern: /ex(?:hausted|ceeded) your (?:daily |current )?(?:quota|capacity)/i,
  },
  { kind: 'quota', pattern: /RESOURCE_EXHAUSTED|QUOTA_EXHAUSTED|TerminalQuotaError/i },

  {
    kind: 'context_exceeded',
    pattern: /context[ _](?:window|length)|(?:prompt|input|request) is too (?:long|large)/i,
  },
  {
    kind: 'context_exceeded',
    pattern: /input token count.{0,40}?exceeds/i,
  },
  {
    kind: 'model_refused',
    pattern: /\bmodel\b.{0,80}?not (?:found|supported)|model_not_found/i,
  },
  { kind: 'model_refused', pattern: /issue with the selected model/i },
  {
    kind: 'request',
    pattern: /(?:process|invalid|unsupported) image|image.{0,40}?(?:exceed|too large)/i,
  },
  { kind: 'request', pattern: /invalid_request/i },

  { kind: 'transient', pattern: /overloaded|at capacity|\b529\b/i },
  {
    kind: 'transient',
    pattern: /stream disconnected|Reconnecting|Access blocked by Cloudflare/i,
  },
  {
    kind: 'unreachable',
    pattern: /connection refused|Unable to connect|\bE(?:CONNREFUSED|AI_AGAIN|NOTFOUND)\b/i,
  },
  {
    kind: 'transient',
    pattern: /connection (?:reset|to the API was lost)/i,
  },
  {
    kind: 'transient',
    pattern: /\bE(?:CONNRESET|TIMEDOUT|PIPE)\b/i,
  },
  { kind: 'transient', pattern: /fetch failed|socket hang up|API Error: terminated/i },
  { kind: 'transient', pattern: /(?:status:?|API Error:|HTTP|"code":)\s?(?:429|5\d\d)\b/i },
  { kind: 'transient', pattern: /\b5\d\d (?:Service|Internal|Bad Gateway|Gateway)/i },
]

/** The family of models that a quota text names; lower-cased by the caller. */
const FAMILIES: readonly RegExp[] = [
  /hit your (?:weekly )?(opus|sonnet|haiku)(?: weekly)? limit/i,
  /usage limit for ([^.\s][^\s]{0,60}(?: [^\s.]{1,20}){0,3})\.\s/i,
]
