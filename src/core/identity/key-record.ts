import { profileOf } from './key-lookup.ts'
import type { KeyRow, KeyWithProfile } from './key-store.ts'
import type { KnownNames, Profile } from './profile.ts'

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
