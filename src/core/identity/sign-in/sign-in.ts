import { timingSafeEqual } from 'node:crypto'
import { type Static, Type } from '@sinclair/typebox'
import { EncryptJWT, errors, jwtDecrypt } from 'jose'
import { matches } from '../../../platform/check.ts'
import { AppError } from '../../../platform/errors.ts'
import { randomText } from '../../../platform/ids.ts'
import type { Invites, JoiningBrowser } from '../invites.ts'
import type { Sessions } from '../sessions.ts'
import type { Users } from '../users.ts'
import type { IdentityProvider } from './provider.ts'

/** From the redirect to the provider until its callback. */
const ATTEMPT_MS = 10 * 60 * 1000
/** Used states remembered; beyond this, the oldest could be replayed, but its code is spent. */
const MAX_USED = 10_000
/** A path of this service, and nothing that a browser could read as another host. */
const OWN_PATH = /^\/(?![/\\])[\x21-\x5b\x5d-\x7e]{0,500}$/
const HOME = '/app/'

/** Lifetime of the cookie that binds the browser to its attempt. */
export const ATTEMPT_SECONDS = ATTEMPT_MS / 1000

/** A provider on the sign-in page. */
export interface Offer {
  id: string
  label: string
}

interface SignInOptions {
  providers: readonly IdentityProvider[]
  users: Users
  sessions: Sessions
  invites: Pick<Invites, 'useWith'>
  now: () => number
}

/** What an attempt is for, beside signing in. */
export interface Purpose {
  /** Hash of the invitation that the visitor has opened. */
  invite?: string | undefined
}

/**
 * Signing in through an identity provider: authorization code, PKCE, state and nonce. The browser
 * keeps the state of the attempt, encrypted.
 */
export class SignIn {
  readonly #options: SignInOptions
  readonly #stateCipher = new StateCipher()
  /** Expiry of the attempts that were finished, by state. */
  readonly #used = new Map<string, number>()

  constructor(options: SignInOptions) {
    this.#options = options
  }

  get offers(): Offer[] {
    return this.#options.providers.map(({ id, label }) => ({ id, label }))
  }

  /**
   * Starts an attempt.
   *
   * @param redirectUri Where the provider sends the browser, fixed by the settings
   * @param returnTo Where the user wanted to go; anything but a path of this service is ignored
   * @param purpose Kept in the sealed state, so that the browser cannot change it
   * @returns Where to send the browser, and the encrypted state that it must send with the callback
   * @throws {AppError} `not_found` for a provider that is not offered; `provider_failed`
   */
  async begin(
    providerId: string,
    redirectUri: string,
    returnTo: string | undefined,
    { invite }: Purpose = {},
  ): Promise<{ url: URL; binding: string }> {
    const { providers, now } = this.#options
    const provider = providers.find(({ id }) => id === providerId)
    if (provider === undefined) throw new AppError('not_found', 'There is no such provider')
    const attempt = {
      state: randomText(32),
      verifier: randomText(32),
      nonce: randomText(32),
      redirectUri,
    }
    const url = await provider.authorizationUrl(attempt)
    const binding = await this.#stateCipher.encrypt({
      attempt,
      provider: provider.id,
      returnTo: ownPath(returnTo),
      ...(invite === undefined ? {} : { invite }),
      expiresAt: now() + ATTEMPT_MS,
    })
    return { url, binding }
  }

  /**
   * Finishes an attempt with the provider's callback; an attempt can be finished once.
   *
   * @param answer The query of the callback
   * @param binding What {@link begin} gave this browser
   * @param browser For the list of its user's sessions, and the audit
   * @returns The token of a new session, and where to go on
   * @throws {AppError} `sign_in_failed`, `provider_failed`, `account_refused`
   */
  async finish(
    answer: URLSearchParams,
    binding: string | undefined,
    browser: JoiningBrowser = { address: '', userAgent: '', requestId: '' },
  ): Promise<{ token: string; returnTo: string; pending: boolean }> {
    const { providers, users, sessions, invites, now } = this.#options
    const signInState =
      binding === undefined ? undefined : await this.#stateCipher.decrypt(binding, now())
    const provider = providers.find(({ id }) => id === signInState?.provider)
    // The callback of another attempt must not use up this one.
    if (
      signInState === undefined ||
      provider === undefined ||
      !isOf(signInState.attempt.state, answer)
    ) {
      throw expired()
    }
    this.#use(signInState)
    const refusal = answer.get('error')
    if (refusal !== null) throw refusedBy(refusal)
    const identity = await provider.identify(answer, signInState.attempt)
    const { invite, returnTo } = signInState
    if (invite !== undefined) {
      const { token, user } = invites.useWith(invite, identity, browser)
      return { token, returnTo, pending: user.role === 'pending' }
    }
    const user = users.signedIn(identity)
    const token = sessions.start(user.id, browser)
    return { token, returnTo, pending: user.role === 'pending' }
  }

  /** @throws {AppError} `sign_in_failed` for an attempt that was finished before */
  #use({ attempt: { state }, expiresAt }: SignInState): void {
    if (this.#used.has(state)) throw expired()
    const now = this.#options.now()
    for (const [oldest, end] of this.#used) {
      if (end > now && this.#used.size < MAX_USED) break
      this.#used.delete(oldest)
    }
    this.#used.set(state, expiresAt)
  }
}

