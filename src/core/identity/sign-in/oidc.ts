import { type Static, Type } from '@sinclair/typebox'
import type { JWTPayload } from 'jose'
import { matches } from '../../../platform/check.ts'
import { AppError } from '../../../platform/errors.ts'
import { isHttpUrl } from '../../../platform/urls.ts'
import type { Identity } from '../users.ts'
import type { Attempt, IdentityProvider } from './oauth-client.ts'
import {
  type ClientSettings,
  fetchBounded,
  OAuthClient,
  PROVIDER_TIMEOUT_MS,
  readProvider,
  unreachable,
} from './oauth-client.ts'

const SCOPES = ['openid', 'email', 'profile'] as const
/** Metadata is fetched again after this; keys that change in between are found by their id. */
const METADATA_MS = 60 * 60 * 1000

/** The longest e-mail address there is. RFC 5321, 4.5.3.1.3 */
const MAX_CLAIM_CHARACTERS = 254

/** OpenID Connect Discovery 1.0, as far as it is needed. */
const Metadata = Type.Object({
  issuer: Type.String(),
  authorization_endpoint: Type.String(),
  token_endpoint: Type.String(),
  jwks_uri: Type.String(),
  userinfo_endpoint: Type.Optional(Type.String()),
  authorization_response_iss_parameter_supported: Type.Optional(Type.Boolean()),
})
type Metadata = Static<typeof Metadata>

export interface OidcSettings extends ClientSettings {
  id: string
  label: string
  issuer: string
}

/** Any OpenID Connect issuer, found by discovery. */
export class OidcProvider implements IdentityProvider {
  readonly id: string
  readonly label: string
  readonly #issuer: string
  readonly #clientId: string
  readonly #client: OAuthClient
  readonly #timeoutMs: number
  readonly #now: () => number
  #known: { metadata: Metadata; tokens: IdTokens; at: number } | undefined

  constructor({ id, label, issuer, ...client }: OidcSettings, now: () => number) {
    this.id = id
    this.label = label
    this.#issuer = issuer
    this.#clientId = client.clientId
    this.#client = new OAuthClient(client)
    this.#timeoutMs = client.timeoutMs ?? PROVIDER_TIMEOUT_MS
    this.#now = now
  }

