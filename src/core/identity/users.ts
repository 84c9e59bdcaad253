import type { Transactor } from '../../db/open.ts'
import { AppError } from '../../platform/errors.ts'
import { randomId } from '../../platform/ids.ts'
import type { Language } from '../../platform/languages.ts'
import { type Audit, type AuditActor, SERVICE_ACTOR } from '../audit/audit.ts'
import { type CountedPage, timePage } from '../list-page.ts'
import { ownerOfUser } from './actor.ts'
import { isReservedLabel, PRIMARY_LABEL } from './labels.ts'
import { requireWorkerProfiles, withoutRest } from './profile.ts'
import {
  LOCAL_ISSUER,
  type NamedUser,
  PRIMARY_USER_ID,
  type UserFilter,
  type UserRow,
  type UserStore,
  usageNameOf,
} from './user-store.ts'

/**
 * Finds the member with whom an owner wants to share something.
 *
 * @param name The e-mail address or the name
 * @throws {AppError} `invalid` for nobody, for one of several, and for the owner
 */
export function findMember(users: Pick<UserStore, 'named'>, name: string, owner: string): UserRow {
  const refused = (reason: string) =>
    new AppError('invalid', `Cannot use member: ${reason}`, { param: 'member' })
  const [found, another] = users.named(name)
  if (found === undefined) throw refused('nobody here has this e-mail address or name')
  if (another !== undefined) throw refused('several have this name; use the e-mail address')
  if (ownerOfUser(found.id) === owner) throw refused('this is your own account')
  return found
}

export type Role = UserRow['role']
export type UserStatus = UserRow['status']
/** What an admin has granted beside the role. */
export type UserExtras = NonNullable<UserRow['extras']>

export const NO_EXTRAS: UserExtras = { workerProfiles: [], storageBytes: null }

/** A signed-in user, as the guards authorize it. */
export type User = NamedUser & Pick<UserRow, 'role' | 'status' | 'language'>

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

