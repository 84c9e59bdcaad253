import type { Transactor } from '../../db/open.ts'
import type { SettingStore } from '../../db/setting-store.ts'
import { sha256 } from '../../platform/ids.ts'
import type { Audit, AuditActor } from '../audit/audit.ts'
import { PRIMARY_LABEL } from './labels.ts'
import type { PrimaryKey } from './primary-key.ts'
import type { Sessions } from './sessions.ts'
import { PRIMARY_USER_ID, type UserStore } from './user-store.ts'

const HOUR_MS = 60 * 60 * 1000
/**
 * Of a session of the Primary Key, from its start; use does not extend it.
 * @limit primary-session hours
 */
export const PRIMARY_SESSION_MS = 12 * HOUR_MS
/** The SHA-256 of the key that the account's sessions and devices were granted with. */
const SETTING = 'primary_account_key_sha256'
const ISSUER = 'primary'

interface PrimaryAccountOptions {
  primary: Pick<PrimaryKey, 'matches' | 'hash'>
  settings: SettingStore
  users: UserStore
  sessions: Sessions
  db: Transactor
  audit: Audit
  /** Ends the sessions and devices of the account, within a transaction. */
  endAll: () => void
  now: () => number
}

/**
 * The account of the Primary Key: who signs in with the key acts as it in a browser, and devices can
 * be approved for it. It is an admin, is in no list of users, and cannot be changed. What was granted
 * with one key ends with that key.
 */
export class PrimaryAccount {
  readonly #options: PrimaryAccountOptions

  constructor(options: PrimaryAccountOptions) {
    this.#options = options
  }

  /**
   * Signs a browser in.
   *
   * @returns The token of a new session; undefined for any other key
   */
  signIn(key: string, auditActor: Omit<AuditActor, 'actor'>, userAgent = ''): string | undefined {
    const { primary, users, sessions, db, audit, now } = this.#options
    if (!primary.matches(sha256(key))) return undefined
    return db.transaction(() => {
      this.open()
      users.update(PRIMARY_USER_ID, { lastSignInAt: now() })
      audit.record(
        { ...auditActor, actor: PRIMARY_LABEL },
        { action: 'session.start', subject: PRIMARY_USER_ID },
      )
      return sessions.start(
        PRIMARY_USER_ID,
        { address: auditActor.address, userAgent },
        PRIMARY_SESSION_MS,
      )
    })
  }

  /**
   * Makes the account for whoever shows the key, and ends what was granted with an earlier one.
   *
   * @returns The account's id
   */
  open(): string {
    const { primary, settings, users, db, endAll } = this.#options
    db.transaction(() => {
      if (users.byId(PRIMARY_USER_ID) === undefined) users.insert(this.#newRow())
      if (settings.get(SETTING) === primary.hash) return
      endAll()
      settings.set(SETTING, primary.hash)
    })
    return PRIMARY_USER_ID
  }

  /**
   * Ends what was granted with an earlier key. Called at the start: a key that comes back must not
   * bring it back.
   */
  endOutdated(): void {
    const { primary, settings, db, endAll } = this.#options
    const hash = settings.get(SETTING)
    if (hash !== undefined && !primary.matches(hash)) db.transaction(endAll)
  }

  /**
   * Whether what was granted to a user's account is still good: false for this account when the key
   * was replaced since.
   */
  isCurrent(userId: string): boolean {
    const { primary, settings } = this.#options
    return userId !== PRIMARY_USER_ID || primary.matches(settings.get(SETTING) ?? '')
  }

  #newRow() {
    const at = this.#options.now()
    return {
      id: PRIMARY_USER_ID,
      issuer: ISSUER,
      subject: ISSUER,
      email: null,
      name: PRIMARY_LABEL,
      role: 'admin',
      status: 'active',
      createdAt: at,
      lastSignInAt: at,
    } as const
  }
}