/** The path to go on to after signing in; the start page for everything that is not a path of this service. */
export function ownPath(text: string | undefined): string {
  return text !== undefined && OWN_PATH.test(text) ? text : HOME
}

/** Whether a callback belongs to an attempt, compared in constant time. */
function isOf(state: string, answer: URLSearchParams): boolean {
  const shown = Buffer.from(answer.get('state') ?? '')
  const own = Buffer.from(state)
  return shown.length === own.length && timingSafeEqual(shown, own)
}

function expired(): AppError {
  return new AppError('sign_in_failed', 'This sign-in has expired: begin again')
}

/**
 * The description of the error is not trusted: only its code is shown, and only when it has the
 * form of one.
 */
function refusedBy(error: string): AppError {
  const code = /^[a-z_]{1,50}$/.test(error) ? error : 'unknown'
  return code === 'access_denied'
    ? new AppError('sign_in_failed', 'The sign-in was refused')
    : new AppError('sign_in_failed', `The identity provider refused: ${code}`)
}

const ALGORITHM = 'dir'
const ENCRYPTION = 'A256GCM'

/** The state of a sign-in attempt. */
const SignInState = Type.Object({
  attempt: Type.Object({
    state: Type.String(),
    verifier: Type.String(),
    nonce: Type.String(),
    redirectUri: Type.String(),
  }),
  /** Id of the provider. */
  provider: Type.String(),
  returnTo: Type.String(),
  invite: Type.Optional(Type.String()),
  /** UTC milliseconds. */
  expiresAt: Type.Integer(),
})
type SignInState = Static<typeof SignInState>

/**
 * Encrypts the state of an attempt for the browser to keep. The service holds none of it, so a
 * client that starts many attempts cannot displace those of others.
 */
class StateCipher {
  /** Of this process: attempts under way at a restart have to begin again. */
  readonly #key = crypto.getRandomValues(new Uint8Array(32))

  encrypt(signInState: SignInState): Promise<string> {
    return new EncryptJWT(signInState)
      .setProtectedHeader({ alg: ALGORITHM, enc: ENCRYPTION })
      .encrypt(this.#key)
  }

  /** @returns undefined for a text of another key, or an expired attempt */
  async decrypt(text: string, now: number): Promise<SignInState | undefined> {
    try {
      const { payload } = await jwtDecrypt(text, this.#key, {
        keyManagementAlgorithms: [ALGORITHM],
        contentEncryptionAlgorithms: [ENCRYPTION],
      })
      return matches(SignInState, payload) && payload.expiresAt > now ? payload : undefined
    } catch (error) {
      if (error instanceof errors.JOSEError) return undefined
      throw error
    }
  }
}
