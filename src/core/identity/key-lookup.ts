import { type Actor, ownerOfKey } from './actor.ts'
import type { KeyStore, KeyWithProfile } from './key-store.ts'
import { EMPTY_PROFILE, PROFILES_SINCE, type Profile } from './profile.ts'

/** Keys remembered between requests. */
const MAX_CACHED = 10_000

export type KeyActor = Actor & { kind: 'key' }

interface CachedKey {
  actor: KeyActor
  expiresAt: number | null
}

interface KeyLookupOptions {
  store: Pick<KeyStore, 'byHash' | 'byId'>
  now: () => number
}

/**
 * Finds keys by hash or id, in memory where it can. Only this process changes the table (the data
 * folder is locked), so the cache is right as long as every change calls {@link clear}.
 */
export class KeyLookup {
  readonly #store: Pick<KeyStore, 'byHash' | 'byId'>
  readonly #now: () => number
  readonly #byHash = new Map<string, CachedKey>()
  readonly #byId = new Map<string, CachedKey>()

  constructor({ store, now }: KeyLookupOptions) {
    this.#store = store
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
    const { id, hash, label, project, product, expiresAt } = row
    const profile = profileOf(row)
    const key: CachedKey = {
      actor: { kind: 'key', id, owner: ownerOfKey(id), label, project, product, profile },
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
