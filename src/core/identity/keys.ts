import type { KeyStore, KeyWithProfile } from '../../db/key-store.ts'
import type { WriteBatch } from '../../db/write-batch.ts'
import { matches } from '../../platform/check.ts'
import { AppError } from '../../platform/errors.ts'
import { randomId, randomText, sha256 } from '../../platform/ids.ts'
import type { Audit, AuditActor } from '../audit.ts'
import { type Page, timePage } from '../list-page.ts'
import { type Actor, ownerOfKey } from './actor.ts'
import type { PrimaryKey } from './primary-key.ts'
import { NO_ABILITIES, PROFILES_SINCE, Profile } from './profile.ts'

const RESERVED_LABELS: ReadonlySet<string> = new Set(['primary key', 'local network', 'anonymous'])
const MAX_KEY_CHARACTERS = 512
/** Keys remembered between calls. */
const MAX_KNOWN = 10_000

/** A custom key as the admin area sees it; never the key itself. */
export interface ApiKey {
  id: string
  label: string
  /** The first characters and the last four, to tell keys apart. */
  prefix: string
  last_four: string
  project: string | null
  product: string | null
  use_count: number
  last_used_at: string | null
  created_at: string
  /** Null: it does not expire. */
  expires_at: string | null
  revoked: boolean
  revoked_at: string | null
}

export interface NewKey {
  label: string
  project?: string | null
  product?: string | null
  /** ISO 8601; null for a key that does not expire. */
  expires_at?: string | null
}

/** A key's profile as the admin area sees it. */
export interface Access {
  key_id: string
  label: string
  revoked: boolean
  /** Null for a key from before profiles: full legacy access. */
  profile: Profile | null
}

interface KeysOptions {
  store: KeyStore
  primary: PrimaryKey
  batch: WriteBatch
  audit: Audit
  /** Called when a key was revoked: what it has queued and running must end. */
  onRevoked: (id: string) => void
  now: () => number
}

type KeyActor = Actor & { kind: 'key' }

/** A key that was looked up once. */
interface Known {
  actor: KeyActor
  expiresAt: number | null
}

/** API keys: who they stand for, and their making, naming and end. */
export class Keys {
  readonly #store: KeyStore
  readonly #primary: PrimaryKey
  readonly #batch: WriteBatch
  readonly #audit: Audit
  readonly #onRevoked: (id: string) => void
  readonly #now: () => number
  #uses = new Map<string, number>()
  /** By hash. Only this process changes the table (the data folder is locked), so a change here is seen by all. */
  readonly #known = new Map<string, Known>()
  /** The same by id, for the work that was queued with a key. */
  readonly #knownById = new Map<string, Known>()

  constructor({ store, primary, batch, audit, onRevoked, now }: KeysOptions) {
    this.#store = store
    this.#primary = primary
    this.#batch = batch
    this.#audit = audit
    this.#onRevoked = onRevoked
    this.#now = now
  }

  /**
   * Whose key this is. Counts a use of a custom key. A change of a key acts on the very next call.
   *
   * @returns undefined for a key that is unknown, expired or revoked
   */
  identify(key: string): Actor | undefined {
    const actor = this.lookup(key)
    if (actor?.kind === 'key') this.#count(actor.id)
    return actor
  }

