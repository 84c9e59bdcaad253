import type { Transactor } from '../../../db/open.ts'
import type { WriteBatch } from '../../../db/write-batch.ts'
import { AppError } from '../../../platform/errors.ts'
import { randomId, randomText, sha256 } from '../../../platform/ids.ts'
import type { Audit, AuditActor } from '../../audit/audit.ts'
import { type Page, timePage } from '../../list-page.ts'
import type { Actor } from '../actor.ts'
import { nameOf, requireApproved } from '../users.ts'
import type { DeviceRow, DeviceStore, DeviceWithUser } from './device-store.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** Of a code credential, since it was made or last renewed. @limit code-credential days */
export const CODE_LIFETIME_MS = 90 * DAY_MS
/** The last use is stored at most this often. */
const TOUCH_MS = 60_000
const CREDENTIAL = /^hcd_[A-Za-z0-9_-]{43}$/

export type Surface = DeviceRow['surface']
export type DeviceActor = Actor & { kind: 'device' }

/** A device's record: never its credential, nor the hash. Times are UTC milliseconds. */
export interface Device extends Omit<DeviceRow, 'hash' | 'userId'> {
  /** The user's name in usage records. */
  account: string
}

/** A new device of the code surface. */
export interface NewCredential {
  id: string
  /** Shown this once. */
  credential: string
  expiresInSeconds: number
}

/** A device that a user has approved. */
export interface NewDevice {
  userId: string
  name: string
  address: string
}

interface DevicesOptions {
  store: DeviceStore
  db: Transactor
  batch: WriteBatch
  audit: Audit
  /** Whether devices of a user's account are still good, apart from its role and status. */
  isAccountCurrent: (userId: string) => boolean
  /** Called in the transaction in which an admin revokes a device, ended before or not. */
  onRevoked: (id: string, auditActor: AuditActor) => void
  /** Called when a device was ended: what it has queued and running must end. */
  onEnded: (id: string) => void
  now: () => number
}

/** Machines and apps that a user has approved; each acts for that user on one surface. */
export class Devices {
  readonly #options: DevicesOptions

  constructor(options: DevicesOptions) {
    this.#options = options
  }

  createCode(device: NewDevice): NewCredential {
    const credential = `hcd_${randomText(32)}`
    const id = this.#insert('code', device, sha256(credential), CODE_LIFETIME_MS)
    return { id, credential, expiresInSeconds: CODE_LIFETIME_MS / 1000 }
  }

  /** @returns The new device's id; its tokens are made elsewhere */
  createWithTokens(surface: 'canvas' | 'mcp', device: NewDevice, lifetimeMs: number): string {
    return this.#insert(surface, device, null, lifetimeMs)
  }

  /**
   * The actor of a credential of the code surface.
   *
   * @returns undefined for one that is unknown, expired or revoked
   * @throws {AppError} `account_refused`, `pending_approval`
   */
  async identify(credential: string): Promise<DeviceActor | undefined> {
    if (!CREDENTIAL.test(credential)) return undefined
    const found = this.#options.store.byHash(sha256(credential))
    return found && this.#actorOf(found)
  }

  /**
   * The actor of a device's id on a surface; read at every use, so that a revocation acts at once.
   *
   * @returns undefined for one that is unknown, expired or revoked
   * @throws {AppError} `account_refused`, `pending_approval`
   */
  actor(id: string, surface: Surface): DeviceActor | undefined {
    const found = this.#options.store.byId(id)
    return found?.device.surface === surface ? this.#actorOf(found) : undefined
  }

  /** Whether a device was neither ended nor has expired; its user is checked elsewhere. */
  isActive(id: string): boolean {
    const { store, isAccountCurrent, now } = this.#options
    const device = store.byId(id)?.device
    if (device === undefined || device.revokedAt !== null) return false
    return device.expiresAt > now() && isAccountCurrent(device.userId)
  }

  /** Renews a code credential for its full lifetime. */
  renew(id: string): void {
    const expiresAt = this.#options.now() + CODE_LIFETIME_MS
    this.#options.store.update(id, { expiresAt })
  }

