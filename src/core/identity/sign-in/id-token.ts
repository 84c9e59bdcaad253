import { createRemoteJWKSet, customFetch, errors, type JWTPayload, jwtVerify } from 'jose'
import { AppError } from '../../../platform/errors.ts'
import { fetchBounded, unreachable } from './provider-http.ts'

/**
 * Signatures by a key pair of the provider's; never `none`, never one that the client's secret
 * could make.
 */
const ALGORITHMS = [
  ...['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'],
  ...['ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'],
]
const CLOCK_TOLERANCE_SECONDS = 5
/** OpenID Connect Core 1.0, section 2. */
const MAX_SUBJECT_CHARACTERS = 255

interface IdTokensOptions {
  issuer: string
  clientId: string
  keysUrl: string
  timeoutMs: number
  now: () => number
}

/** The claims of a verified ID token. */
export type Claims = JWTPayload & { sub: string }

/**
 * Verifies the ID tokens of one issuer. Its keys are asked for again when a token names a new one.
 */
export class IdTokens {
  readonly #options: IdTokensOptions
  readonly #keys

  constructor(options: IdTokensOptions) {
    this.#options = options
    this.#keys = createRemoteJWKSet(new URL(options.keysUrl), {
      timeoutDuration: options.timeoutMs,
      // Tokens come from the provider itself, so no attacker can cause endless requests for keys.
      cooldownDuration: 0,
      [customFetch]: fetchBounded,
    })
  }

  /**
   * Checks signature, kind, issuer, audience, expiry and nonce.
   *
   * @throws {AppError} `sign_in_failed`, or `provider_failed` when the keys cannot be had
   */
  async verify(token: unknown, nonce: string): Promise<Claims> {
    const { issuer, clientId, now } = this.#options
    if (typeof token !== 'string') throw refused(new Error('There is no ID token'))
    const { payload, protectedHeader } = await jwtVerify(token, this.#keys, {
      issuer,
      audience: clientId,
      algorithms: ALGORITHMS,
      requiredClaims: ['sub', 'exp', 'iat', 'nonce'],
      clockTolerance: CLOCK_TOLERANCE_SECONDS,
      currentDate: new Date(now()),
    }).catch((cause: unknown) => {
      throw isTokenFault(cause) ? refused(cause) : unreachable(cause)
    })
    // An access token, or what the provider signs for anything else, says so here.
    if (!/^(?:jwt)?$/i.test(protectedHeader.typ ?? '')) {
      throw refused(new Error('The token is of another kind'))
    }
    const sub: unknown = payload.sub
    if (typeof sub !== 'string' || sub === '' || sub.length > MAX_SUBJECT_CHARACTERS) {
      throw refused(new Error('The ID token has no subject'))
    }
    if (payload['nonce'] !== nonce) throw refused(new Error('The ID token is of another sign-in'))
    // A token for several clients says which of them asked for it.
    const several = Array.isArray(payload.aud) && payload.aud.length > 1
    const party = payload['azp']
    if (party === undefined ? several : party !== clientId) {
      throw refused(new Error('The ID token is of another client'))
    }
    return { ...payload, sub }
  }
}

/** Whether the token is at fault, and not the request for the keys. */
function isTokenFault(cause: unknown): boolean {
  return (
    cause instanceof errors.JOSEError &&
    !(cause instanceof errors.JWKSTimeout) &&
    // jose's words for an answer that holds no keys.
    !(cause instanceof errors.JWKSInvalid) &&
    cause.code !== 'ERR_JOSE_GENERIC'
  )
}

function refused(cause: unknown): AppError {
  return new AppError('sign_in_failed', 'The identity provider’s answer cannot be trusted', {
    cause,
  })
}
