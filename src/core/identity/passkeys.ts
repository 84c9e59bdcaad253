import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { Type } from '@sinclair/typebox'
import type { Transactor } from '../../db/open.ts'
import { AppError } from '../../platform/errors.ts'
import { randomText } from '../../platform/ids.ts'
import { type AlertText, alertText } from '../alert-texts.ts'
import type { Audit, AuditActor } from '../audit/audit.ts'
import type { Joined, JoiningBrowser } from './invites.ts'
import type { PasskeyRow, PasskeyStore } from './passkey-store.ts'
import type { Sessions } from './sessions.ts'
import { SealedState } from './sign-in/sealed-state.ts'
import { PRIMARY_USER_ID } from './user-store.ts'
import { nameOf, type User, type Users } from './users.ts'

/** Of one user. @limit passkeys count */
export const MAX_PASSKEYS = 20
const CHALLENGE_MS = 5 * 60 * 1000
/** From asking for a challenge to its answer. @limit passkey-challenge minutes */
export const CHALLENGE_SECONDS = CHALLENGE_MS / 1000
const HANDLE_BYTES = 32
/** EdDSA, ES256 and RS256, by COSE's numbers. */
const ALGORITHMS = [-8, -7, -257]

/** The address that a browser sees: passkeys belong to a host name, and work at some origins. */
export interface PasskeyHost {
  rpId: string
  origins: readonly string[]
}

/** A passkey as its user sees it; times are UTC milliseconds. */
export type PasskeyRecord = Pick<
  PasskeyRow,
  'id' | 'rpId' | 'name' | 'backedUp' | 'createdAt' | 'lastUsedAt' | 'suspectAt'
>

/** What a browser is asked for, and what it must keep to answer. */
export interface Challenge {
  /** As `PublicKeyCredential.parse…OptionsFromJSON` takes it. */
  options: { challenge: string }
  sealed: string
}

/** The answer of a browser with the state that it has kept. */
export interface PasskeyAnswer<response> {
  response: response
  sealed: string | undefined
}

const ChallengeState = Type.Object({
  challenge: Type.String(),
  /** Of the user who adds a passkey; null to sign in. */
  userId: Type.Union([Type.String(), Type.Null()]),
  rpId: Type.String(),
  expiresAt: Type.Integer(),
})

interface PasskeysOptions {
  store: PasskeyStore
  db: Transactor
  users: Users
  sessions: Sessions
  audit: Audit
  alerts: { raise(alert: AlertText & { about: string }): void }
  now: () => number
}

/**
 * Passkeys (WebAuthn): kept in the device, found by it without a name, bound to the host. The
 * challenge is in a sealed cookie, and is good once.
 */
export class Passkeys {
  readonly #options: PasskeysOptions
  readonly #challenges = new SealedState(ChallengeState)

  constructor(options: PasskeysOptions) {
    this.#options = options
  }

  /** Whether anybody can sign in with one at a host. */
  areUsedAt(rpId: string): boolean {
    return this.#options.store.hasAny(rpId)
  }

  /** Whether there are some that a change of the host has made void. */
  areLeftBehind(rpId: string): boolean {
    return this.#options.store.hasAny(rpId, true)
  }

  has(userId: string): boolean {
    return this.#options.store.ofUser(userId).length > 0
  }

  list(userId: string): PasskeyRecord[] {
    return this.#options.store.ofUser(userId).map(recordOf)
  }

  /** @throws {AppError} `conflict` for the account of the Primary Key, and where there are too many */
  async startAdding(user: User, { rpId }: PasskeyHost): Promise<Challenge> {
    const { store, db } = this.#options
    const all = this.#requireRoom(user.id)
    const handle = db.transaction(() => store.handleOf(user.id, () => randomText(HANDLE_BYTES)))
    const { challenge, sealed } = await this.#challenge(user.id, rpId)
    const name = nameOf(user)
    const options = {
      rp: { id: rpId, name: 'Hearth' },
      user: { id: handle, name, displayName: user.name ?? name },
      challenge,
      pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
      timeout: CHALLENGE_MS,
      attestation: 'none',
      excludeCredentials: all.map(({ id, transports }) => ({ type: 'public-key', id, transports })),
      authenticatorSelection: {
        residentKey: 'required',
        requireResidentKey: true,
        userVerification: 'preferred',
      },
    }
    return { options, sealed }
  }