  /** The same without a use, for a second look within one request. */
  lookup(key: string): Actor | undefined {
    if (key.length > MAX_KEY_CHARACTERS) return undefined
    const hash = sha256(key)
    if (this.#primary.matches(hash)) return { kind: 'primary' }
    return this.#unexpired(this.#known.get(hash) ?? this.#remember(this.#store.byHash(hash)))
  }

  /**
   * What a key may do now, by its id.
   *
   * @returns undefined for a key that is unknown, expired or revoked
   */
  actor(id: string): KeyActor | undefined {
    return this.#unexpired(this.#knownById.get(id) ?? this.#remember(this.#store.byId(id)))
  }

  /** @returns The key's record and, this once, the key */
  create(
    { label, project = null, product = null, expires_at = null }: NewKey,
    auditActor: AuditActor,
  ): { key: string; record: ApiKey } {
    requireOwnName(label)
    const expiresAt = momentOf(expires_at, this.#now())
    const id = randomId('key_')
    const key = `hth_${randomText(32)}`
    const now = this.#now()
    this.#store.insert(
      {
        id,
        label,
        hash: sha256(key),
        prefix: key.slice(0, 8),
        lastFour: key.slice(-4),
        project,
        product,
        createdAt: now,
        expiresAt,
      },
      { keyId: id, profile: NO_ABILITIES, updatedAt: now, updatedBy: auditActor.actor },
    )
    const made = this.get(id)
    this.#audit.record(auditActor, { action: 'key.create', subject: id, after: named(made) })
    return { key, record: made }
  }

  /** @throws {AppError} `not_found` */
  get(id: string): ApiKey {
    return record(this.#row(id))
  }

  /** The newest first. */
  list(limit: number, cursor: string | undefined): Page<ApiKey> {
    return this.#page(limit, cursor, record)
  }

  /** Renames a key, files it, or sets its end; its profile is out of reach here. */
  change(id: string, change: Partial<NewKey>, auditActor: AuditActor): ApiKey {
    const { label, project, product, expires_at } = change
    if (label !== undefined) requireOwnName(label)
    const before = record(this.#row(id))
    const columns = {
      ...(label === undefined ? {} : { label }),
      ...(project === undefined ? {} : { project }),
      ...(product === undefined ? {} : { product }),
      ...(expires_at === undefined ? {} : { expiresAt: momentOf(expires_at, this.#now()) }),
    }
    if (Object.keys(columns).length === 0) return before
    this.#forget()
    this.#store.update(id, columns)
    const after = this.get(id)
    this.#audit.record(auditActor, {
      action: 'key.change',
      subject: id,
      before: named(before),
      after: named(after),
    })
    return after
  }

  /** Ends a key for good, and what it has under way. */
  revoke(id: string, auditActor: AuditActor): ApiKey {
    const { revokedAt } = this.#row(id)
    this.#forget()
    this.#store.revoke(id, this.#now())
    if (revokedAt === null) this.#audit.record(auditActor, { action: 'key.revoke', subject: id })
    this.#onRevoked(id)
    return this.get(id)
  }

  access(limit: number, cursor: string | undefined): Page<Access> {
    return this.#page(limit, cursor, accessOf)
  }

  /** Replaces a key's profile; acts on its very next request. */
  putAccess(id: string, profile: Profile, auditActor: AuditActor): Access {
    const before = profileOf(this.#row(id)) ?? null
    this.#forget()
    const row = { keyId: id, profile, updatedAt: this.#now(), updatedBy: auditActor.actor }
    this.#store.putProfile(row)
    this.#audit.record(auditActor, { action: 'key.access', subject: id, before, after: profile })
    return accessOf(this.#row(id))
  }

  #unexpired(known: Known | undefined): KeyActor | undefined {
    if (known === undefined) return undefined
    return known.expiresAt !== null && known.expiresAt <= this.#now() ? undefined : known.actor
  }

  #remember(row: KeyWithProfile | undefined): Known | undefined {
    if (row === undefined || row.revokedAt !== null) return undefined
    const { id, hash, label, project, product, expiresAt } = row
    const profile = profileOf(row)
    const known: Known = {
      actor: { kind: 'key', id, owner: ownerOfKey(id), label, project, product, profile },
      expiresAt,
    }
    if (this.#known.size >= MAX_KNOWN) this.#forget()
    this.#known.set(hash, known)
    this.#knownById.set(id, known)
    return known
  }

  /** Called at every change of a key, so that the change acts on the very next request. */
  #forget(): void {
    this.#known.clear()
    this.#knownById.clear()
  }

  /** Uses are counted in memory and written a few times a second. */
  #count(id: string): void {
    const waiting = this.#uses.size > 0
    this.#uses.set(id, (this.#uses.get(id) ?? 0) + 1)
    if (!waiting) this.#batch.defer(() => this.#writeUses())
  }

  #writeUses(): void {
    const uses = this.#uses
    this.#uses = new Map()
    const now = this.#now()
    for (const [id, count] of uses) this.#store.touch(id, count, now)
  }

  #row(id: string): KeyWithProfile {
    this.#batch.flush()
    const row = this.#store.byId(id)
    if (row === undefined) throw new AppError('not_found', 'There is no such key')
    return row
  }

  #page<item>(
    limit: number,
    cursor: string | undefined,
    itemOf: (row: KeyWithProfile) => item,
  ): Page<item> {
    this.#batch.flush()
    return timePage(limit, cursor, {
      read: (count, after) => this.#store.page(count, after),
      placeOf: ({ createdAt, id }) => ({ at: createdAt, id }),
      itemOf,
    })
  }
}

/** A key must not pass for somebody else in the usage records. */
function requireOwnName(label: string): void {
  if (!RESERVED_LABELS.has(label.trim().toLowerCase())) return
  throw new AppError('invalid', 'Request body is invalid at /label: this name is taken', {
    param: 'label',
  })
}

function profileOf(row: KeyWithProfile): Profile | undefined {
  if (row.profile === null && row.createdAt < PROFILES_SINCE) return undefined
  return matches(Profile, row.profile) ? row.profile : NO_ABILITIES
}

function accessOf(row: KeyWithProfile): Access {
  return {
    key_id: row.id,
    label: row.label,
    revoked: row.revokedAt !== null,
    profile: profileOf(row) ?? null,
  }
}

function record(row: KeyWithProfile): ApiKey {
  return {
    id: row.id,
    label: row.label,
    prefix: row.prefix,
    last_four: row.lastFour,
    project: row.project,
    product: row.product,
    use_count: row.useCount,
    last_used_at: timeOrNull(row.lastUsedAt),
    created_at: new Date(row.createdAt).toISOString(),
    expires_at: timeOrNull(row.expiresAt),
    revoked: row.revokedAt !== null,
    revoked_at: timeOrNull(row.revokedAt),
  }
}

function timeOrNull(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString()
}

/** What the owner says of a key, for the audit. */
function named({ label, project, product, expires_at }: ApiKey) {
  return { label, project, product, expires_at }
}

/**
 * When a key shall end.
 *
 * @throws {AppError} `invalid` for a text that is no moment to come: what shall end now is revoked
 */
function momentOf(text: string | null, now: number): number | null {
  if (text === null) return null
  const at = Date.parse(text)
  if (at > now) return at
  const expected = Number.isNaN(at) ? 'expected ISO 8601' : 'expected a moment in the future'
  throw new AppError('invalid', `Request body is invalid at /expires_at: ${expected}`, {
    param: 'expires_at',
  })
}
