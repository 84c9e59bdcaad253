import { type Static, Type } from '@sinclair/typebox'
import type { DeviceActor, Devices } from '../core/identity/devices/devices.ts'
import {
  ACCESS_SECONDS,
  type SigningKey,
  type SigningKeys,
} from '../core/identity/devices/signing-keys.ts'
import { matches } from '../platform/check.ts'
import { randomId } from '../platform/ids.ts'
import type { DeviceCredentials } from './index.ts'

const ALGORITHM = 'HS256'
/** The type of access tokens (RFC 9068), so that no other JWT is accepted as one. */
const TOKEN_TYPE = 'at+jwt'
const ISSUER = 'hearth'
/**
 * How far in the future a token may have been issued: clocks are set back by that much.
 * @limit access-token-ahead seconds
 */
export const MAX_ISSUED_AHEAD_SECONDS = 5
/** Header, claims and an HMAC of 256 bits. Stricter than the base64 decoder of the plugin. */
const TOKEN_PATTERN = /^[A-Za-z0-9_-]{1,200}\.[A-Za-z0-9_-]{1,600}\.[A-Za-z0-9_-]{43}$/

/** The claims of a token; times are in seconds. */
const Claims = Type.Object({
  iss: Type.Literal(ISSUER),
  aud: Type.String(),
  /** Id of the user. */
  sub: Type.String(),
  /** Id of the device. */
  device: Type.String(),
  jti: Type.String(),
  iat: Type.Integer(),
  exp: Type.Integer(),
})
type Claims = Static<typeof Claims>

/** The device and user that a token is issued for. */
interface TokenSubject {
  deviceId: string
  userId: string
}

/** What differs between the surfaces that have access tokens. */
interface TokenKind {
  surface: 'canvas' | 'mcp'
  /** The service that the tokens are for; those for another are refused. */
  audience: string
  /** How long one lives. */
  seconds: number
}

export const CANVAS_ACCESS: TokenKind = {
  surface: 'canvas',
  audience: 'hearth/canvas',
  seconds: ACCESS_SECONDS,
}

interface AccessTokensOptions extends TokenKind {
  keys: SigningKeys
  devices: Devices
  now: () => number
}

type Verifier = Awaited<ReturnType<typeof verifierOf>>

/**
 * Access tokens of a surface: JWTs that expire soon. Each use checks the device and the user as well.
 * The libraries are loaded by the first token, as few services have any.
 */
export class AccessTokens implements DeviceCredentials {
  readonly #options: AccessTokensOptions
  /** One for each key, because an instance of the plugin has one secret. */
  readonly #verifiers = new WeakMap<SigningKey, Verifier>()

  constructor(options: AccessTokensOptions) {
    this.#options = options
  }

  /**
   * Loads the current signing key. Whatever can fail about a token fails here.
   *
   * @returns A function that issues a token
   */
  issuer(): (subject: TokenSubject) => Promise<string> {
    const { keys, audience, seconds } = this.#options
    const { id, secret } = keys.current()
    const key = Buffer.from(secret, 'base64url')
    return async ({ deviceId, userId }) => {
      const { SignJWT } = await import('jose')
      const iat = Math.floor(this.#options.now() / 1000)
      // Not by the plugin, which always takes the time of issue from the system's clock.
      return new SignJWT({ device: deviceId })
        .setProtectedHeader({ alg: ALGORITHM, typ: TOKEN_TYPE, kid: id })
        .setIssuer(ISSUER)
        .setAudience(audience)
        .setSubject(userId)
        .setJti(randomId(''))
        .setIssuedAt(iat)
        .setExpirationTime(iat + seconds)
        .sign(key)
    }
  }

  /**
   * The actor of a token.
   *
   * @returns undefined for a token of another issuer, an expired one, one issued more than 5 s in
   * the future, or one of a revoked device
   * @throws {AppError} `account_refused`, `pending_approval`
   */
  async identify(token: string): Promise<DeviceActor | undefined> {
    const claims = await this.#claims(token)
    if (claims === undefined) return undefined
    const { devices, surface } = this.#options
    const actor = devices.actor(claims.device, surface)
    return actor?.userId === claims.sub ? actor : undefined
  }

  /** Each of these options is needed: by default the plugin accepts any type, audience and age. */
  async #claims(token: string): Promise<Claims | undefined> {
    const { keys, audience, now } = this.#options
    const id = TOKEN_PATTERN.test(token) ? await keyIdOf(token) : undefined
    const key = id === undefined ? undefined : keys.byId(id)
    if (key === undefined) return undefined
    const verifier = await this.#verifier(key)
    const claims: unknown = await verifier.verify(token, {
      algorithms: [ALGORITHM],
      typ: TOKEN_TYPE,
      issuer: ISSUER,
      audience,
      requiredClaims: ['iss', 'aud', 'sub', 'device', 'jti', 'iat', 'exp'],
      clockTolerance: 0,
      currentDate: new Date(now()),
    })
    if (!matches(Claims, claims)) return undefined
    // A token issued while the clock ran fast would outlive its time once the clock is set back.
    return claims.iat > now() / 1000 + MAX_ISSUED_AHEAD_SECONDS ? undefined : claims
  }

  async #verifier(key: SigningKey): Promise<Verifier> {
    let verifier = this.#verifiers.get(key)
    if (verifier === undefined) {
      verifier = await verifierOf(key)
      this.#verifiers.set(key, verifier)
    }
    return verifier
  }
}

/** The plugin's `verify` for one key, without its route. */
async function verifierOf({ secret }: SigningKey) {
  const { jwt } = await import('@elysiajs/jwt')
  const { decorator } = jwt({
    name: 'jwt',
    // As bytes, because the plugin does not decode a string.
    secret: Buffer.from(secret, 'base64url'),
    alg: ALGORITHM,
  })
  return decorator.jwt
}

/** The key id in the header of an unverified token. */
async function keyIdOf(token: string): Promise<string | undefined> {
  const { decodeProtectedHeader } = await import('jose')
  try {
    return decodeProtectedHeader(token).kid
  } catch {
    return undefined
  }
}
