import { timingSafeEqual } from 'node:crypto'
import { AppError } from '../../../platform/errors.ts'
import { randomText } from '../../../platform/ids.ts'
import type { Sessions } from '../sessions.ts'
import type { Users } from '../users.ts'
import type { IdentityProvider } from './provider.ts'
import { type SignInState, StateCipher } from './state-cipher.ts'

/** From leaving for the provider to coming back. */
const ATTEMPT_MS = 10 * 60 * 1000
/** Ways back remembered; beyond this, the oldest could be shown again, and its code is spent. */
const MAX_USED = 10_000
/** A path of ours and nothing that a browser could read as another host. */
const OWN_PATH = /^\/(?![/\\])[\x21-\x5b\x5d-\x7e]{0,500}$/
const HOME = '/app/'

/** How long the browser should keep what binds it to its attempt. */
export const ATTEMPT_SECONDS = ATTEMPT_MS / 1000

/** What the sign-in page offers. */
export interface Offer {
  id: string
  label: string
}

interface SignInOptions {
  providers: readonly IdentityProvider[]
  users: Users
  sessions: Sessions
  now: () => number
}

/**
 * Signing in through an identity provider: authorization code, PKCE, state and nonce. Whoever is on the
 * way takes all of it along, sealed.
 */
export class SignIn {
  readonly #options: SignInOptions
  readonly #stateCipher = new StateCipher()
  /** Ends of the attempts that have come back, by state. */
  readonly #used = new Map<string, number>()

  constructor(options: SignInOptions) {
    this.#options = options
  }

  get offers(): Offer[] {
    return this.#options.providers.map(({ id, label }) => ({ id, label }))
  }

  /**
   * Sets out for a provider.
   *
   * @param redirectUri Where the provider sends the browser, fixed by the settings
   * @param returnTo Where the person wanted to go; anything but a path of ours is forgotten
   * @returns Where to send the browser, and the sealed text that it must show when it comes back
   * @throws {AppError} `not_found` for a provider that is not offered; `provider_failed`
   */
  async begin(
    providerId: string,
    redirectUri: string,
    returnTo: string | undefined,
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
    const binding = await this.#stateCipher.close({
      attempt,
      provider: provider.id,
      returnTo: ownPath(returnTo),
      expiresAt: now() + ATTEMPT_MS,
    })
    return { url, binding }
  }

  /**
   * Takes the browser back from the provider; an attempt is good for one way back.
   *
   * @param answer The query of the way back
   * @param binding What {@link begin} gave this browser
   * @returns The token of a new session, and where to go on
   * @throws {AppError} `sign_in_failed`, `provider_failed`, `account_refused`
   */
  async finish(
    answer: URLSearchParams,
    binding: string | undefined,
  ): Promise<{ token: string; returnTo: string; pending: boolean }> {
    const { providers, users, sessions, now } = this.#options
    const signInState =
      binding === undefined ? undefined : await this.#stateCipher.open(binding, now())
    const provider = providers.find(({ id }) => id === signInState?.provider)
    // Somebody else's way back must not use up this one.
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
    const user = users.signedIn(identity)
    return {
      token: sessions.start(user.id),
      returnTo: signInState.returnTo,
      pending: user.role === 'pending',
    }
  }

  /** @throws {AppError} `sign_in_failed` for a way back that has been taken before */
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

/** A path of ours to go on to; the way home for everything else. */
function ownPath(text: string | undefined): string {
  return text !== undefined && OWN_PATH.test(text) ? text : HOME
}

/** Whether an answer is of an attempt, told by a text that nobody else has seen. */
function isOf(state: string, answer: URLSearchParams): boolean {
  const shown = Buffer.from(answer.get('state') ?? '')
  const own = Buffer.from(state)
  return shown.length === own.length && timingSafeEqual(shown, own)
}

function expired(): AppError {
  return new AppError('sign_in_failed', 'This sign-in has expired: begin again')
}

/** The provider's own words are a stranger's: only the code is told, and only when it is one. */
function refusedBy(error: string): AppError {
  const code = /^[a-z_]{1,50}$/.test(error) ? error : 'unknown'
  return code === 'access_denied'
    ? new AppError('sign_in_failed', 'The sign-in was refused')
    : new AppError('sign_in_failed', `The identity provider refused: ${code}`)
}
