import type { Transactor } from '../../db/open.ts'
import { AppError } from '../../platform/errors.ts'
import { randomId } from '../../platform/ids.ts'
import { type Audit, type AuditActor, SERVICE_ACTOR } from '../audit/audit.ts'
import { type CountedPage, timePage } from '../list-page.ts'
import { PRIMARY_LABEL } from './labels.ts'
import { requireWorkerProfiles, withoutRest } from './profile.ts'
import { PRIMARY_USER_ID, type UserFilter, type UserRow, type UserStore } from './user-store.ts'

export type Role = UserRow['role']
export type UserStatus = UserRow['status']
/** What an admin has granted beside the role. */
export type UserExtras = NonNullable<UserRow['extras']>

export const NO_EXTRAS: UserExtras = { workerProfiles: [], storageBytes: null }

/** A signed-in user, as the guards authorize it. */
export type User = Pick<UserRow, 'id' | 'email' | 'name' | 'role' | 'status'>

/** What an identity provider says of a user who has signed in. */
export interface Identity {
  issuer: string
  /** The user's id at this issuer; never changes. */
  subject: string
  /** Only an address that the provider says is verified. */
  email: string | undefined
  name: string | undefined
}

/** A user as an admin sees it; times are UTC milliseconds. */
export type UserRecord = Omit<UserRow, 'subject'>

export interface UserChange {
  role?: Role
  status?: UserStatus
  /** Replaces the ones before. */
  extras?: UserExtras
}

interface UsersOptions {
  store: UserStore
  db: Transactor
  audit: Audit
  /** The first user who signs in with this verified address becomes an admin. */
  ownerEmail: string | undefined
  /** Profiles of workers that may be granted. */
  workerProfiles: () => readonly string[]
  /** Called when a new user waits for approval. */
  onPending: (user: UserRow) => void
  /**
   * Called in the transaction of a change after which a user no longer waits for the owner.
   *
   * @param refused Whether the user may do nothing any more
   */
  onSettled: (userId: string, auditActor: AuditActor, refused: boolean) => void
  /**
   * Ends the sessions of a user whose role or status has changed, in the transaction of the change.
   */
  endSessions: (userId: string) => void
  /**
   * Ends the devices and pending device codes of a refused user, in the transaction of the change.
   */
  endDevices: (userId: string) => void
  /**
   * Deletes what a user has, in the transaction in which the user is deleted; the row stays, so that
   * the same account stays refused.
   *
   * @returns How many of each kind, and what is to be called once that is committed
   */
  deleteData: (userId: string) => { counts: Readonly<Record<string, number>>; afterwards(): void }
  /**
   * Called when a user was refused and the change is committed: what they have under way must end.
   */
  onRefused: (userId: string) => void
  now: () => number
}

/** The users: who has signed in, and what they may do. */
export class Users {
  readonly #options: UsersOptions

  constructor(options: UsersOptions) {
    this.#options = options
  }

