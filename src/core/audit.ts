import type { AuditRow, AuditStore } from '../db/audit-store.ts'
import { numberCursor, type Page, pageOf } from './list-page.ts'

/** Who changes something, and from where. */
export interface AuditActor {
  actor: string
  /** Network address; `unknown` where no socket says. */
  address: string
  requestId: string
}

/** What was done to what. */
export interface Change {
  /** `key.revoke`, `user.change`, … */
  action: string
  /** Id of what was changed. */
  subject: string
  before?: object | null
  after?: object | null
}

/** One line of the audit. */
export interface AuditEntry {
  id: number
  at: string
  actor: string
  action: string
  subject: string
  before: unknown
  after: unknown
  address: string
  request_id: string
}

interface AuditOptions {
  store: AuditStore
  now: () => number
}

/** What was done in the admin area: who, what, before, after, from where. No secret is ever in it. */
export class Audit {
  readonly #store: AuditStore
  readonly #now: () => number

  constructor({ store, now }: AuditOptions) {
    this.#store = store
    this.#now = now
  }

  record(
    { actor, address, requestId }: AuditActor,
    { action, subject, before = null, after = null }: Change,
  ): void {
    this.#store.insert({
      at: this.#now(),
      actor,
      action,
      subject,
      before,
      after,
      address,
      requestId,
    })
  }

  /**
   * The newest first.
   *
   * @throws {AppError} `invalid` for a cursor of another list
   */
  list(limit: number, cursor: string | undefined): Page<AuditEntry> {
    const rows = this.#store.page(
      limit + 1,
      cursor === undefined ? undefined : numberCursor(cursor),
    )
    return pageOf(rows, limit, ({ id }) => String(id), entryOf)
  }
}

function entryOf({ requestId, at, ...row }: AuditRow): AuditEntry {
  return { ...row, at: new Date(at).toISOString(), request_id: requestId }
}
