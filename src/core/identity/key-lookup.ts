import { type Actor, ownerOfKey, ownerOfUser } from './actor.ts'
import type { KeyRow, KeyStore, KeyWithProfile } from './key-store.ts'
import { EMPTY_PROFILE, type KnownNames, PROFILES_SINCE, type Profile } from './profile.ts'

/** A custom key's record: never the key, nor its hash. Times are UTC milliseconds. */
export type ApiKey = Omit<KeyRow, 'hash'>

export interface KeyChange {
  label: string
  project?: string | null
  product?: string | null
  /** UTC milliseconds; null for a key that does not expire. */
  expiresAt?: number | null
}

/** A new key may do nothing but what its access grants. */
export interface NewKey extends KeyChange {
  /** Whose it is; null for a key of the service. */
  userId?: string | null
  access?: AccessChange | undefined
}

/** A part of a profile: what is absent stays. */
export interface AccessChange {
  profile: Partial<Profile>
  known: KnownNames
}

/** What a key may do. */
export interface KeyAccess {
  keyId: string
  label: string
  revoked: boolean
  /** Undefined for a key from before profiles: full legacy access. */
  profile: Profile | undefined
}

export function accessOf(row: KeyWithProfile): KeyAccess {
  const { id, label, revokedAt } = row
  return { keyId: id, label, revoked: revokedAt !== null, profile: profileOf(row) }
}

export function recordOf({
  hash: _,
  profile: __,
  hasProfile: ___,
  ...record
}: KeyWithProfile): ApiKey {
  return record
}

/** What an admin sets of a key, in the form in which the audit keeps it. */
export function auditedKey({ label, project, product, expiresAt }: ApiKey) {
  const expires_at = expiresAt === null ? null : new Date(expiresAt).toISOString()
  return { label, project, product, expires_at }
}

/** Keys remembered between requests. */
const MAX_CACHED = 10_000

export type KeyActor = Actor & { kind: 'key' }

interface CachedKey {
  actor: KeyActor
  expiresAt: number | null
}

interface KeyLookupOptions {
  store: Pick<KeyStore, 'byHash' | 'byId'>
  /** The name of a user in usage records. */
  userName: (userId: string) => string
  now: () => number
}

/**
 * Finds keys by hash or id, in memory where it can. Only this process changes the table (the data
 * folder is locked), so the cache is right as long as every change calls {@link clear}.
 */
export class KeyLookup {
  readonly #store: Pick<KeyStore, 'byHash' | 'byId'>
  readonly #userName: (userId: string) => string
  readonly #now: () => number
  readonly #byHash = new Map<string, CachedKey>()
  readonly #byId = new Map<string, CachedKey>()

  constructor({ store, userName, now }: KeyLookupOptions) {
    this.#store = store
    this.#userName = userName
    this.#now = now
  }

  /** @returns undefined for a key that is unknown, expired or revoked */
  byHash(hash: string): KeyActor | undefined {
    return this.#unexpired(this.#byHash.get(hash) ?? this.#cache(this.#store.byHash(hash)))
  }

  /** @returns undefined for a key that is unknown, expired or revoked */
  byId(id: string): KeyActor | undefined {
    return this.#unexpired(this.#byId.get(id) ?? this.#cache(this.#store.byId(id)))
  }

  clear(): void {
    this.#byHash.clear()
    this.#byId.clear()
  }

  #unexpired(key: CachedKey | undefined): KeyActor | undefined {
    if (key === undefined) return undefined
    return key.expiresAt !== null && key.expiresAt <= this.#now() ? undefined : key.actor
  }

  #cache(row: KeyWithProfile | undefined): CachedKey | undefined {
    if (row === undefined || row.revokedAt !== null) return undefined
    const { id, hash, project, product, expiresAt, userId } = row
    const profile = profileOf(row)
    const key: CachedKey = {
      actor: {
        kind: 'key',
        id,
        // What is asked for with a user's key is that user's.
        owner: userId === null ? ownerOfKey(id) : ownerOfUser(userId),
        label: userId === null ? row.label : this.#userName(userId),
        ...(userId === null ? {} : { userId }),
        project,
        product,
        profile,
      },
      expiresAt,
    }
    if (this.#byHash.size >= MAX_CACHED) this.clear()
    this.#byHash.set(hash, key)
    this.#byId.set(id, key)
    return key
  }
}

/** Undefined for a legacy key, which is not limited. */
export function profileOf({ createdAt, hasProfile, profile }: KeyWithProfile): Profile | undefined {
  if (!hasProfile && createdAt < PROFILES_SINCE) return undefined
  return profile ?? EMPTY_PROFILE
}
