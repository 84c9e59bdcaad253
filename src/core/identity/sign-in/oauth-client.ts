import { Type } from '@sinclair/typebox'
import type { OAuth2Tokens } from 'arctic'
import { boundedBytes } from '../../../platform/bounded-text.ts'
import { matches } from '../../../platform/check.ts'
import { AppError } from '../../../platform/errors.ts'
import { tryParseJson } from '../../../platform/json.ts'
import type { Identity } from '../users.ts'

/** For any answer of a provider. */
export const PROVIDER_TIMEOUT_MS = 10_000
/** Metadata, keys and profiles are small. */
const MAX_ANSWER_BYTES = 256 * 1024

interface Ask {
  headers?: Record<string, string>
  timeoutMs: number
}

/**
 * Reads a provider's JSON.
 *
 * @throws {AppError} `provider_failed`
 */
export async function readProvider(
  url: string,
  { headers = {}, timeoutMs }: Ask,
): Promise<unknown> {
  try {
    const response = await fetchBounded(url, {
      headers: { accept: 'application/json', 'user-agent': 'hearth', ...headers },
      signal: AbortSignal.timeout(timeoutMs),
    })
    if (!response.ok) throw new Error(`The provider answered ${response.status}`)
    const json = tryParseJson(await response.text())
    if (json.ok) return json.value
    throw json.error
  } catch (cause) {
    throw unreachable(cause)
  }
}

/**
 * A `fetch` that reads the whole answer, bounded, and follows no redirect: one could take a code and
 * its verifier to another origin.
 */
export async function fetchBounded(url: string, init: RequestInit): Promise<Response> {
  const { status, headers, body } = await fetch(url, { ...init, redirect: 'error' })
  const bytes = await boundedBytes(body, MAX_ANSWER_BYTES)
  if (bytes === undefined) throw new Error('The provider’s answer is too large')
  const type = headers.get('content-type') ?? 'text/plain'
  return new Response(bytes, { status, headers: { 'content-type': type } })
}

export function unreachable(cause: unknown): AppError {
  return new AppError('provider_failed', 'The identity provider does not answer as it should', {
    cause,
  })
}

/** One sign-in attempt: binds the callback to the browser that has started it. */
export interface Attempt {
  state: string
  /** PKCE's; the provider has only its S256. */
  verifier: string
  /** Must come back inside the ID token. */
  nonce: string
  /** Where the provider sends the browser, fixed by the settings. */
  redirectUri: string
}

/** An identity provider. */
export interface IdentityProvider {
  /** `oidc`, `google`, `github`. */
  readonly id: string
  /** For the page that offers it. */
  readonly label: string
  /**
   * Where to send the browser.
   *
   * @throws {AppError} `provider_failed` when the provider cannot be reached
   */
  authorizationUrl(attempt: Attempt): Promise<URL>
  /**
   * The identity of the user; everything in the provider's answer is verified.
   *
   * @param answer The query of the callback; its `state` was already compared
   * @throws {AppError} `sign_in_failed` when it proves nothing, `provider_failed` when the provider
   * cannot be reached
   */
  identify(answer: URLSearchParams, attempt: Attempt): Promise<Identity>
}

const Answer = Type.Object({})
/** RFC 6749 §5.2, which has codes of a few words. */
const ErrorBody = Type.Object({ error: Type.String({ pattern: '^[a-z_]{1,40}$' }) })
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
    const error = matches(ErrorBody, answer) ? answer.error : undefined
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
