import { type Static, Type } from '@sinclair/typebox'
import { matches } from '../../platform/check.ts'
import { AppError } from '../../platform/errors.ts'
import type { Identity } from '../auth/users.ts'
import { IdTokens } from './id-token.ts'
import { type ClientSettings, OAuthClient, readProvider, unreachable } from './oauth-client.ts'
import type { Attempt, IdentityProvider } from './provider.ts'

const SCOPES = ['openid', 'email', 'profile'] as const
/** Metadata is asked for again after this; keys that change in between are found by their id. */
const METADATA_MS = 60 * 60 * 1000

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

/** What may be said of a person beside `sub`. */
const Profile = Type.Object({
  email: Type.Optional(Type.String()),
  email_verified: Type.Optional(Type.Unknown()),
  name: Type.Optional(Type.String()),
})

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
  readonly #now: () => number
  #known: { metadata: Metadata; tokens: IdTokens; at: number } | undefined

  constructor({ id, label, issuer, ...client }: OidcSettings, now: () => number) {
    this.id = id
    this.label = label
    this.#issuer = issuer
    this.#clientId = client.clientId
    this.#client = new OAuthClient(client)
    this.#now = now
  }

  async authorizationUrl(attempt: Attempt): Promise<URL> {
    const { metadata } = await this.#discover()
    const url = this.#client.authorizationUrl(metadata.authorization_endpoint, attempt, SCOPES)
    // arctic knows no nonce.
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
    const profile: Static<typeof Profile> = matches(Profile, claims) ? claims : {}
    const { email, email_verified, name } =
      profile.email === undefined
        ? await this.#ask(metadata, Reflect.get(given.data, 'access_token'), claims.sub)
        : profile
    return {
      issuer: metadata.issuer,
      subject: claims.sub,
      email: email_verified === true ? email : undefined,
      name,
    }
  }

  /** Providers may keep addresses out of the ID token; what is said of another `sub` is nobody's. */
  async #ask(
    { userinfo_endpoint }: Metadata,
    accessToken: unknown,
    subject: string,
  ): Promise<Static<typeof Profile>> {
    if (userinfo_endpoint === undefined || typeof accessToken !== 'string') return {}
    const said = await readProvider(userinfo_endpoint, { authorization: `Bearer ${accessToken}` })
    return Reflect.get(Object(said), 'sub') === subject && matches(Profile, said) ? said : {}
  }

  async #discover(): Promise<{ metadata: Metadata; tokens: IdTokens }> {
    if (this.#known !== undefined && this.#now() - this.#known.at < METADATA_MS) return this.#known
    const base = this.#issuer.replace(/\/$/, '')
    const metadata = await readProvider(`${base}/.well-known/openid-configuration`)
    if (!matches(Metadata, metadata) || metadata.issuer !== this.#issuer) {
      throw unreachable(new Error('The metadata is not of this issuer'))
    }
    const tokens = new IdTokens({
      issuer: metadata.issuer,
      clientId: this.#clientId,
      keysUrl: metadata.jwks_uri,
      now: this.#now,
    })
    this.#known = { metadata, tokens, at: this.#now() }
    return this.#known
  }
}
