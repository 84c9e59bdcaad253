import { CodeChallengeMethod, OAuth2Client, OAuth2RequestError, type OAuth2Tokens } from 'arctic'
import { AppError } from '../../platform/errors.ts'
import type { Attempt } from './provider.ts'

/** Of any answer of a provider. */
const TIMEOUT_MS = 10_000
/** Metadata, keys and profiles are small. */
const MAX_ANSWER_BYTES = 256 * 1024

export interface ClientSettings {
  clientId: string
  clientSecret: string
}

export interface CodeExchange {
  tokenEndpoint: string
  code: string
  attempt: Attempt
}

/**
 * The one place that knows arctic: the authorization code flow with PKCE. arctic has no time limit, and
 * puts names into Basic as they are where RFC 6749 §2.3.1 wants them encoded; both are mended here.
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

  /** @throws {AppError} `sign_in_failed` when the code is refused, `provider_failed` for everything else */
  async exchange({ tokenEndpoint, code, attempt }: CodeExchange): Promise<OAuth2Tokens> {
    const { clientId, clientSecret } = this.#settings
    const client = new OAuth2Client(
      formEncoded(clientId),
      formEncoded(clientSecret),
      attempt.redirectUri,
    )
    try {
      return await inTime(client.validateAuthorizationCode(tokenEndpoint, code, attempt.verifier))
    } catch (cause) {
      // A code that is old or spent is the browser's to try again; anything else is the owner's to mend.
      if (cause instanceof OAuth2RequestError && cause.code === 'invalid_grant') {
        throw new AppError('sign_in_failed', 'The sign-in has expired: begin again', { cause })
      }
      throw unreachable(cause)
    }
  }
}

/**
 * Reads a provider's JSON.
 *
 * @throws {AppError} `provider_failed`
 */
export async function readProvider(
  url: string,
  headers: Record<string, string> = {},
): Promise<unknown> {
  try {
    const response = await fetch(url, {
      headers: { accept: 'application/json', 'user-agent': 'hearth', ...headers },
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    if (!response.ok) throw new Error(`The provider answered ${response.status}`)
    const bytes = await response.bytes()
    if (bytes.byteLength > MAX_ANSWER_BYTES) throw new Error('The provider’s answer is too large')
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch (cause) {
    throw unreachable(cause)
  }
}

export function unreachable(cause: unknown): AppError {
  return new AppError('provider_failed', 'The identity provider does not answer as it should', {
    cause,
  })
}

function formEncoded(text: string): string {
  return new URLSearchParams({ '': text }).toString().slice(1)
}

async function inTime<value>(work: Promise<value>): Promise<value> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error('The provider is too slow')), TIMEOUT_MS)
  try {
    return await Promise.race([work, late.promise])
  } finally {
    clearTimeout(timer)
  }
}
