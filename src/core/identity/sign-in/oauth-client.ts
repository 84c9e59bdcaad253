import { Type } from '@sinclair/typebox'
import type { OAuth2Tokens } from 'arctic'
import { matches } from '../../../platform/check.ts'
import { AppError } from '../../../platform/errors.ts'
import { tryParseJson } from '../../../platform/json.ts'
import type { Attempt } from './provider.ts'
import { fetchBounded, PROVIDER_TIMEOUT_MS, unreachable } from './provider-http.ts'

const Answer = Type.Object({})
/** RFC 6749 §5.2, which has codes of a few words. */
const Refusal = Type.Object({ error: Type.String({ pattern: '^[a-z_]{1,40}$' }) })
const SPENT_CODE = 'invalid_grant'

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
 * The authorization code flow with PKCE; no other file imports arctic, which makes the address and
 * reads the tokens. It is loaded by the first sign-in, as few services have a provider. The code is exchanged here, as arctic's request has no bound and no time limit,
 * and follows redirects with the code and the verifier to any origin.
 */
export class OAuthClient {
  readonly #settings: ClientSettings

  constructor(settings: ClientSettings) {
    this.#settings = settings
  }

  async authorizationUrl(
    endpoint: string,
    { state, verifier, redirectUri }: Attempt,
    scopes: readonly string[],
  ): Promise<URL> {
    const { CodeChallengeMethod, OAuth2Client } = await import('arctic')
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
    const { verifier, redirectUri } = attempt
    const body = new URLSearchParams({ grant_type: 'authorization_code', code })
    body.set('redirect_uri', redirectUri)
    body.set('code_verifier', verifier)
    // The credentials are form-encoded before they are joined (RFC 6749 §2.3.1).
    const credentials = btoa(`${formEncoded(clientId)}:${formEncoded(clientSecret)}`)
    const headers = {
      accept: 'application/json',
      'content-type': 'application/x-www-form-urlencoded',
      authorization: `Basic ${credentials}`,
      'user-agent': 'hearth',
    }
    let status: number
    let answer: unknown
    try {
      const signal = AbortSignal.timeout(timeoutMs)
      const response = await fetchBounded(tokenEndpoint, { method: 'POST', headers, body, signal })
      status = response.status
      answer = tryParseJson(await response.text()).value
    } catch (cause) {
      throw unreachable(cause)
    }
    const { OAuth2Tokens } = await import('arctic')
    if (status === 200 && matches(Answer, answer)) return new OAuth2Tokens(answer)
    const error = matches(Refusal, answer) ? answer.error : undefined
    const cause = new Error(`The token endpoint answered ${status}: ${error ?? 'no code'}`)
    // After an expired or spent code the user can retry; anything else is a fault of the
    // configuration.
    if ((status === 400 || status === 401) && error === SPENT_CODE)
      throw new AppError('sign_in_failed', 'The sign-in has expired: begin again', { cause })
    throw unreachable(cause)
  }
}

function formEncoded(text: string): string {
  return new URLSearchParams({ '': text }).toString().slice(1)
}
