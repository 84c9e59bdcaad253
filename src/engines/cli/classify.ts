import { RE2JS } from 're2js'
import { maskAddresses, redact } from '../../platform/redact.ts'
import { EngineFailure, type FailureFacts, type Verdict } from '../contract/failure.ts'
import { FAMILIES, PATTERNS } from './patterns.ts'
import { resetTime } from './reset-time.ts'

const MAX_EVIDENCE_CHARACTERS = 500
/** An error text is short; a long one says what happened at its start or at its end. */
const MAX_READ_CHARACTERS = 16_384
/** The owner's patterns may mean anything in it. */
const MAX_MATCHED_CHARACTERS = 65_536

/** One of the owner's patterns for error texts that Hearth does not know. */
interface OwnerPattern {
  /** A regular expression in RE2's syntax; capitals do not matter. */
  pattern: string
  verdict: 'quota' | 'signed_out' | 'transient' | 'request'
}

/** What a text is read with. */
export interface ClassifyOptions {
  /** UTC milliseconds. */
  now: number
  /** The owner's, tried before those that Hearth knows. */
  patterns?: readonly OwnerPattern[] | undefined
}

/** What an error text means. */
export interface Classification {
  verdict: Verdict
  /** When the quota comes back, UTC milliseconds. */
  until?: number
  /** In small letters, such as `opus`. */
  family?: string
}

/**
 * Reads an error text: the part of a tool's output that reports a failure, never an answer.
 *
 * @returns undefined when no pattern knows it
 */
export function classify(text: string, options: ClassifyOptions): Classification | undefined {
  const line = normalize(text)
  const verdict = ownerVerdict(text, options.patterns) ?? knownVerdict(line)
  if (verdict === undefined) return undefined
  if (verdict !== 'quota') return { verdict }
  const until = resetTime(line, options.now)
  const family = familyIn(line)
  return {
    verdict,
    ...(until === undefined ? {} : { until }),
    ...(family === undefined ? {} : { family }),
  }
}

/**
 * The failure that an error text stands for, `unknown` where no pattern knows it.
 *
 * @param options `family` is that of the model in use: a quota text that names none means this one;
 * `otherwise` is the verdict for a text that no pattern knows
 */
export function failureFrom(
  text: string,
  options: ClassifyOptions & { family?: string | undefined; fallback?: Verdict },
): EngineFailure {
  const found: Classification = classify(text, options) ?? {
    verdict: options.fallback ?? 'unknown',
  }
  const family = found.family ?? (found.verdict === 'quota' ? options.family : undefined)
  return failureOf(found.verdict, text, { until: found.until, family })
}

/** A failure whose text may hold anything: what is kept of it is its evidence. */
export function failureOf(verdict: Verdict, text: string, facts: FailureFacts = {}): EngineFailure {
  return new EngineFailure(verdict, evidence(text), { ...facts, raw: text })
}

/**
 * Looks at a failure again with the owner's patterns, which no dialect knows: at the whole of
 * what the tool said, of which only a redacted part is kept.
 *
 * @returns The failure itself when none of them matches its text
 */
export function withOwnerPatterns(failure: EngineFailure, options: ClassifyOptions): EngineFailure {
  const { message, raw, until, family, cause } = failure
  if (ownerVerdict(raw, options.patterns) === undefined) return failure
  const found = classify(raw, options)
  if (found === undefined) return failure
  return new EngineFailure(found.verdict, message, {
    cause,
    until: found.until ?? until,
    family: found.family ?? family,
  })
}

/** A text as evidence for the owner: one line of at most 500 characters, without secrets and addresses. */
export function evidence(text: string): string {
  // Redacted before it is cut, so that no half of a secret is left over.
  const clean = maskAddresses(redact(text.slice(0, MAX_READ_CHARACTERS)))
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

function knownVerdict(line: string): Verdict | undefined {
  return PATTERNS.find(({ pattern }) => pattern.test(line))?.verdict
}

function ownerVerdict(
  text: string,
  patterns: readonly OwnerPattern[] | undefined,
): Verdict | undefined {
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

/** In RE2 the time grows with the text alone, whatever the pattern. */
function compilePattern(pattern: string): RE2JS {
  let program = compiledPatterns.get(pattern)
  if (program === undefined) {
    program = RE2JS.compile(pattern, RE2JS.CASE_INSENSITIVE)
    compiledPatterns.set(pattern, program)
  }
  return program
}
