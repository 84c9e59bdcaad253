import { jwt } from '@elysiajs/jwt'
import { type Static, Type } from '@sinclair/typebox'
import { decodeProtectedHeader } from 'jose'
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
const AUDIENCE = 'hearth/canvas'
/** Header, claims and an HMAC of 256 bits. Stricter than the base64 decoder of the plugin. */
const TOKEN_PATTERN = /^[A-Za-z0-9_-]{1,200}\.[A-Za-z0-9_-]{1,600}\.[A-Za-z0-9_-]{43}$/

/** The claims of a token; times are in seconds. */
const Claims = Type.Object({
  iss: Type.Literal(ISSUER),
  aud: Type.Literal(AUDIENCE),
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

interface CanvasTokensOptions {
  keys: SigningKeys
  devices: Devices
  now: () => number
}

type Signer = ReturnType<typeof signerOf>

/**
 * Access tokens of the canvas surface: JWTs that expire after a minute. Each use checks the device
 * and the user as well.
 */
export class CanvasTokens implements DeviceCredentials {
  readonly #options: CanvasTokensOptions
  /** One for each key, because an instance of the plugin has one secret. */
  readonly #signers = new WeakMap<SigningKey, Signer>()

  constructor(options: CanvasTokensOptions) {
    this.#options = options
  }

  /**
   * Loads the current signing key. Whatever can fail about a token fails here.
   *
   * @returns A function that issues a token
   */
  issuer(): (subject: TokenSubject) => Promise<string> {
    const signer = this.#signer(this.#options.keys.current())
    return ({ deviceId, userId }) => {
      const exp = Math.floor(this.#options.now() / 1000) + ACCESS_SECONDS
      return signer.sign({ sub: userId, device: deviceId, jti: randomId(''), exp, iat: true })
    }
  }

  /**
   * The actor of a token.
   *
   * @returns undefined for a token of another issuer, an expired one, or one of a revoked device
   * @throws {AppError} `account_refused`, `pending_approval`
   */
  async identify(token: string): Promise<DeviceActor | undefined> {
    const claims = await this.#claims(token)
    if (claims === undefined) return undefined
    const actor = this.#options.devices.actor(claims.device, 'canvas')
    return actor?.userId === claims.sub ? actor : undefined
  }

  /** Each of these options is needed: by default the plugin accepts any type, audience and age. */
  async #claims(token: string): Promise<Claims | undefined> {
    const { keys, now } = this.#options
    const id = TOKEN_PATTERN.test(token) ? keyIdOf(token) : undefined
    const key = id === undefined ? undefined : keys.byId(id)
    if (key === undefined) return undefined
    const claims: unknown = await this.#signer(key).verify(token, {
      algorithms: [ALGORITHM],
      typ: TOKEN_TYPE,
      issuer: ISSUER,
      audience: AUDIENCE,
      requiredClaims: ['iss', 'aud', 'sub', 'device', 'jti', 'iat', 'exp'],
      clockTolerance: 0,
      currentDate: new Date(now()),
    })
    return matches(Claims, claims) ? claims : undefined
  }

  #signer(key: SigningKey): Signer {
    let signer = this.#signers.get(key)
    if (signer === undefined) {
      signer = signerOf(key)
      this.#signers.set(key, signer)
    }
    return signer
  }
}

/** The plugin's `sign` and `verify` for one key, without its route. */
function signerOf({ id, secret }: SigningKey) {
  const { decorator } = jwt({
    name: 'jwt',
    // As bytes, because the plugin does not decode a string.
    secret: Buffer.from(secret, 'base64url'),
    alg: ALGORITHM,
    typ: TOKEN_TYPE,
    kid: id,
    iss: ISSUER,
    aud: AUDIENCE,
  })
  return decorator.jwt
}

/** The key id in the header of an unverified token. */
function keyIdOf(token: string): string | undefined {
  try {
    return decodeProtectedHeader(token).kid
  } catch {
    return undefined
  }
}
