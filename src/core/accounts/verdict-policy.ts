import { EngineFailure, type Verdict } from '../../engines/contract/failure.ts'
import { redact } from '../../platform/redact.ts'

const MINUTE_MS = 60_000
/** Reset times are believed up to here; then the watcher decides. */
const MAX_PARK_MS = 6 * 60 * MINUTE_MS
/** For a quota error that names no time. */
const QUOTA_PARK_MS = 60 * MINUTE_MS
/** A reset time that has just passed must not let the account be asked again within the second. */
const MIN_PARK_MS = MINUTE_MS
const TRANSIENT_PARK_MS = MINUTE_MS
const MAX_EVIDENCE_CHARACTERS = 500

/** What a verdict does to the account and to the request that met it. */
interface VerdictPolicy {
  /** Whether an answer's failure is written down; a probe's always is. */
  parks: boolean
  /**
   * How the account is held while the verdict stands: never asked; asked only when nobody else is
   * left; asked as ever, because a failure that was not understood proves nothing.
   */
  hold: 'firm' | 'soft' | 'none'
  /**
   * Who may be tried next: any other account; one more of the same engine, then the next engine; one
   * more in all, because each try is as long or as costly as the first; nobody.
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

/** How long a verdict stands, as a moment; null: until it is cleared or a probe succeeds. */
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

/** Which verdict gives way to which: a passing trouble never hides a login that is gone. */
export function severityOf(verdict: Verdict): number {
  if (verdict === 'signed_out' || verdict === 'not_installed') return 2
  return verdict === 'quota' ? 1 : 0
}

/** Whatever an adapter threw, as a failure with a class; a fault in its own code is no detail for anybody. */
export function asFailure(error: unknown): EngineFailure {
  if (error instanceof EngineFailure) return error
  return new EngineFailure('unknown', 'The engine failed in an unexpected way', { cause: error })
}

/** The line of a failure that the owner sees. */
export function evidenceOf({ message }: EngineFailure): string {
  const line = redact(message).trim().split('\n', 1)[0] ?? ''
  return line.length > MAX_EVIDENCE_CHARACTERS ? `${line.slice(0, MAX_EVIDENCE_CHARACTERS)}…` : line
}
