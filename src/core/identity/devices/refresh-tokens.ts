import type { RefreshTokenRow, RefreshTokenStore } from '../../../db/refresh-token-store.ts'
import { randomText, sha256 } from '../../../platform/ids.ts'
import type { Devices, NewDevice } from './devices.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** Of a token that nobody uses. */
export const LIFETIME_MS = 30 * DAY_MS
const TOKEN = /^hcr_[A-Za-z0-9_-]{43}$/

/** A canvas device with the token that stands for it until the next exchange. */
export interface Pairing {
  deviceId: string
  userId: string
  /** Shown this once. */
  refreshToken: string
}

interface RefreshTokensOptions {
  store: RefreshTokenStore
  devices: Devices
  /** Tells the owner of a token that was shown twice. */
  alerts: { raise(alert: { kind: string; subject: string; message: string }): void }
  now: () => number
}

/**
 * What keeps a canvas app signed in: each token is good for one exchange. One that is shown again
 * has been copied, and nobody knows who holds the copy, so the device is ended.
 */
export class RefreshTokens {
  readonly #options: RefreshTokensOptions

  constructor(options: RefreshTokensOptions) {
    this.#options = options
  }

  /** Lets a canvas device in. */
  pair(device: NewDevice): Pairing {
    const { store, devices } = this.#options
    const deviceId = devices.createCanvas(device, LIFETIME_MS)
    const { refreshToken, row } = this.#next(deviceId)
    store.insert(row)
    return { deviceId, userId: device.userId, refreshToken }
  }

  /**
   * Spends a token for the next one.
   *
   * @param address Who shows it, for the alert when it was spent before
   * @returns undefined for one that is unknown, expired, spent, or of a device that was ended
   * @throws {AppError} `account_refused`, `pending_approval`
   */
  exchange(token: string, address: string): Pairing | undefined {
    if (!TOKEN.test(token)) return undefined
    const { store, devices, now } = this.#options
    const known = store.byHash(sha256(token))
    if (known === undefined) return undefined
    if (known.usedAt !== null) return this.#stolen(known, address)
    if (known.expiresAt <= now()) return undefined
    const actor = devices.actor(known.deviceId, 'canvas')
    if (actor === undefined) return undefined
    const { refreshToken, row } = this.#next(known.deviceId)
    // Before the exchange: a crash in between leaves a device that lives longer than its token.
    devices.extend(known.deviceId, row.expiresAt)
    if (!store.exchange(known.hash, now(), row)) return this.#stolen(known, address)
    return { deviceId: known.deviceId, userId: actor.userId, refreshToken }
  }

  /** Deletes what has expired. Called now and then. */
  sweep(): void {
    this.#options.store.sweep(this.#options.now())
  }

  #next(deviceId: string): { refreshToken: string; row: RefreshTokenRow } {
    const refreshToken = `hcr_${randomText(32)}`
    const createdAt = this.#options.now()
    const row = {
      hash: sha256(refreshToken),
      deviceId,
      createdAt,
      expiresAt: createdAt + LIFETIME_MS,
      usedAt: null,
    }
    return { refreshToken, row }
  }

  /** Whoever shows it a third time tells nothing new. */
  #stolen({ deviceId }: RefreshTokenRow, address: string): undefined {
    const { devices, alerts } = this.#options
    const { name, account, revokedAt } = devices.get(deviceId)
    if (revokedAt !== null) return undefined
    devices.end(deviceId)
    alerts.raise({
      kind: 'refresh_token_reused',
      subject: `Canvas device ${deviceId}`,
      message: `A refresh token of the canvas device "${name}" of ${account} was shown twice, the second time from ${address}. It may have been copied, so the device was signed out; pair it again to go on.`,
    })
    return undefined
  }
}
