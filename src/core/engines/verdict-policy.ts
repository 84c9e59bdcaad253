import type { EngineFailure, Verdict } from '../../engines/contract/failure.ts'
import { redact } from '../../platform/redact.ts'

const MINUTE_MS = 60_000
/** Longest park time, also for a later reset time. Then the monitor probes again. */
const MAX_PARK_MS = 6 * 60 * MINUTE_MS
/** Park time of a quota error without a reset time. */
const QUOTA_PARK_MS = 60 * MINUTE_MS
/** Shortest park time, so that a reset time that has just passed does not cause a retry at once. */
const MIN_PARK_MS = MINUTE_MS
const TRANSIENT_PARK_MS = MINUTE_MS
const MAX_EVIDENCE_CHARACTERS = 500

/** What a verdict does to the account and to the request that failed. */
interface VerdictPolicy {
  /** Whether a failed answer records the verdict. A failed probe always does. */
  parks: boolean
  /**
   * How the account is restricted while the verdict is in force. `firm`: never used. `soft`: used
   * when no other account is left. `none`: used as before, because the failure was not understood.
   */
  hold: 'firm' | 'soft' | 'none'
  /**
   * Which accounts the request may try next. `on`: any other. `once_per_engine`: one more of this
   * engine, then the other engines. `once`: one more in all, because each try is slow or costly.
   * `never`: none.
   */
  rotate: 'on' | 'once_per_engine' | 'once' | 'never'
}

export const VERDICT_POLICY: Readonly<Record<Verdict, VerdictPolicy>> = {
  quota: { parks: true, hold: 'firm', rotate: 'on' },
  signed_out: { parks: true, hold: 'firm', rotate: 'on' },
  not_installed: { parks: true, hold: 'firm', rotate: 'on' },
  transient: { parks: true, hold: 'soft', rotate: 'once_per_engine' },
  unknown: { parks: false, hold: 'none', rotate: 'once_per_engine' },
  timeout: { parks: false, hold: 'soft', rotate: 'once' },
  empty: { parks: false, hold: 'none', rotate: 'once' },
  request: { parks: false, hold: 'none', rotate: 'never' },
}

/**
 * When a verdict expires, UTC milliseconds; null when only a clear or a successful probe removes
 * it.
 */
export function parkedUntil(
  verdict: Verdict,
  reported: number | undefined,
  now: number,
): number | null {
  if (verdict === 'transient') return now + TRANSIENT_PARK_MS
  if (verdict !== 'quota') return null
  const reset = reported ?? now + QUOTA_PARK_MS
  return Math.min(Math.max(reset, now + MIN_PARK_MS), now + MAX_PARK_MS)
}

/**
 * A verdict replaces one of the same or lower severity, so that a short outage never hides a lost
 * login.
 */
export function severityOf(verdict: Verdict): number {
  if (verdict === 'signed_out' || verdict === 'not_installed') return 2
  return verdict === 'quota' ? 1 : 0
}

/** The first line of a failure's message, redacted, for the owner. */
export function evidenceOf({ message }: EngineFailure): string {
  const line = redact(message).trim().split('\n', 1)[0] ?? ''
  return line.length > MAX_EVIDENCE_CHARACTERS ? `${line.slice(0, MAX_EVIDENCE_CHARACTERS)}…` : line
}
