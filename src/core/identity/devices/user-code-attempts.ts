import type { Transactor } from '../../../db/open.ts'
import { sha256 } from '../../../platform/ids.ts'
import type { Audit, AuditActor } from '../../audit/audit.ts'
import type { RateLimits } from '../../rate-limits.ts'
import type { Sessions } from '../sessions.ts'

/**
 * Wrong codes of one session in an hour. More than the limit of a minute, so that a user who
 * mistypes has to wait first, and is not signed out. @limit wrong-codes count
 */
export const MAX_WRONG = 30
const COUNTER = 'wrong-code'

interface UserCodeAttemptsOptions {
  db: Transactor
  rateLimits: RateLimits
  sessions: Sessions
  audit: Audit
}

/** Ends the session of a browser that guesses user codes. */
export class UserCodeAttempts {
  readonly #options: UserCodeAttemptsOptions

  constructor(options: UserCodeAttemptsOptions) {
    this.#options = options
  }

  /**
   * Counts one wrong code; the count survives a restart.
   *
   * @param session The session's token
   * @param userId The session's user
   */
  count(session: string, userId: string, auditActor: AuditActor): void {
    const { db, rateLimits, sessions, audit } = this.#options
    if (rateLimits.countInHour(COUNTER, sha256(session)) < MAX_WRONG) return
    db.transaction(() => {
      sessions.end(session)
      audit.record(auditActor, {
        action: 'session.end',
        subject: userId,
        after: { wrong_codes: MAX_WRONG },
      })
    })
  }
}