  /**
   * Finds the user who has signed in, or creates one with the role `pending`.
   *
   * @throws {AppError} `account_refused` for a user who was suspended or deleted
   */
  signedIn({ issuer, subject, email, name }: Identity): UserRow {
    const { store, now } = this.#options
    const known = store.byIdentity(issuer, subject)
    if (known !== undefined) requireActive(known)
    const own = { email: email ?? null, name: name?.slice(0, 200) ?? null, lastSignInAt: now() }
    if (known === undefined) {
      const role = this.#isOwner(email, undefined) ? 'admin' : 'pending'
      const id = randomId('usr_')
      const status = 'active'
      store.insert({ id, issuer, subject, role, status, createdAt: now(), ...own })
      const user = this.#row(id)
      if (role === 'pending') this.#options.onPending(user)
      return user
    }
    const owner = known.role === 'pending' && this.#isOwner(email, known.id)
    this.#options.db.transaction(() => {
      store.update(known.id, { ...own, ...(owner ? { role: 'admin' } : {}) })
      if (owner) this.#options.onSettled(known.id, SERVICE_ACTOR, false)
    })
    return this.#row(known.id)
  }

  /** Whether a user may do anything: active, and approved. */
  isAdmin(id: string): boolean {
    return this.#options.store.byId(id)?.role === 'admin'
  }

  isApproved(id: string): boolean {
    const row = this.#options.store.byId(id)
    return row !== undefined && isApproved(row)
  }

  /** @throws {AppError} `not_found` */
  get(id: string): UserRecord {
    return recordOf(this.#row(id))
  }

  /** The newest first. */
  list(limit: number, cursor: string | undefined, filter?: UserFilter): CountedPage<UserRecord> {
    const { store } = this.#options
    const page = timePage(limit, cursor, {
      read: (count, after) => store.page(count, after, filter),
      cursorOf: ({ createdAt, id }) => ({ at: createdAt, id }),
      itemOf: recordOf,
    })
    return { ...page, total: store.count(filter) }
  }

  /**
   * Changes a user's role or status, and ends what the user may no longer have; acts on the next
   * request. The data of a user who is deleted are deleted for good.
   *
   * @throws {AppError} `not_found`; `conflict` when no active admin would be left, and for the
   * account of the Primary Key; `invalid` for extras with a profile that is not known
   */
  change(id: string, { role, status, extras }: UserChange, auditActor: AuditActor): UserRecord {
    const { store, db, audit, onSettled, endSessions, endDevices, deleteData, onRefused } =
      this.#options
    if (id === PRIMARY_USER_ID) {
      throw new AppError('conflict', 'This account is the Primary Key’s: replace the key instead')
    }
    const before = this.#row(id)
    const after = {
      ...before,
      role: role ?? before.role,
      status: status ?? before.status,
      extras: extras === undefined ? before.extras : this.#grantable(extras, before),
    }
    if (isActiveAdmin(before) && !isActiveAdmin(after) && store.activeAdmins() === 1) {
      throw new AppError('conflict', 'The last admin cannot be demoted, suspended or deleted')
    }
    const isSameAccess = after.role === before.role && after.status === before.status
    const isSameExtras = Bun.deepEquals(after.extras ?? NO_EXTRAS, before.extras ?? NO_EXTRAS)
    if (isSameAccess && isSameExtras) return recordOf(before)
    // An approved user stays signed in; every other change asks for a new sign-in.
    const approved = before.role === 'pending' && after.status === before.status
    const refused = !isSameAccess && !isApproved(after)
    const afterwards = db.transaction(() => {
      store.update(id, { role: after.role, status: after.status, extras: after.extras })
      audit.record(auditActor, {
        action: 'user.change',
        subject: id,
        before: shownOf(before, isSameExtras),
        after: shownOf(after, isSameExtras),
      })
      if (isSameAccess) return undefined
      if (!isWaiting(after)) onSettled(id, auditActor, refused)
      if (!approved) endSessions(id)
      if (refused) endDevices(id)
      if (after.status !== 'deleted' || before.status === 'deleted') return undefined
      const deleted = deleteData(id)
      audit.record(auditActor, { action: 'user.data_delete', subject: id, before: deleted.counts })
      return deleted.afterwards
    })
    if (refused) onRefused(id)
    afterwards?.()
    return recordOf(after)
  }

  #grantable(extras: UserExtras, before: UserRow): UserExtras {
    const { workerProfiles } = before.extras ?? NO_EXTRAS
    requireWorkerProfiles(extras.workerProfiles, workerProfiles, this.#options.workerProfiles())
    return { ...extras, workerProfiles: withoutRest(extras.workerProfiles) }
  }

  /** True for the first user with the owner's address only, whatever became of that user. */
  #isOwner(email: string | undefined, self: string | undefined): boolean {
    const { store, ownerEmail } = this.#options
    if (email === undefined || ownerEmail === undefined) return false
    if (lowerCase(email) !== lowerCase(ownerEmail)) return false
    return store.byEmail(email).every(({ id }) => id === self)
  }

  #row(id: string): UserRow {
    const row = this.#options.store.byId(id)
    if (row === undefined) throw new AppError('not_found', 'There is no such user')
    return row
  }
}

/**
 * @throws {AppError} `account_refused` unless the account may be used at all.
 */
export function requireActive({ status }: Pick<User, 'status'>): void {
  switch (status) {
    case 'active':
      return
    case 'suspended':
      throw new AppError('account_refused', 'This account is suspended')
    case 'deleted':
      throw new AppError('account_refused', 'This account was deleted')
  }
}

/** @throws {AppError} `account_refused`; `pending_approval` until the owner has approved. */
export function requireApproved(user: Pick<User, 'status' | 'role'>): void {
  requireActive(user)
  if (user.role === 'pending') {
    throw new AppError('pending_approval', 'This account awaits the owner’s approval')
  }
}

/** The name in usage records: the e-mail address. */
export function nameOf({ email, id }: Pick<User, 'email' | 'id'>): string {
  return id === PRIMARY_USER_ID ? PRIMARY_LABEL : (email ?? id)
}

/** The identity provider of a user's sign-in; undefined for the account of the Primary Key. */
export function issuerOf({ issuer, id }: Pick<UserRow, 'issuer' | 'id'>): string | undefined {
  return id === PRIMARY_USER_ID ? undefined : issuer
}

/**
 * Of ASCII alone, as SQLite has it: elsewhere, other letters become the same one (the Kelvin sign a
 * k).
 */
function lowerCase(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase())
}

function isActiveAdmin({ role, status }: UserRow): boolean {
  return role === 'admin' && status === 'active'
}

function isApproved({ role, status }: UserRow): boolean {
  return status === 'active' && role !== 'pending'
}

function isWaiting({ role, status }: UserRow): boolean {
  return role === 'pending' && status === 'active'
}

/** What the audit has of a user; extras only where they have changed. */
function shownOf({ role, status, extras }: UserRow, isSameExtras: boolean): object {
  return { role, status, ...(isSameExtras ? {} : { extras: extras ?? NO_EXTRAS }) }
}

function recordOf({ subject: _, ...record }: UserRow): UserRecord {
  return record
}
