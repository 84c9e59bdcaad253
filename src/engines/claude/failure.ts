import { classify, failureOf } from '../cli/classify.ts'
import { EngineFailure, type FailureKind } from '../contract/failure.ts'
import type { RateLimitInfo } from './events.ts'

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

export function errorKind(name: string | null | undefined): FailureKind | undefined {
  return name === null || name === undefined ? undefined : ERROR_KINDS[name]
}

/** What is known about a failed run. */
export interface Fault {
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
export function claudeFailure(fault: Fault, now: number): EngineFailure {
  const { text, error, status, limit, fallback } = fault
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
export function limitFailure(limit: RateLimitInfo): EngineFailure {
  return new EngineFailure(
    'quota',
    `Claude's limit is reached: ${limit.rateLimitType ?? 'unknown'}, ${limit.status}`,
    { until: resetOf(limit), family: familyOfLimit(limit) },
  )
}

/** Beyond the plan's limit the tool continues with paid use, where the login allows that. */
export function overageFailure(limit: RateLimitInfo): EngineFailure {
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
