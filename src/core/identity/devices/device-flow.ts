import { timingSafeEqual } from 'node:crypto'
import type { Transactor } from '../../../db/open.ts'
import type { SettingStore } from '../../../db/setting-store.ts'
import { AppError, type GrantCode } from '../../../platform/errors.ts'
import { keyedHash, randomText, sha256Bytes } from '../../../platform/ids.ts'
import { networkOf } from '../../../platform/networks.ts'
import type { Audit, AuditActor } from '../../audit/audit.ts'
import type { DeviceRequestRow, DeviceRequestStore, TypedCode } from './device-request-store.ts'
import type { NewDevice } from './devices.ts'

/** @limit device-code minutes */
export const LIFETIME_MS = 600_000
/** An expired code is kept for as long again, so that polls get `expired_token`. */
const KEPT_MS = LIFETIME_MS
/** @limit poll-interval seconds */
export const INTERVAL_MS = 3000
/** What a poll that came too early adds to the interval. RFC 8628, 3.5 @limit slow-down seconds */
export const SLOWER_MS = 5000
/** @limit poll-interval-max seconds */
export const MAX_INTERVAL_MS = 60_000
const PEPPER = 'device_code_pepper'

/** What a code is for: a device of a surface, or a browser that is to be signed in. */
export type FlowSurface = DeviceRequestRow['surface']

export interface StartRequest {
  surface: FlowSurface
  /** The name that the client gives itself. */
  name: string | undefined
  /** SHA-256 of the verifier that the polls will show, in base64url. */
  codeChallenge: string | undefined
  address: string
}

/** The codes that a device gets. RFC 8628, 3.2 */
export interface StartedFlow {
  deviceCode: string
  userCode: string
  expiresInSeconds: number
  /** Between two polls. */
  intervalSeconds: number
}

export interface PollRequest {
  surface: FlowSurface
  deviceCode: string
  verifier: string | undefined
  /** Only the network that has started may poll. */
  address: string
}

/** A device that waits for a user's decision; times are UTC milliseconds. */
export interface WaitingDevice {
  userCode: string
  clientName: string
  address: string
  requestedAt: number
  expiresAt: number
}

export type Decision = 'approve' | 'deny'
type Decided = 'approved' | 'denied'

/** The user who decides on a device. */
export interface Approver {
  userId: string
  auditActor: AuditActor
}

interface DeviceFlowOptions {
  store: DeviceRequestStore
  db: Transactor
  settings: SettingStore
  audit: Audit
  now: () => number
  /** Draws a user code; 8 letters. */
  draw?: () => string
}

/** The device authorization grant (RFC 8628), for both surfaces with devices. */
export class DeviceFlow {
  readonly #store: DeviceRequestStore
  readonly #db: Transactor
  readonly #audit: Audit
  readonly #now: () => number
  readonly #draw: () => string
  /**
   * Key of the codes' hashes: without it, short codes could be found from a stolen table by trying.
   */
  readonly #pepper: string

