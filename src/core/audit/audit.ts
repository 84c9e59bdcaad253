import { limitOfBytes, MAX_LISTED_BYTES, numberCursor, type Page, pageOf } from '../list-page.ts'
import type { AuditFilter, AuditRow, AuditStore } from './audit-store.ts'

/** Who changes something, and from where. */
export interface AuditActor {
  actor: string
  /** Network address; `unknown` where no socket says. */
  address: string
  requestId: string
}

/** The service itself, for what follows from no request of an admin. */
export const SERVICE_ACTOR: AuditActor = { actor: 'Hearth', address: 'unknown', requestId: 'none' }

/** Names of fields in `before` and `after`, for which pages have words in each language. */
export const AUDIT_FIELDS = [
  'about',
  'actor',
  'address',
  'agent_engines',
  'agent_tasks',
  'assistants',
  'backup',
  'caption_rules',
  'clips',
  'content',
  'conversations',
  'credits',
  'devices',
  'embeddings',
  'ended',
  'expires_at',
  'extras',
  'files',
  'generate',
  'glossary',
  'history',
  'image_models',
  'instructions',
  'issuer',
  'jobs',
  'kind',
  'knowledge',
  'label',
  'language',
  'lost',
  'max_characters_per_second',
  'max_line_characters',
  'max_lines',
  'max_tokens',
  'media',
  'min_cue_seconds',
  'min_gap_ms',
  'model',
  'name',
  'parameters',
  'passkey',
  'product',
  'profile',
  'project',
  'prompts',
  'push_subscriptions',
  'reason',
  'reasoning_effort',
  'redirect',
  'responses',
  'role',
  'saved_texts',
  'sign_in',
  'slug',
  'state',
  'status',
  'stopped',
  'storage_bytes',
  'surface',
  'temperature',
  'text',
  'tone',
  'tools',
  'top_p',
  'uploads',
  'user',
  'users',
  'uses',
  'voice',
  'with',
  'worker_profiles',
  'wrong_codes',
] as const

type AuditFields = { readonly [field in (typeof AUDIT_FIELDS)[number]]?: unknown }

/** What was done to what. `before` and `after` are kept as JSON and shown as they are. */
export interface Change {
  /** `key.revoke`, `user.change`, … */
  action: string
  /** Id of what was changed. */
  subject: string
  before?: AuditFields | null | undefined
  after?: AuditFields | null | undefined
}

/** One line of the audit; `at` is in UTC milliseconds. */
export type AuditEntry = AuditRow
export type { AuditFilter }

interface AuditOptions {
  store: AuditStore
  now: () => number
}

/**
 * The record of administrative changes: who, what, before, after, from where. No secret is ever in
 * it.
 */
export class Audit {
  readonly #store: AuditStore
  readonly #now: () => number

  constructor({ store, now }: AuditOptions) {
    this.#store = store
    this.#now = now
  }

  /** Writes one entry; call it in the transaction of the change itself. */
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
   * Deletes the oldest entries.
   *
   * @param before UTC milliseconds
   * @param limit Entries at most
   * @returns Whether more may be left
   */
  deleteBefore(before: number, limit: number): boolean {
    return this.#store.deleteBefore(before, limit) === limit
  }

  /**
   * The newest first.
   *
   * @throws {AppError} `invalid` for a cursor of another list
   */
  list(limit: number, cursor: string | undefined, filter: AuditFilter = {}): Page<AuditEntry> {
    const rows = this.#store.page(
      limit + 1,
      cursor === undefined ? undefined : numberCursor(cursor),
      filter,
    )
    const { items, nextCursor } = pageOf(
      rows,
      limitOfBytes(rows, limit, MAX_LISTED_BYTES),
      ({ id }) => String(id),
      ({ id }) => this.#store.byId(id),
    )
    return { items: items.flatMap((row) => (row === undefined ? [] : [row])), nextCursor }
  }
}