/** What an invited identity has become. */
export interface Invited {
  user: UserRow
  /** Whether the invitation has made or approved the account. */
  isNew: boolean
}

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
  /** Whether a key, also a revoked one, has this name in usage records. */
  isKeyName: (name: string) => boolean
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
   * Ends the devices, pending device codes and links of a refused user, in the transaction of the
   * change.
   */
  endAccess: (userId: string) => void
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
  signedIn(identity: Identity): UserRow {
    const { store, db, now } = this.#options
    const { issuer, subject, name } = identity
    const email = identity.email ?? null
    const known = store.byIdentity(issuer, subject)
    if (known === undefined) {
      const role = this.#isOwner(identity.email, undefined) ? 'admin' : 'pending'
      const user = db.transaction(() => this.#insertSignedIn(identity, { role, extras: null }))
      if (role === 'pending') this.#options.onPending(user)
      return user
    }
    requireActive(known)
    const isOwner = known.role === 'pending' && this.#isOwner(identity.email, known.id)
    db.transaction(() => {
      store.updateIdentity(issuer, subject, email)
      store.update(known.id, { lastSignInAt: now(), ...(isOwner ? { role: 'admin' } : {}) })
      // Of several identities, that of the first sign-in names the account.
      if (known.issuer === issuer && known.subject === subject)
        store.update(known.id, { email, name: providerName(name) })
      if (isOwner) this.#options.onSettled(known.id, SERVICE_ACTOR, false)
    })
    return this.#row(known.id)
  }

  /**
   * The user of an identity that has been invited: a new or waiting one is approved. Called in the
   * transaction that uses the invitation.
   *
   * @returns Whether the invitation was needed
   * @throws {AppError} `account_refused`
   */
  invited(identity: Identity, extras: UserExtras | null, auditActor: AuditActor): Invited {
    const { store } = this.#options
    const known = store.byIdentity(identity.issuer, identity.subject)
    if (known === undefined)
      return { user: this.#insertSignedIn(identity, { role: 'user', extras }), isNew: true }
    const user = this.signedIn(identity)
    if (user.role !== 'pending') return { user, isNew: false }
    store.update(user.id, { role: 'user', extras })
    this.#options.onSettled(user.id, auditActor, false)
    return { user: this.#row(user.id), isNew: true }
  }

  /**
   * Makes an account without an identity provider, approved. Called in the transaction that uses the
   * invitation.
   *
   * @throws {AppError} `invalid` for a name that is none; `conflict` for one that is taken
   */
  createLocal(typed: string, extras: UserExtras | null): UserRow {
    const { store, now } = this.#options
    const name = localName(typed)
    if (isReservedLabel(name) || store.hasName(name) || this.#options.isKeyName(name))
      throw new AppError('conflict', 'Somebody here has this name already: choose another', {
        param: 'name',
      })
    const id = randomId('usr_')
    store.insert({
      id,
      issuer: LOCAL_ISSUER,
      subject: id,
      email: null,
      name,
      role: 'user',
      status: 'active',
      createdAt: now(),
      lastSignInAt: now(),
      extras,
    })
    return this.#row(id)
  }

  /** Notes a sign-in by other means than an identity provider. @throws {AppError} `account_refused` */
  signedInLocally(id: string): UserRow {
    const { store, now } = this.#options
    requireActive(this.#row(id))
    store.update(id, { lastSignInAt: now() })
    return this.#row(id)
  }

  /** Extras for an account that is still to be made. @throws {AppError} `invalid` */
  grantable(extras: UserExtras): UserExtras {
    return this.#grantable(extras, NO_EXTRAS)
  }

  /** Whether a user may do what admins may: a suspended one may not. */
  isAdmin(id: string): boolean {
    const row = this.#options.store.byId(id)
    return row !== undefined && isActiveAdmin(row)
  }

  /** Whether there is an account, which may be suspended. */
  exists(id: string): boolean {
    const row = this.#options.store.byId(id)
    return row !== undefined && row.status !== 'deleted'
  }

  /** Whether a user may do anything: active, and approved. */
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
    const { store, db, audit, onSettled, endSessions, endAccess, deleteData, onRefused } =
      this.#options
    if (id === PRIMARY_USER_ID) {
      throw new AppError('conflict', 'This account is the Primary Key’s: replace the key instead')
    }
    const before = this.#row(id)
    const after = {
      ...before,
      role: role ?? before.role,
      status: status ?? before.status,
      extras:
        extras === undefined ? before.extras : this.#grantable(extras, before.extras ?? NO_EXTRAS),
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
      if (refused) endAccess(id)
      if (after.status !== 'deleted' || before.status === 'deleted') return undefined
      const deleted = deleteData(id)
      audit.record(auditActor, { action: 'user.data_delete', subject: id, before: deleted.counts })
      return deleted.afterwards
    })
    if (refused) onRefused(id)
    afterwards?.()
    return recordOf(after)
  }

  /** Languages that people have chosen. */
  chosenLanguages(): Language[] {
    return this.#options.store.languages()
  }

  /** @param language Of the pages; null for the one that the browser prefers */
  chooseLanguage(id: string, language: Language | null): void {
    this.#options.store.update(id, { language })
  }

  #insertSignedIn(
    { issuer, subject, ...stated }: Identity,
    granted: Pick<UserRow, 'role' | 'extras'>,
  ): UserRow {
    const { store, now } = this.#options
    const email = stated.email ?? null
    const id = randomId('usr_')
    const at = now()
    store.insert({
      id,
      issuer,
      subject,
      email,
      name: providerName(stated.name),
      ...granted,
      status: 'active',
      createdAt: at,
      lastSignInAt: at,
    })
    store.insertIdentity({
      id: randomId('idn_'),
      userId: id,
      issuer,
      subject,
      email,
      createdAt: at,
    })
    return this.#row(id)
  }

  #grantable(extras: UserExtras, before: UserExtras): UserExtras {
    requireWorkerProfiles(
      extras.workerProfiles,
      before.workerProfiles,
      this.#options.workerProfiles(),
    )
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

/** The name in usage records. */
export function nameOf(user: NamedUser): string {
  return user.id === PRIMARY_USER_ID ? PRIMARY_LABEL : usageNameOf(user)
}

/** The name of a user for those who share with them: where there is one, it tells no e-mail address. */
export function readerName(user: NamedUser): string {
  return user.name ?? nameOf(user)
}

/** The identity provider of a user's first sign-in; undefined for an account that has none. */
export function issuerOf({ issuer, id }: Pick<UserRow, 'issuer' | 'id'>): string | undefined {
  return id === PRIMARY_USER_ID || issuer === LOCAL_ISSUER ? undefined : issuer
}

const MAX_PROVIDER_NAME = 200
/** Of the name that somebody joins with. @limit local-name characters */
export const MAX_LOCAL_NAME_CHARACTERS = 60
/** Control, invisible and direction characters. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/gu

/** A name in one line of visible characters. */
function visibleName(given: string): string {
  return given.normalize('NFC').replace(UNSEEN, ' ').replace(/\s+/g, ' ').trim()
}

/** The name that a provider states, which people there choose: null for an address, as of others. */
function providerName(stated: string | undefined): string | null {
  const name = visibleName((stated ?? '').slice(0, MAX_PROVIDER_NAME))
  return name === '' || name.includes('@') ? null : name
}

/** @throws {AppError} `invalid` */
function localName(typed: string): string {
  const name = visibleName(typed)
  const length = Array.from(name).length
  if (length === 0 || length > MAX_LOCAL_NAME_CHARACTERS)
    throw new AppError('invalid', `Type a name of 1 to ${MAX_LOCAL_NAME_CHARACTERS} characters`, {
      param: 'name',
    })
  // An address would be taken for one that a provider has verified.
  if (name.includes('@'))
    throw new AppError('invalid', 'Type a name, not an e-mail address', { param: 'name' })
  return name
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
