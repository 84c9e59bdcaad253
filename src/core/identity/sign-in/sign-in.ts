import { timingSafeEqual } from 'node:crypto'
import { type Static, Type } from '@sinclair/typebox'
import { AppError } from '../../../platform/errors.ts'
import { randomText, sha256 } from '../../../platform/ids.ts'
import type { Identities } from '../identities.ts'
import type { Invites, JoiningBrowser } from '../invites.ts'
import type { Sessions } from '../sessions.ts'
import { type Identity, nameOf, requireApproved, type User, type Users } from '../users.ts'
import type { IdentityProvider } from './oauth-client.ts'
import { SealedState } from './sealed-state.ts'

/** From the redirect to the provider until its callback. */
const ATTEMPT_MS = 10 * 60 * 1000
/** A path of this service, and nothing that a browser could read as another host. */
const OWN_PATH = /^\/(?![/\\])[\x21-\x5b\x5d-\x7e]{0,500}$/
const HOME = '/app/'

/** Lifetime of the cookie that binds the browser to its attempt. @limit sign-in-attempt minutes */
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
  identities: Pick<Identities, 'link'>
  now: () => number
}

/** What an attempt is for, beside signing in. */
export interface Purpose {
  /** Hash of the invitation that the visitor has opened. */
  invite?: string | undefined
  /** The account that the identity is to be joined to, and the hash of the session that has asked. */
  link?: { userId: string; session: string } | undefined
}

/**
 * Signing in through an identity provider: authorization code, PKCE, state and nonce. The browser
 * keeps the state of the attempt, encrypted.
 */
export class SignIn {
  readonly #options: SignInOptions
  readonly #sealed = new SealedState(SignInState)

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
    { invite, link }: Purpose = {},
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
    const binding = await this.#sealed.seal({
      attempt,
      provider: provider.id,
      returnTo: ownPath(returnTo),
      ...(invite === undefined ? {} : { invite }),
      ...(link === undefined ? {} : { link }),
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
   * @param current Token of the session that the browser has, for an identity that is to be joined
   * @returns The token of a new session, undefined where an identity was joined, and where to go on
   * @throws {AppError} `sign_in_failed`, `provider_failed`, `account_refused`, `conflict`
   */
  async finish(
    answer: URLSearchParams,
    binding: string | undefined,
    browser: JoiningBrowser = { address: '', userAgent: '', requestId: '' },
    current?: string,
  ): Promise<{ token: string | undefined; returnTo: string }> {
    const { providers, users, sessions, invites, now } = this.#options
    const signInState = binding === undefined ? undefined : await this.#sealed.open(binding, now())
    const provider = providers.find(({ id }) => id === signInState?.provider)
    // The callback of another attempt must not use up this one.
    if (
      signInState === undefined ||
      provider === undefined ||
      !isOf(signInState.attempt.state, answer)
    ) {
      throw expired()
    }
    const { attempt, expiresAt } = signInState
    if (!this.#sealed.use(attempt.state, expiresAt, now())) throw expired()
    const refusal = answer.get('error')
    if (refusal !== null) throw refusedBy(refusal)
    const identity = await provider.identify(answer, attempt)
    const { invite, link, returnTo } = signInState
    if (link !== undefined) {
      this.#link(link, identity, browser, current)
      return { token: undefined, returnTo }
    }
    if (invite !== undefined) {
      const { token, user } = invites.useWith(invite, identity, browser)
      return { token, returnTo: pageAfterSignIn(user, returnTo) }
    }
    const user = users.signedIn(identity)
    const token = sessions.start(user.id, browser)
    return { token, returnTo: pageAfterSignIn(user, returnTo) }
  }

  /** @throws {AppError} `sign_in_failed` unless the session that has asked goes on in this browser */
  #link(
    { userId, session }: NonNullable<SignInState['link']>,
    identity: Identity,
    { address, requestId }: JoiningBrowser,
    current: string | undefined,
  ): void {
    const { sessions, identities } = this.#options
    const user = current === undefined ? undefined : sessions.identify(current)?.user
    if (user?.id !== userId || sha256(current ?? '') !== session) throw expired()
    requireApproved(user)
    identities.link(userId, identity, { actor: nameOf(user), address, requestId })
  }
}

/** The path to go on to after signing in; the start page for everything that is not a path of this service. */
export function ownPath(text: string | undefined): string {
  return text !== undefined && OWN_PATH.test(text) ? text : HOME
}

/** Where a user goes on after signing in: to wait for approval, or to a path of this service. */
export function pageAfterSignIn({ role }: Pick<User, 'role'>, returnTo?: string): string {
  return role === 'pending' ? '/waiting' : ownPath(returnTo)
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
  link: Type.Optional(Type.Object({ userId: Type.String(), session: Type.String() })),
  /** UTC milliseconds. */
  expiresAt: Type.Integer(),
})
type SignInState = Static<typeof SignInState>
