import { CodeChallengeMethod, OAuth2Client, OAuth2RequestError, type OAuth2Tokens } from 'arctic'
import { deadline } from '../../../platform/deadline.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Attempt } from './provider.ts'
import { PROVIDER_TIMEOUT_MS, unreachable } from './provider-http.ts'

export interface ClientSettings {
  clientId: string
  clientSecret: string
  /** How long any answer of the provider may take; shorter in tests. */
  timeoutMs?: number
}

export interface CodeExchange {
  tokenEndpoint: string
  code: string
  attempt: Attempt
}

/**
 * The authorization code flow with PKCE, by arctic; no other file imports it. arctic has no time
 * limit and does not form-encode the client's credentials for Basic (RFC 6749 §2.3.1); both are
 * done here.
 */
export class OAuthClient {
  readonly #settings: ClientSettings

  constructor(settings: ClientSettings) {
    this.#settings = settings
  }

  authorizationUrl(
    endpoint: string,
    { state, verifier, redirectUri }: Attempt,
    scopes: readonly string[],
  ): URL {
    const { clientId } = this.#settings
    return new OAuth2Client(clientId, null, redirectUri).createAuthorizationURLWithPKCE(
      endpoint,
      state,
      CodeChallengeMethod.S256,
      verifier,
      [...scopes],
    )
  }

  /**
   * @throws {AppError} `sign_in_failed` when the code is refused, `provider_failed` for everything
   * else
   */
  async exchange({ tokenEndpoint, code, attempt }: CodeExchange): Promise<OAuth2Tokens> {
    const { clientId, clientSecret, timeoutMs = PROVIDER_TIMEOUT_MS } = this.#settings
    const client = new OAuth2Client(
      formEncoded(clientId),
      formEncoded(clientSecret),
      attempt.redirectUri,
    )
    try {
      const work = client.validateAuthorizationCode(tokenEndpoint, code, attempt.verifier)
      return await deadline(work, timeoutMs)
    } catch (cause) {
      // After an expired or spent code the user can retry; anything else is a fault of the
      // configuration.
      if (cause instanceof OAuth2RequestError && cause.code === 'invalid_grant') {
        throw new AppError('sign_in_failed', 'The sign-in has expired: begin again', { cause })
      }
      throw unreachable(cause)
    }
  }
}

function formEncoded(text: string): string {
  return new URLSearchParams({ '': text }).toString().slice(1)
}