  constructor({ store, db, settings, audit, now, draw = randomUserCode }: DeviceFlowOptions) {
    this.#store = store
    this.#db = db
    this.#audit = audit
    this.#now = now
    this.#draw = draw
    const kept = settings.get(PEPPER)
    this.#pepper = kept ?? randomText(32)
    if (kept === undefined) settings.set(PEPPER, this.#pepper)
  }

  /** @throws {AppError} `invalid_request` for a challenge that is none */
  start({ surface, name, codeChallenge, address }: StartRequest): StartedFlow {
    if (codeChallenge !== undefined && !isChallenge(codeChallenge)) {
      throw grantError('invalid_request', 'The code_challenge is not a SHA-256 in base64url')
    }
    const deviceCode = randomText(32)
    const now = this.#now()
    const row: Omit<DeviceRequestRow, 'userCodeHash'> = {
      hash: this.#hash('device', deviceCode),
      surface,
      name: clientName(name),
      codeChallenge: codeChallenge ?? null,
      status: 'pending',
      userId: null,
      address,
      intervalMs: INTERVAL_MS,
      // The first poll may come at once: the interval is between two.
      lastPollAt: now - INTERVAL_MS,
      createdAt: now,
      expiresAt: now + LIFETIME_MS,
    }
    let userCode = this.#draw()
    while (!this.#store.insert({ ...row, userCodeHash: this.#hash('user', userCode) })) {
      userCode = this.#draw()
    }
    return {
      deviceCode,
      userCode: showUserCode(userCode),
      expiresInSeconds: LIFETIME_MS / 1000,
      intervalSeconds: INTERVAL_MS / 1000,
    }
  }

  /**
   * Exchanges an approved code, once.
   *
   * @param make Makes the credential and writes it to the database, synchronously; when it fails
   * the code is still good
   * @throws {AppError} `authorization_pending`, `slow_down` with the new interval, `access_denied`,
   * `expired_token`, `invalid_grant`. RFC 8628, 3.5
   */
  poll<value>(request: PollRequest, make: (approved: NewDevice) => value): value {
    const row = this.#store.byHash(this.#hash('device', request.deviceCode))
    // A poll from elsewhere changes nothing, or it could slow the device down.
    if (row === undefined || !isOf(row, request)) throw grantError('invalid_grant')
    if (row.expiresAt <= this.#now()) throw grantError('expired_token')
    if (!this.#store.recordPoll(row.hash, this.#now())) throw this.#slower(row)
    const { userId, name, address } = row
    if (row.status === 'denied') throw grantError('access_denied')
    if (row.status !== 'approved' || userId === null) throw grantError('authorization_pending')
    const redeemed = this.#store.redeem(row.hash, () => make({ userId, name, address }))
    if (redeemed === undefined) throw grantError('invalid_grant')
    return redeemed.value
  }

  /**
   * How far a device's code is, without a poll; changes nothing.
   *
   * @returns undefined where a poll would find nothing
   */
  stateOf(
    request: PollRequest,
  ): { status: 'pending' | Decided | 'expired'; userId: string | null } | undefined {
    const row = this.#store.byHash(this.#hash('device', request.deviceCode))
    if (row === undefined || row.status === 'used' || !isOf(row, request)) return undefined
    const { status, userId, expiresAt } = row
    return { status: expiresAt <= this.#now() ? 'expired' : status, userId }
  }

  /**
   * The device of a user code. Binds the code to the first user who looks it up: only they may
   * decide.
   *
   * @returns undefined for a code that is unknown, expired, decided on or bound to another user,
   * without a difference between these
   */
  lookup(typed: string, surface: FlowSurface, userId: string): WaitingDevice | undefined {
    const row = this.#store.claim(this.#typed(typed, surface, userId))
    return row && waitingOf(row, typed)
  }

  /** Decides for good. @returns undefined where {@link lookup} would find nothing */
  decide(
    typed: string,
    surface: FlowSurface,
    { userId, auditActor }: Approver,
    decision: Decision,
  ): WaitingDevice | undefined {
    const status = decision === 'approve' ? 'approved' : 'denied'
    return this.#db.transaction(() => {
      const row = this.#store.decide(this.#typed(typed, surface, userId), status)
      if (row === undefined) return undefined
      const { name, address } = row
      this.#audit.record(auditActor, {
        action: `device.${decision}`,
        subject: userId,
        after: { surface, name, address },
      })
      return waitingOf(row, typed)
    })
  }

  /** Denies the codes that a refused user has approved and no device has exchanged yet. */
  refuseAllOf(userId: string): void {
    this.#store.denyForUser(userId)
  }

  /** Deletes the requests that a user has taken up. */
  deleteAllOf(userId: string): void {
    this.#store.deleteForUser(userId)
  }

  /** Deletes what expired a while ago. Called periodically. */
  sweep(): void {
    this.#store.sweep(this.#now() - KEPT_MS)
  }

  #slower({ hash, intervalMs }: DeviceRequestRow): Error {
    const slower = Math.min(intervalMs + SLOWER_MS, MAX_INTERVAL_MS)
    this.#store.setInterval(hash, slower)
    return slowDown(slower)
  }

  #typed(typed: string, surface: FlowSurface, userId: string): TypedCode {
    const userCodeHash = this.#hash('user', readUserCode(typed))
    return { userCodeHash, surface, userId, now: this.#now() }
  }

  #hash(kind: 'device' | 'user', code: string): string {
    return keyedHash(this.#pepper, `${kind}\0${code}`)
  }
}

