import type { AccountRecord } from '../../core/accounts/account-admin.ts'
import type { AccountWords } from './tool-accounts.ts'

/** How an account stands, as the running service knows it. */
export function wordsOfAccount(record: AccountRecord): AccountWords {
  const { state, verdict = record.families[0] } = record
  if (state === 'disabled') return { level: 'info', says: 'disabled by you' }
  if (state === 'ok' || verdict === undefined) return { level: 'ok', says: 'ready' }
  const until =
    typeof verdict.until === 'number' ? ` until ${new Date(verdict.until).toISOString()}` : ''
  return {
    level: 'warning',
    says: `parked${until} (${verdict.verdict}): ${verdict.evidence}`,
    signIn: verdict.verdict === 'signed_out',
  }
}
