import type { KeyStore, KeyWithProfile } from '../../db/key-store.ts'
import type { WriteBatch } from '../../db/write-batch.ts'
import { matches } from '../../platform/check.ts'
import { AppError } from '../../platform/errors.ts'
import { randomId, randomText, sha256 } from '../../platform/ids.ts'
import type { Actor } from './actor.ts'
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
  revoked: boolean
  revoked_at: string | null
}

export interface NewKey {
  label: string
  project?: string | null
  product?: string | null
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
  now: () => number
}

/** API keys: who they stand for, and their making, naming and end. */
export class Keys {
  readonly #store: KeyStore
  readonly #primary: PrimaryKey
  readonly #batch: WriteBatch
  readonly #now: () => number
  #uses = new Map<string, number>()
  /** By hash. Only this process changes the table (the data folder is locked), so a change here is seen by all. */
  readonly #known = new Map<string, Actor>()

  constructor({ store, primary, batch, now }: KeysOptions) {
    this.#store = store
    this.#primary = primary
    this.#batch = batch
    this.#now = now
  }

  /**
   * Whose key this is. Counts a use of a custom key. A change of a key acts on the very next call.
   *
   * @returns undefined for a key that is unknown or revoked
   */
  identify(key: string): Actor | undefined {
    if (key.length > MAX_KEY_CHARACTERS) return undefined
    const hash = sha256(key)
    if (this.#primary.matches(hash)) return { kind: 'primary' }
    const actor = this.#known.get(hash) ?? this.#look(hash)
    if (actor?.kind === 'key') this.#count(actor.id)
    return actor
  }

  /** @returns The key's record and, this once, the key */
  create(
    { label, project = null, product = null }: NewKey,
    by: string,
  ): { key: string; record: ApiKey } {
    requireOwnName(label)
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
      },
      { keyId: id, profile: NO_ABILITIES, updatedAt: now, updatedBy: by },
    )
    return { key, record: this.get(id) }
  }

  /** @throws {AppError} `not_found` */
  get(id: string): ApiKey {
    return record(this.#row(id))
  }

  /** The newest first. */
  list(limit: number, cursor: string | undefined): { items: ApiKey[]; next_cursor: string | null } {
    const { rows, next } = this.#page(limit, cursor)
    return { items: rows.map(record), next_cursor: next }
  }

  /** Renames or files a key; its profile is out of reach here. */
  change(id: string, change: Partial<NewKey>): ApiKey {
    const { label, project, product } = change
    if (label !== undefined) requireOwnName(label)
    this.#row(id)
    this.#known.clear()
    if (Object.keys(change).length > 0) {
      this.#store.update(id, {
        ...(label === undefined ? {} : { label }),
        ...(project === undefined ? {} : { project }),
        ...(product === undefined ? {} : { product }),
      })
    }
    return this.get(id)
  }

  /** Ends a key for good. */
  revoke(id: string): ApiKey {
    this.#row(id)
    this.#known.clear()
    this.#store.revoke(id, this.#now())
    return this.get(id)
  }

  access(
    limit: number,
    cursor: string | undefined,
  ): { items: Access[]; next_cursor: string | null } {
    const { rows, next } = this.#page(limit, cursor)
    return { items: rows.map(accessOf), next_cursor: next }
  }

  /** Replaces a key's profile; acts on its very next request. */
  putAccess(id: string, profile: Profile, by: string): Access {
    this.#row(id)
    this.#known.clear()
    this.#store.putProfile({ keyId: id, profile, updatedAt: this.#now(), updatedBy: by })
    return accessOf(this.#row(id))
  }

  #look(hash: string): Actor | undefined {
    const row = this.#store.byHash(hash)
    if (row === undefined || row.revokedAt !== null) return undefined
    const { id, label, project, product } = row
    const actor: Actor = { kind: 'key', id, label, project, product, profile: profileOf(row) }
    if (this.#known.size >= MAX_KNOWN) this.#known.clear()
    this.#known.set(hash, actor)
    return actor
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

  #page(
    limit: number,
    cursor: string | undefined,
  ): { rows: KeyWithProfile[]; next: string | null } {
    this.#batch.flush()
    const [createdAt, id] = cursor?.split('.', 2) ?? []
    if (cursor !== undefined && (id === undefined || !/^\d{1,15}$/.test(createdAt ?? ''))) {
      throw new AppError('invalid', 'Query is invalid at /cursor: not a cursor of this list')
    }
    const after = id === undefined ? undefined : { createdAt: Number(createdAt), id }
    const rows = this.#store.page(limit + 1, after)
    const last = rows.length > limit ? rows[limit - 1] : undefined
    return { rows: rows.slice(0, limit), next: last ? `${last.createdAt}.${last.id}` : null }
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
    revoked: row.revokedAt !== null,
    revoked_at: timeOrNull(row.revokedAt),
  }
}

function timeOrNull(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString()
}