  async authorizationUrl(attempt: Attempt): Promise<URL> {
    const { metadata } = await this.#discover()
    const url = await this.#client.authorizationUrl(
      metadata.authorization_endpoint,
      attempt,
      SCOPES,
    )
    // arctic does not support a nonce.
    url.searchParams.set('nonce', attempt.nonce)
    return url
  }

  async identify(answer: URLSearchParams, attempt: Attempt): Promise<Identity> {
    const { metadata, tokens } = await this.#discover()
    const issuer = answer.get('iss')
    const mustSay = metadata.authorization_response_iss_parameter_supported === true
    // RFC 9207: the answer of another issuer must not be taken to this one.
    if (issuer === null ? mustSay : issuer !== metadata.issuer) {
      throw new AppError('sign_in_failed', 'The answer is not of this identity provider')
    }
    const code = answer.get('code')
    if (code === null) throw new AppError('sign_in_failed', 'The answer holds no code')
    const given = await this.#client.exchange({
      tokenEndpoint: metadata.token_endpoint,
      code,
      attempt,
    })
    const claims = await tokens.verify(Reflect.get(given.data, 'id_token'), attempt.nonce)
    const profile =
      textOf(claims, 'email') === undefined
        ? await this.#ask(metadata, Reflect.get(given.data, 'access_token'), claims.sub)
        : claims
    return {
      issuer: metadata.issuer,
      subject: claims.sub,
      email: Reflect.get(profile, 'email_verified') === true ? textOf(profile, 'email') : undefined,
      name: textOf(profile, 'name') ?? textOf(claims, 'name'),
    }
  }

  /**
   * Userinfo, as providers may leave addresses out of the ID token; ignored when it is of another
   * `sub`.
   */
  async #ask(
    { userinfo_endpoint: endpoint }: Metadata,
    accessToken: unknown,
    subject: string,
  ): Promise<object> {
    if (endpoint === undefined || typeof accessToken !== 'string') return {}
    const headers = { authorization: `Bearer ${accessToken}` }
    const said = Object(await readProvider(endpoint, { headers, timeoutMs: this.#timeoutMs }))
    return Reflect.get(said, 'sub') === subject ? said : {}
  }

  async #discover(): Promise<{ metadata: Metadata; tokens: IdTokens }> {
    if (this.#known !== undefined && this.#now() - this.#known.at < METADATA_MS) return this.#known
    const base = this.#issuer.replace(/\/$/, '')
    const metadata = checked(
      await readProvider(`${base}/.well-known/openid-configuration`, {
        timeoutMs: this.#timeoutMs,
      }),
      this.#issuer,
    )
    const tokens = new IdTokens({
      jose: await import('jose'),
      issuer: metadata.issuer,
      clientId: this.#clientId,
      keysUrl: metadata.jwks_uri,
      timeoutMs: this.#timeoutMs,
      now: this.#now,
    })
    this.#known = { metadata, tokens, at: this.#now() }
    return this.#known
  }
}

/** @throws {AppError} `provider_failed` for metadata of another issuer, or that leads astray */
function checked(metadata: unknown, issuer: string): Metadata {
  if (!matches(Metadata, metadata)) throw unreachable(new Error('The metadata is incomplete'))
  if (metadata.issuer !== issuer) {
    throw unreachable(new Error(`The issuer calls itself ${metadata.issuer.slice(0, 200)}`))
  }
  const { authorization_endpoint, token_endpoint, jwks_uri, userinfo_endpoint } = metadata
  for (const url of [authorization_endpoint, token_endpoint, jwks_uri, userinfo_endpoint]) {
    if (url !== undefined && !isAsSafeAs(issuer, url)) {
      throw unreachable(new Error('The metadata names an endpoint that is not safe'))
    }
  }
  return metadata
}

/** Secrets that an issuer on TLS is to see must not go another way. */
function isAsSafeAs(issuer: string, url: string): boolean {
  return isHttpUrl(url) && (url.startsWith('https:') || !issuer.startsWith('https:'))
}

/** A text claim; undefined unless it is a short text. */
function textOf(claims: object, name: string): string | undefined {
  const value: unknown = Reflect.get(claims, name)
  return typeof value === 'string' && value !== '' && value.length <= MAX_CLAIM_CHARACTERS
    ? value
    : undefined
}

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

type Jose = typeof import('jose')

interface IdTokensOptions {
  /** Loaded by the first sign-in. */
  jose: Jose
  issuer: string
  clientId: string
  keysUrl: string
  timeoutMs: number
  now: () => number
}

/** The claims of a verified ID token. */
type Claims = JWTPayload & { sub: string }

/**
 * Verifies the ID tokens of one issuer. Its keys are asked for again when a token names a new one.
 */
class IdTokens {
  readonly #options: IdTokensOptions
  readonly #keys

  constructor(options: IdTokensOptions) {
    this.#options = options
    this.#keys = options.jose.createRemoteJWKSet(new URL(options.keysUrl), {
      timeoutDuration: options.timeoutMs,
      // Tokens come from the provider itself, so no attacker can cause endless requests for keys.
      cooldownDuration: 0,
      [options.jose.customFetch]: fetchBounded,
    })
  }

  /**
   * Checks signature, kind, issuer, audience, expiry and nonce.
   *
   * @throws {AppError} `sign_in_failed`, or `provider_failed` when the keys cannot be had
   */
  async verify(token: unknown, nonce: string): Promise<Claims> {
    const { jose, issuer, clientId, now } = this.#options
    if (typeof token !== 'string') throw refused(new Error('There is no ID token'))
    const { payload, protectedHeader } = await jose
      .jwtVerify(token, this.#keys, {
        issuer,
        audience: clientId,
        algorithms: ALGORITHMS,
        requiredClaims: ['sub', 'exp', 'iat', 'nonce'],
        clockTolerance: CLOCK_TOLERANCE_SECONDS,
        currentDate: new Date(now()),
      })
      .catch((cause: unknown) => {
        throw isTokenError(cause, jose.errors) ? refused(cause) : unreachable(cause)
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
function isTokenError(cause: unknown, errors: Jose['errors']): boolean {
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