/** Whether a poll comes from the device that has started, and can still be exchanged. */
function isOf(row: DeviceRequestRow, { surface, verifier, address }: PollRequest): boolean {
  return (
    row.surface === surface &&
    row.status !== 'used' &&
    networkOf(address) === networkOf(row.address) &&
    provesStart(row.codeChallenge, verifier)
  )
}

function waitingOf(row: DeviceRequestRow, typed: string): WaitingDevice {
  return {
    userCode: showUserCode(readUserCode(typed)),
    clientName: row.name,
    address: row.address,
    requestedAt: row.createdAt,
    expiresAt: row.expiresAt,
  }
}

const MAX_CHARACTERS = 80
/** Control and invisible characters; some of them reverse the text around them. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/gu

/** More marks on one letter than any language has reach over the lines around it. */
const PILED_MARKS = /(\p{M}{4})\p{M}+/gu

/** The name that a client gives itself, safe to show in one line to the user who decides on it. */
export function clientName(given: string | undefined): string {
  const seen = (given ?? '').replace(UNSEEN, (one) => (/\s/.test(one) ? ' ' : ''))
  const shown = seen.replace(PILED_MARKS, '$1').replace(/\s+/g, ' ').trim()
  const name = Array.from(shown).slice(0, MAX_CHARACTERS).join('').trim()
  return name === '' ? 'Unnamed client' : name
}

/** Form of a verifier. RFC 7636, 4.1 */
const VERIFIER = /^[A-Za-z0-9._~-]{43,128}$/
/** SHA-256 in base64url. */
const CHALLENGE = /^[A-Za-z0-9_-]{43}$/

function isChallenge(text: string): boolean {
  return CHALLENGE.test(text)
}

/**
 * Whether the verifier of a poll matches the challenge of the start (S256). A verifier without a
 * challenge is refused too: an attacker may have removed the challenge. RFC 9700, 2.1.1
 */
function provesStart(challenge: string | null, verifier: string | undefined): boolean {
  if (challenge === null || verifier === undefined)
    return challenge === null && verifier === undefined
  if (!VERIFIER.test(verifier)) return false
  const shown = Buffer.from(sha256Bytes(verifier).toString('base64url'))
  const promised = Buffer.from(challenge)
  return shown.length === promised.length && timingSafeEqual(shown, promised)
}

const DETAILS = {
  authorization_pending: 'Nobody has decided on this device yet',
  slow_down: 'Wait for the interval between two polls',
  access_denied: 'The device was denied',
  expired_token: 'The code has expired: start again',
  invalid_grant: 'The code is not valid',
  invalid_request: 'The request is not complete',
  unsupported_grant_type: 'This grant type is not supported',
} as const satisfies Partial<Record<GrantCode, string>>

/** A refusal in the words of RFC 8628 and 6749. */
function grantError(code: keyof typeof DETAILS, detail: string = DETAILS[code]): AppError {
  return new AppError(code, detail)
}

/** @param intervalMs What the device has to wait between two polls from now on */
function slowDown(intervalMs: number): AppError {
  const intervalSeconds = Math.ceil(intervalMs / 1000)
  return new AppError('slow_down', DETAILS.slow_down, { intervalSeconds })
}

/** No vowels, so that no code is a word, and nothing that looks like another. RFC 8628, 6.1 */
const LETTERS = 'BCDFGHJKLMNPQRSTVWXZ'
/** 34.6 bits. */
const LENGTH = 8
/** Bytes from here on are drawn again, or the first letters would come more often. */
const FAIR_BYTES = 240

/** A short code for a user to type. */
export function randomUserCode(): string {
  let code = ''
  while (code.length < LENGTH) {
    const [byte = FAIR_BYTES] = crypto.getRandomValues(new Uint8Array(1))
    if (byte < FAIR_BYTES) code += LETTERS.charAt(byte % LETTERS.length)
  }
  return code
}

/** Normalizes a typed code: case, spaces and punctuation do not count. */
function readUserCode(typed: string): string {
  return typed.toUpperCase().replace(/[^A-Z]/g, '')
}

/** In two halves, which are easier to compare. */
function showUserCode(code: string): string {
  return `${code.slice(0, LENGTH / 2)}-${code.slice(LENGTH / 2)}`
}
