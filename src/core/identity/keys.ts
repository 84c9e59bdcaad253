import { foldName } from '../../db/fold-name.ts'
import type { Transactor } from '../../db/open.ts'
import { profileToJson } from '../../db/profile-json.ts'
import type { WriteBatch } from '../../db/write-batch.ts'
import { AppError } from '../../platform/errors.ts'
import { randomId, randomText, sha256 } from '../../platform/ids.ts'
import type { Audit, AuditActor } from '../audit/audit.ts'
import { type CountedPage, type Page, timePage } from '../list-page.ts'
import type { Actor } from './actor.ts'
import {
  type AccessChange,
  type ApiKey,
  accessOf,
  auditedKey,
  type KeyAccess,
  type KeyActor,
  type KeyChange,
  KeyLookup,
  type NewKey,
  profileOf,
  recordOf,
} from './key-lookup.ts'
import type { KeyFilter, KeyStore, KeyWithProfile } from './key-store.ts'
import { requireFreeLabel } from './labels.ts'
import type { PrimaryKey } from './primary-key.ts'
import { changedProfile, EMPTY_PROFILE, type Profile } from './profile.ts'

const MAX_KEY_CHARACTERS = 512
/** That a user can have at the same time. @limit own-keys count */
export const MAX_OWN_KEYS = 10

interface KeysOptions {
  store: KeyStore
  db: Transactor
  primary: PrimaryKey
  batch: WriteBatch
  audit: Audit
  /** The name of a user in usage records. */
  userName: (userId: string) => string
  /** Whether a user has this name in usage records. */
  isUserName: (name: string) => boolean
  /** Called when a key was revoked: what it has queued and running must end. */
  onRevoked: (id: string) => void
  now: () => number
}

/** API keys: authentication, and their creation, changes and revocation. */
export class Keys {
  readonly #options: KeysOptions
  readonly #lookup: KeyLookup
  readonly #uses = new Map<string, number>()

  constructor(options: KeysOptions) {
    this.#options = options
    this.#lookup = new KeyLookup(options)
  }

  /**
   * The actor of a key. Counts a use of a custom key. A change of a key acts on the very next call.
   *
   * @returns undefined for a key that is unknown, expired or revoked
   */
  identify(key: string): Actor | undefined {
    const actor = this.lookup(key)
    if (actor?.kind === 'key') this.#count(actor.id)
    return actor
  }

  /** The same without counting a use, to authenticate a request again. */
  lookup(key: string): Actor | undefined {
    if (key.length > MAX_KEY_CHARACTERS) return undefined
    const hash = sha256(key)
    return this.#options.primary.matches(hash) ? { kind: 'primary' } : this.#lookup.byHash(hash)
  }

  /**
   * The actor of a key's id, with the rights that it has now.
   *
   * @returns undefined for a key that is unknown, expired or revoked
   */
  actor(id: string): KeyActor | undefined {
    return this.#lookup.byId(id)
  }