  /** Moves the end of a device to that of its newest token. */
  extend(id: string, expiresAt: number): void {
    this.#options.store.update(id, { expiresAt })
  }

  /** @throws {AppError} `not_found` */
  get(id: string): Device {
    return deviceOf(this.#row(id))
  }

  /** The newest first. @param userId Whose; undefined for all */
  list(limit: number, cursor: string | undefined, userId?: string): Page<Device> {
    return timePage(limit, cursor, {
      read: (count, after) => this.#options.store.page(count, after, userId),
      cursorOf: ({ device: { createdAt, id } }) => ({ at: createdAt, id }),
      itemOf: deviceOf,
    })
  }

  /** Revokes a device for good, and ends what it has under way. @throws {AppError} `not_found` */
  revoke(id: string, auditActor: AuditActor): Device {
    const { store, db, audit, onRevoked, onEnded, now } = this.#options
    const { device } = this.#row(id)
    db.transaction(() => {
      store.revoke(id, now())
      if (device.revokedAt === null)
        audit.record(auditActor, { action: 'device.revoke', subject: id })
      onRevoked(id, auditActor)
    })
    onEnded(id)
    return this.get(id)
  }

  /** Revokes a device of a user's own. @throws {AppError} `not_found` for anybody else's */
  revokeOwn(userId: string, id: string, auditActor: AuditActor): Device {
    if (this.#row(id).device.userId !== userId) throw noDevice()
    return this.revoke(id, auditActor)
  }

  /** Revokes a device that signs itself out, or whose tokens were stolen. */
  end(id: string): void {
    const { store, db, onEnded, now } = this.#options
    db.transaction(() => store.revoke(id, now()))
    onEnded(id)
  }

  /** Ids of all devices of a user, also of those that were ended. */
  idsOf(userId: string): string[] {
    return this.#options.store.idsOf(userId)
  }

  /** Revokes all devices of a user; what they have under way is ended elsewhere. */
  endAllOf(userId: string): void {
    this.#options.store.revokeForUser(userId, this.#options.now())
  }

  /** Deletes all devices of a user. @returns How many */
  deleteAllOf(userId: string): number {
    return this.#options.store.deleteForUser(userId)
  }

  /**
   * Starts to delete devices that ended before a time: that were revoked, or have expired.
   *
   * @param before UTC milliseconds
   * @returns Takes the next step over a number of devices, and says whether more are left
   */
  deletionOfEnded(before: number): (limit: number) => boolean {
    const { store } = this.#options
    let last = 0
    return (limit) => {
      const next = store.deleteEnded(before, last, limit)
      last = next ?? last
      return next !== undefined
    }
  }

  #insert(
    surface: Surface,
    { userId, name, address }: NewDevice,
    hash: string | null,
    lifetimeMs: number,
  ): string {
    const id = randomId('dev_')
    const now = this.#options.now()
    this.#options.store.insert({
      id,
      surface,
      userId,
      name,
      address,
      hash,
      createdAt: now,
      lastUsedAt: now,
      expiresAt: now + lifetimeMs,
      revokedAt: null,
    })
    return id
  }

  #actorOf({ device, user }: DeviceWithUser): DeviceActor | undefined {
    const { store, batch, isAccountCurrent, now } = this.#options
    const { id, surface, lastUsedAt, expiresAt, revokedAt } = device
    // A refused user gets the reason, though the refusal has revoked the device as well.
    if (user.status === 'active' && revokedAt !== null) return undefined
    if (expiresAt <= now() || !isAccountCurrent(user.id)) return undefined
    requireApproved(user)
    if (now() - lastUsedAt > TOUCH_MS)
      batch.defer(`use of ${id}`, () => store.update(id, { lastUsedAt: now() }))
    return { kind: 'device', surface, id, userId: user.id, label: nameOf(user) }
  }

  #row(id: string): DeviceWithUser {
    const row = this.#options.store.byId(id)
    if (row === undefined) throw noDevice()
    return row
  }
}

function deviceOf({ device, user }: DeviceWithUser): Device {
  const { hash: _, userId: __, ...record } = device
  return { ...record, account: nameOf(user) }
}

function noDevice(): AppError {
  return new AppError('not_found', 'There is no such device')
}
