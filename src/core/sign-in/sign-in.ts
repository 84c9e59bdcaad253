import { timingSafeEqual } from 'node:crypto'
import { AppError } from '../../platform/errors.ts'
import { randomText, sha256 } from '../../platform/ids.ts'
import type { Sessions } from '../auth/sessions.ts'
import type { Users } from '../auth/users.ts'
import type { Attempt, IdentityProvider } from './provider.ts'

/** From leaving for the provider to coming back. */
const ATTEMPT_MS = 10 * 60 * 1000
/** Beyond this, the oldest attempts are given up: strangers can begin as many as they like. */
const MAX_ATTEMPTS = 10_000
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

interface Waiting {
  attempt: Attempt
  provider: IdentityProvider
  /** Of the text that only the browser which set out has. */
  bindingHash: string
  returnTo: string
  expiresAt: number
}

interface SignInOptions {
  providers: readonly IdentityProvider[]
  users: Users
  sessions: Sessions
  now: () => number
}

/**
 * Signing in through an identity provider: authorization code, PKCE, state and nonce. Attempts live in
 * memory: after a restart, whoever was on the way begins again.
 */
export class SignIn {
  readonly #options: SignInOptions
  readonly #waiting = new Map<string, Waiting>()

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
   * @returns Where to send the browser, and the text that it must show when it comes back
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
    const binding = randomText(32)
    this.#sweep()
    this.#waiting.set(sha256(attempt.state), {
      attempt,
      provider,
      bindingHash: sha256(binding),
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
    const { users, sessions, now } = this.#options
    const key = sha256(answer.get('state') ?? '')
    const waiting = this.#waiting.get(key)
    const ownBrowser = binding !== undefined && isSame(waiting?.bindingHash, sha256(binding))
    // Somebody else's way back must not use up this one.
    if (waiting === undefined || !ownBrowser || waiting.expiresAt <= now()) {
      throw new AppError('sign_in_failed', 'This sign-in has expired: begin again')
    }
    this.#waiting.delete(key)
    const refusal = answer.get('error')
    if (refusal !== null) throw refusedBy(refusal)
    const identity = await waiting.provider.identify(answer, waiting.attempt)
    const user = users.signedIn(identity)
    return {
      token: sessions.start(user.id),
      returnTo: waiting.returnTo,
      pending: user.role === 'pending',
    }
  }

  #sweep(): void {
    const now = this.#options.now()
    for (const [key, { expiresAt }] of this.#waiting) {
      if (expiresAt > now && this.#waiting.size < MAX_ATTEMPTS) break
      this.#waiting.delete(key)
    }
  }
}

/** A path of ours to go on to; the way home for everything else. */
function ownPath(text: string | undefined): string {
  return text !== undefined && OWN_PATH.test(text) ? text : HOME
}

function isSame(left: string | undefined, right: string): boolean {
  return left !== undefined && timingSafeEqual(Buffer.from(left), Buffer.from(right))
}

/** The provider's own words are a stranger's: only the code is told, and only when it is one. */
function refusedBy(error: string): AppError {
  const code = /^[a-z_]{1,50}$/.test(error) ? error : 'unknown'
  return code === 'access_denied'
    ? new AppError('sign_in_failed', 'The sign-in was refused')
    : new AppError('sign_in_failed', `The identity provider refused: ${code}`)
}
