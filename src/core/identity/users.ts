import type { UserRow, UserStore } from '../../db/user-store.ts'
import { AppError } from '../../platform/errors.ts'
import { randomId } from '../../platform/ids.ts'
import type { Audit, AuditActor } from '../audit.ts'
import { type Page, timePage } from '../list-page.ts'

export type Role = UserRow['role']
export type UserStatus = UserRow['status']

/** Somebody who has signed in, as the guards judge them. */
export type User = Pick<UserRow, 'id' | 'email' | 'name' | 'role' | 'status'>

/** Who an identity provider says has signed in. */
export interface Identity {
  issuer: string
  /** Stands for the person at this issuer, for good. */
  subject: string
  /** Only an address that the provider says is verified. */
  email: string | undefined
  name: string | undefined
}

/** A person as the admin area sees them. */
export interface UserRecord {
  id: string
  email: string | null
  name: string | null
  issuer: string
  role: Role
  status: UserStatus
  created_at: string
  last_sign_in_at: string
}

export interface UserChange {
  role?: Role
  status?: UserStatus
}

interface UsersOptions {
  store: UserStore
  audit: Audit
  /** Whoever signs in with this verified address first is the owner. */
  ownerEmail: string | undefined
  /** Called when somebody's sign-ins must end: they were refused, or their role has changed. */
  onEnded: (userId: string) => void
  /** Called when somebody new waits for approval. */
  onPending: (user: UserRow) => void
  /** Called when somebody may do nothing any more. */
  onRefused: (userId: string) => void
  now: () => number
}

/** The people of the house. */
export class Users {
  readonly #options: UsersOptions

  constructor(options: UsersOptions) {
    this.#options = options
  }

  /**
   * Finds whoever has signed in, or takes them in as `pending`.
   *
   * @throws {AppError} `account_refused` for somebody who was suspended or deleted
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
    store.update(known.id, { ...own, ...(owner ? { role: 'admin' } : {}) })
    return this.#row(known.id)
  }

  /** Whether a user may do anything: active, and approved. */
  isApproved(id: string): boolean {
    const row = this.#options.store.byId(id)
    return row !== undefined && row.status === 'active' && row.role !== 'pending'
  }

  /** The newest first. */
  list(limit: number, cursor: string | undefined): Page<UserRecord> {
    return timePage(limit, cursor, {
      read: (count, after) => this.#options.store.page(count, after),
      placeOf: ({ createdAt, id }) => ({ at: createdAt, id }),
      itemOf: userOf,
    })
  }

  /**
   * Changes what somebody may do; acts on their next request.
   *
   * @throws {AppError} `not_found`; `conflict` where nobody would be left to run the house
   */
  change(id: string, { role, status }: UserChange, auditActor: AuditActor): UserRecord {
    const { store, audit, onEnded, onRefused } = this.#options
    const before = this.#row(id)
    const after = { ...before, role: role ?? before.role, status: status ?? before.status }
    if (isActiveAdmin(before) && !isActiveAdmin(after) && store.activeAdmins() === 1) {
      throw new AppError('conflict', 'The last admin cannot be demoted, suspended or deleted')
    }
    if (after.role === before.role && after.status === before.status) return userOf(before)
    store.update(id, { role: after.role, status: after.status })
    audit.record(auditActor, {
      action: 'user.change',
      subject: id,
      before: { role: before.role, status: before.status },
      after: { role: after.role, status: after.status },
    })
    // Whoever was waiting goes on where they are; every other change asks them to sign in anew.
    const approved = before.role === 'pending' && after.status === before.status
    if (!approved) onEnded(id)
    if (after.status !== 'active' || after.role === 'pending') onRefused(id)
    return userOf(after)
  }

  /** The first with the owner's address, and nobody after them, whatever became of the first. */
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
  return email ?? id
}

/** Of ASCII alone, as SQLite has it: elsewhere, other letters become the same one (the Kelvin sign a k). */
function lowerCase(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase())
}

function isActiveAdmin({ role, status }: UserRow): boolean {
  return role === 'admin' && status === 'active'
}

function userOf(row: UserRow): UserRecord {
  const { id, email, name, issuer, role, status, createdAt, lastSignInAt } = row
  return {
    id,
    email,
    name,
    issuer,
    role,
    status,
    created_at: new Date(createdAt).toISOString(),
    last_sign_in_at: new Date(lastSignInAt).toISOString(),
  }
}
