import type { Transactor } from '../../../db/open.ts'
import { randomText, sha256 } from '../../../platform/ids.ts'
import { type AlertText, alertPart, alertText } from '../../alert-texts.ts'
import type { Devices, NewDevice } from './devices.ts'
import type { RefreshTokenRow, RefreshTokenStore } from './refresh-token-store.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** Of an unused token. @limit refresh-token days */
export const LIFETIME_MS = 30 * DAY_MS
/** Of one sweep, so that it holds the thread for some milliseconds at most. */
const MAX_SWEPT = 500
const TOKEN = /^hcr_[A-Za-z0-9_-]{43}$/

/** A device with its refresh token, which is good for one exchange. */
export interface Pairing {
  deviceId: string
  userId: string
  /** Shown this once. */
  refreshToken: string
}

interface RefreshTokensOptions {
  surface: 'canvas' | 'mcp'
  store: RefreshTokenStore
  db: Transactor
  devices: Devices
  /** Alerts the owner to a token that was used twice. */
  alerts: { raise(alert: AlertText & { about: string }): void }
  now: () => number
}

/**
 * Rotating refresh tokens of the devices of a surface: each is good for one exchange. One that is used again
 * has been copied, and the thief cannot be told from the device, so the device is revoked. RFC
 * 9700, 4.14.2
 */
export class RefreshTokens {
  readonly #options: RefreshTokensOptions

  constructor(options: RefreshTokensOptions) {
    this.#options = options
  }

  /**
   * Makes a device and its first token.
   *
   * @param client Whose tokens they are: nobody else can exchange them
   */
  pair(device: NewDevice, client?: string): Pairing {
    const { store, devices, surface } = this.#options
    const deviceId = devices.createWithTokens(surface, device, LIFETIME_MS)
    const { refreshToken, row } = this.#next(deviceId, client)
    store.insert(row)
    return { deviceId, userId: device.userId, refreshToken }
  }

  /**
   * Exchanges a token for the next one.
   *
   * @param address Network address of the request, for the alert when the token was spent before
   * @returns undefined for one that is unknown, expired, spent, or of a device that was ended
   * @throws {AppError} `account_refused`, `pending_approval`
   */
  exchange(token: string, address: string, client?: string): Pairing | undefined {
    const { store, db, devices, surface, now } = this.#options
    const known = this.#known(token, client)
    if (known === undefined) return undefined
    if (known.usedAt !== null) return this.#stolen(known, address)
    if (known.expiresAt <= now()) return undefined
    const actor = devices.actor(known.deviceId, surface)
    if (actor === undefined) return undefined
    const { refreshToken, row } = this.#next(known.deviceId, client)
    const exchanged = db.transaction(() => {
      devices.extend(known.deviceId, row.expiresAt)
      return store.exchange(known.hash, now(), row)
    })
    if (!exchanged) return this.#stolen(known, address)
    return { deviceId: known.deviceId, userId: actor.userId, refreshToken }
  }

  /** Ends the device of a token, also of one that was used or has expired. */
  revoke(token: string, client?: string): void {
    const known = this.#known(token, client)
    if (known !== undefined) this.#options.devices.end(known.deviceId)
  }

  /** Deletes what has expired. Called periodically; the next call takes what is left. */
  sweep(): void {
    this.#options.store.deleteExpired(this.#options.now(), MAX_SWEPT)
  }

  #known(token: string, client: string | undefined): RefreshTokenRow | undefined {
    return TOKEN.test(token) ? this.#options.store.byHash(hashOf(token, client)) : undefined
  }

  #next(
    deviceId: string,
    client: string | undefined,
  ): { refreshToken: string; row: RefreshTokenRow } {
    const refreshToken = `hcr_${randomText(32)}`
    const createdAt = this.#options.now()
    const row = {
      hash: hashOf(refreshToken, client),
      deviceId,
      createdAt,
      expiresAt: createdAt + LIFETIME_MS,
      usedAt: null,
    }
    return { refreshToken, row }
  }

  /** Revokes the device; a third use raises no second alert. */
  #stolen({ deviceId }: RefreshTokenRow, address: string): undefined {
    const { devices, surface, alerts } = this.#options
    const { name, account, revokedAt } = devices.get(deviceId)
    if (revokedAt !== null) return undefined
    devices.end(deviceId)
    const { device, heading } = NOUNS[surface]
    const facts = {
      heading: alertPart(heading, { id: deviceId }),
      device: alertPart(device),
      ...{ name, account, address },
    }
    alerts.raise({ ...alertText('refresh_token_reused', facts), about: deviceId })
    return undefined
  }
}

const NOUNS = {
  canvas: { device: 'canvas_device', heading: 'canvas_heading' },
  mcp: { device: 'app', heading: 'app_heading' },
} as const

/** With the client in it, a token of another client is as unknown as any text. */
function hashOf(token: string, client: string | undefined): string {
  return sha256(client === undefined ? token : `${token}\0${client}`)
}