  /**
   * @returns The key's record, its profile and, this once, the key
   * @throws {AppError} `conflict` for a label that is taken; `invalid` for an end in the past, and
   * for engines and agent tasks that are not known
   */
  create(
    { label, project = null, product = null, expiresAt = null, userId = null, access }: NewKey,
    auditActor: AuditActor,
  ): { key: string; record: ApiKey; profile: Profile } {
    const { store, db, audit } = this.#options
    const now = this.#options.now()
    requireFuture(expiresAt, now)
    if (userId !== null) this.#requireRoom(userId, label)
    const id = randomId('key_')
    const key = `hth_${randomText(32)}`
    const row = {
      id,
      label,
      userId,
      hash: sha256(key),
      prefix: key.slice(0, 8),
      lastFour: key.slice(-4),
      project,
      product,
      createdAt: now,
      expiresAt,
    }
    const profile =
      access === undefined
        ? EMPTY_PROFILE
        : changedProfile(EMPTY_PROFILE, access.profile, access.known)
    return db.transaction(() => {
      if (userId === null) requireFreeLabel(label, (name) => this.#isTaken(name, undefined))
      store.insert(row, { profile, updatedAt: now, updatedBy: auditActor.actor })
      const record = recordOf(this.#row(id))
      const after = { ...auditedKey(record), profile: profileToJson(profile) }
      audit.record(auditActor, { action: 'key.create', subject: id, after })
      return { key, record, profile }
    })
  }

  /** @throws {AppError} `not_found` */
  get(id: string): ApiKey {
    this.#options.batch.flush()
    return recordOf(this.#row(id))
  }

  /** The newest first. */
  list(
    limit: number,
    cursor: string | undefined,
    filter: Omit<KeyFilter, 'now'> = {},
  ): CountedPage<ApiKey> {
    const { store, now } = this.#options
    const matching = { ...filter, now: now() }
    const page = this.#page(limit, cursor, recordOf, matching)
    return { ...page, total: store.count(matching) }
  }

  /**
   * Changes a key's label, project, product or end. Its profile is changed by {@link putAccess}.
   *
   * @throws {AppError} `not_found`; `conflict` for a label that is taken; `invalid` for an end in
   * the past
   */
  change(
    id: string,
    { label, project, product, expiresAt }: Partial<KeyChange>,
    auditActor: AuditActor,
  ): ApiKey {
    const { store, db, audit, now } = this.#options
    const before = this.get(id)
    if (expiresAt !== undefined) requireFuture(expiresAt, now())
    const columns = {
      ...(label === undefined ? {} : { label }),
      ...(project === undefined ? {} : { project }),
      ...(product === undefined ? {} : { product }),
      ...(expiresAt === undefined ? {} : { expiresAt }),
    }
    if (Object.keys(columns).length === 0) return before
    const after = db.transaction(() => {
      const isRenamed = label !== undefined && foldName(label) !== foldName(before.label)
      if (isRenamed && before.userId === null) {
        requireFreeLabel(label, (name) => this.#isTaken(name, id))
      }
      store.update(id, columns)
      const changed = recordOf(this.#row(id))
      audit.record(auditActor, {
        action: 'key.change',
        subject: id,
        before: auditedKey(before),
        after: auditedKey(changed),
      })
      return changed
    })
    this.#lookup.clear()
    return after
  }

  /** Revokes a key for good, and ends what it has under way. @throws {AppError} `not_found` */
  revoke(id: string, auditActor: AuditActor): ApiKey {
    const { store, db, audit, onRevoked, now } = this.#options
    const { revokedAt } = this.get(id)
    db.transaction(() => {
      store.revoke(id, now())
      if (revokedAt === null) audit.record(auditActor, { action: 'key.revoke', subject: id })
    })
    this.#lookup.clear()
    onRevoked(id)
    return this.get(id)
  }

  /** Revokes a key of a user's own. @throws {AppError} `not_found` for any other */
  revokeOwn(userId: string, id: string, auditActor: AuditActor): ApiKey {
    if (this.#options.store.byId(id)?.userId !== userId) throw noKey()
    return this.revoke(id, auditActor)
  }

  /** Revokes all keys of a refused user; what they have under way is ended elsewhere. */
  endAllOf(userId: string): void {
    this.#options.store.revokeOf(userId, this.#options.now())
    this.#lookup.clear()
  }

  /** @throws {AppError} `not_found` */
  access(id: string): KeyAccess {
    return accessOf(this.#row(id))
  }

  /** The newest key first. */
  accessList(limit: number, cursor: string | undefined): Page<KeyAccess> {
    return this.#page(limit, cursor, accessOf)
  }

  /**
   * Changes a key's profile; acts on its very next request. What is absent stays; of a key without
   * a profile, that is full access.
   *
   * @throws {AppError} `not_found`; `invalid` for engines and agent tasks that are not known and
   * that the key does not have
   */
  putAccess(id: string, { profile, known }: AccessChange, auditActor: AuditActor): KeyAccess {
    const { store, db, audit, now } = this.#options
    const before = profileOf(this.#row(id))
    if (Object.keys(profile).length === 0) return this.access(id)
    const after = changedProfile(before, profile, known)
    db.transaction(() => {
      store.putProfile(id, { profile: after, updatedAt: now(), updatedBy: auditActor.actor })
      audit.record(auditActor, {
        action: 'key.access',
        subject: id,
        before: before === undefined ? null : profileToJson(before),
        after: profileToJson(after),
      })
    })
    this.#lookup.clear()
    return this.access(id)
  }

  /**
   * Uses are counted in memory, written a few times a second, and forgotten once that is committed.
   */
  #count(id: string): void {
    const waiting = this.#uses.size > 0
    this.#uses.set(id, (this.#uses.get(id) ?? 0) + 1)
    if (waiting) return
    this.#options.batch.defer(
      'uses of keys',
      () => this.#writeUses(),
      () => this.#uses.clear(),
    )
  }

  #writeUses(): void {
    const { store, now } = this.#options
    for (const [id, count] of this.#uses) store.touch(id, count, now())
  }

  /** Labels of revoked keys are taken too, as their usage stays. */
  #isTaken(name: string, ownId: string | undefined): boolean {
    const { store, isUserName } = this.#options
    return store.hasLabel(name, ownId) || isUserName(name)
  }

  /** @throws {AppError} `conflict` for a user who has too many, or one of the same name */
  #requireRoom(userId: string, label: string): void {
    const { store, now } = this.#options
    const own = store.page(MAX_OWN_KEYS, undefined, { userId, isActive: true, now: now() })
    if (own.length >= MAX_OWN_KEYS)
      throw new AppError('conflict', `Revoke a key first: there are ${MAX_OWN_KEYS}`)
    if (own.some((one) => foldName(one.label) === foldName(label)))
      throw new AppError('conflict', 'Choose another label: another of your keys has this one', {
        param: 'label',
      })
  }

  #row(id: string): KeyWithProfile {
    const row = this.#options.store.byId(id)
    if (row === undefined) throw noKey()
    return row
  }

  #page<item>(
    limit: number,
    cursor: string | undefined,
    itemOf: (row: KeyWithProfile) => item,
    filter?: KeyFilter,
  ): Page<item> {
    const { store, batch } = this.#options
    batch.flush()
    return timePage(limit, cursor, {
      read: (count, after) => store.page(count, after, filter),
      cursorOf: ({ createdAt, id }) => ({ at: createdAt, id }),
      itemOf,
    })
  }
}

function noKey(): AppError {
  return new AppError('not_found', 'There is no such key')
}

/** What shall end now is revoked instead. @throws {AppError} `invalid` */
function requireFuture(expiresAt: number | null, now: number): void {
  if (expiresAt === null || expiresAt > now) return
  throw new AppError('invalid', 'Cannot set the end of a key: expected a moment in the future', {
    param: 'expiresAt',
  })
}