  /**
   * @param name By which its user knows it
   * @throws {AppError} `sign_in_failed` for an answer that proves nothing; `conflict`
   */
  async add(
    user: User,
    host: PasskeyHost,
    { response, sealed }: PasskeyAnswer<RegistrationResponseJSON>,
    name: string,
    auditActor: AuditActor,
  ): Promise<PasskeyRecord> {
    const { store, db, audit, now } = this.#options
    const expectedChallenge = await this.#useChallenge(sealed, user.id, host)
    const { verifyRegistrationResponse } = await import('@simplewebauthn/server')
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response,
      expectedChallenge,
      expectedOrigin: [...host.origins],
      expectedRPID: host.rpId,
      requireUserVerification: false,
      supportedAlgorithmIDs: ALGORITHMS,
    }).catch((cause: unknown) => {
      throw failed(cause)
    })
    if (!verified || registrationInfo === undefined) throw failed(undefined)
    const { credential, credentialBackedUp } = registrationInfo
    const { decodeCredentialPublicKey } = await import('@simplewebauthn/server/helpers')
    const row: PasskeyRow = {
      id: credential.id,
      userId: user.id,
      rpId: host.rpId,
      publicKey: Buffer.from(credential.publicKey),
      alg: Number(decodeCredentialPublicKey(credential.publicKey).get(3) ?? 0),
      counter: credential.counter,
      transports: credential.transports ?? [],
      backedUp: credentialBackedUp,
      name,
      createdAt: now(),
      lastUsedAt: null,
      suspectAt: null,
    }
    db.transaction(() => {
      this.#requireRoom(user.id)
      if (!store.insert(row)) throw new AppError('conflict', 'This passkey is known already')
      const after = { passkey: row.id, name, host: row.rpId }
      audit.record(auditActor, { action: 'passkey.add', subject: user.id, after })
    })
    return recordOf(row)
  }

  async startSignIn({ rpId }: PasskeyHost): Promise<Challenge> {
    const { challenge, sealed } = await this.#challenge(null, rpId)
    const options = {
      challenge,
      rpId,
      timeout: CHALLENGE_MS,
      userVerification: 'preferred',
      allowCredentials: [],
    }
    return { options, sealed }
  }

  /**
   * Signs in the user of a passkey.
   *
   * @throws {AppError} `sign_in_failed` for an answer that proves nothing; `not_found` for a passkey
   * that is not known; `forbidden` for one that may have been copied; `account_refused`
   */
  async signIn(
    host: PasskeyHost,
    { response, sealed }: PasskeyAnswer<AuthenticationResponseJSON>,
    browser: JoiningBrowser,
  ): Promise<Joined> {
    const { store, db, users, sessions, now } = this.#options
    const expectedChallenge = await this.#useChallenge(sealed, null, host)
    const row = store.byId(response.id)
    if (row === undefined || row.rpId !== host.rpId)
      throw new AppError('not_found', 'This passkey is not known here any more')
    const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response,
      expectedChallenge,
      expectedOrigin: [...host.origins],
      expectedRPID: host.rpId,
      // The counter is compared below, so that a lower one is not only an error.
      credential: { id: row.id, publicKey: new Uint8Array(row.publicKey), counter: 0 },
      requireUserVerification: false,
    }).catch((cause: unknown) => {
      throw failed(cause)
    })
    if (!verified) throw failed(undefined)
    const { newCounter, credentialBackedUp } = authenticationInfo
    const isLower = (newCounter > 0 || row.counter > 0) && newCounter <= row.counter
    if (isLower || row.suspectAt !== null) throw this.#suspect(row, browser)
    return db.transaction(() => {
      const change = { counter: newCounter, backedUp: credentialBackedUp, lastUsedAt: now() }
      if (!store.used(row.id, row.counter, change)) throw failed(undefined)
      const user = users.signedInLocally(row.userId)
      return { user, token: sessions.start(user.id, browser) }
    })
  }

  /** @throws {AppError} `not_found` */
  rename(userId: string, id: string, name: string): PasskeyRecord {
    const { store, db } = this.#options
    this.#own(userId, id)
    db.transaction(() => store.update(id, { name }))
    return recordOf(this.#own(userId, id))
  }

  /** @throws {AppError} `not_found` */
  remove(userId: string, id: string, auditActor: AuditActor): void {
    const { store, db, audit } = this.#options
    const { name } = this.#own(userId, id)
    db.transaction(() => {
      store.delete(id)
      audit.record(auditActor, {
        action: 'passkey.remove',
        subject: userId,
        before: { passkey: id, name },
      })
    })
  }

  /** Deletes those of a deleted user. */
  deleteAllOf(userId: string): void {
    this.#options.store.deleteOf(userId)
  }

  #own(userId: string, id: string): PasskeyRow {
    const row = this.#options.store.byId(id)
    if (row?.userId !== userId) throw new AppError('not_found', 'There is no such passkey')
    return row
  }

  #requireRoom(userId: string): PasskeyRow[] {
    if (userId === PRIMARY_USER_ID)
      throw new AppError('conflict', 'The Primary Key signs in by itself: it has no passkeys')
    const all = this.#options.store.ofUser(userId)
    if (all.length >= MAX_PASSKEYS)
      throw new AppError('conflict', `Remove a passkey first: there are ${MAX_PASSKEYS}`)
    return all
  }

  async #challenge(
    userId: string | null,
    rpId: string,
  ): Promise<{ challenge: string; sealed: string }> {
    const challenge = randomText(32)
    const expiresAt = this.#options.now() + CHALLENGE_MS
    return {
      challenge,
      sealed: await this.#challenges.seal({ challenge, userId, rpId, expiresAt }),
    }
  }

  /** @throws {AppError} `sign_in_failed` for one that is another's, has expired, or was used */
  async #useChallenge(
    sealed: string | undefined,
    userId: string | null,
    { rpId }: PasskeyHost,
  ): Promise<string> {
    const now = this.#options.now()
    const state = sealed === undefined ? undefined : await this.#challenges.open(sealed, now)
    if (state === undefined || state.userId !== userId || state.rpId !== rpId) throw expired()
    if (!this.#challenges.use(state.challenge, state.expiresAt, now)) throw expired()
    return state.challenge
  }

  /** The first time, the owner is alerted. */
  #suspect(
    { id, userId, name, suspectAt }: PasskeyRow,
    { address, requestId }: JoiningBrowser,
  ): AppError {
    const { store, db, users, audit, alerts, now } = this.#options
    if (suspectAt === null) {
      const account = nameOf(users.get(userId))
      db.transaction(() => {
        store.update(id, { suspectAt: now() })
        audit.record(
          { actor: account, address, requestId },
          { action: 'passkey.suspect', subject: userId, after: { passkey: id, name } },
        )
      })
      const facts = { passkey: name, account, address }
      alerts.raise({ ...alertText('passkey_suspect', facts), about: userId })
    }
    return new AppError(
      'forbidden',
      'This passkey may have been copied: sign in another way, remove it, and add a new one',
    )
  }
}

function recordOf(row: PasskeyRow): PasskeyRecord {
  const { id, rpId, name, backedUp, createdAt, lastUsedAt, suspectAt } = row
  return { id, rpId, name, backedUp, createdAt, lastUsedAt, suspectAt }
}

function expired(): AppError {
  return new AppError('sign_in_failed', 'This has taken too long: try again')
}

function failed(cause: unknown): AppError {
  return new AppError('sign_in_failed', 'The answer of the passkey is not valid', { cause })
}
