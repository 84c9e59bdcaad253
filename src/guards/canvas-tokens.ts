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
/** RFC 9068: an access token, so that no other JWT passes for one. */
const TYPE = 'at+jwt'
const ISSUER = 'hearth'
const AUDIENCE = 'hearth/canvas'
/** Head, claims and an HMAC of 256 bits; the reader of base64 would take more than this. */
const TOKEN = /^[A-Za-z0-9_-]{1,200}\.[A-Za-z0-9_-]{1,600}\.[A-Za-z0-9_-]{43}$/

/** What a token says; times in seconds. */
const Claims = Type.Object({
  iss: Type.Literal(ISSUER),
  aud: Type.Literal(AUDIENCE),
  /** Id of the person. */
  sub: Type.String(),
  /** Id of the device. */
  device: Type.String(),
  jti: Type.String(),
  iat: Type.Integer(),
  exp: Type.Integer(),
})
type Claims = Static<typeof Claims>

/** For whom a token is made. */
interface Holder {
  deviceId: string
  userId: string
}

interface CanvasTokensOptions {
  keys: SigningKeys
  devices: Devices
  now: () => number
}

type Signer = ReturnType<typeof signerOf>

/** Access tokens of the canvas surface: JWTs for a minute, and each use looks at device and person. */
export class CanvasTokens implements DeviceCredentials {
  readonly #options: CanvasTokensOptions
  /** By key: the plugin knows one secret each. */
  readonly #signers = new WeakMap<SigningKey, Signer>()

  constructor(options: CanvasTokensOptions) {
    this.#options = options
  }

  /**
   * Takes the key that signs now; what can fail about a token fails here.
   *
   * @returns Makes a token for somebody
   */
  issuer(): (holder: Holder) => Promise<string> {
    const signer = this.#signer(this.#options.keys.current())
    return ({ deviceId, userId }) => {
      const exp = Math.floor(this.#options.now() / 1000) + ACCESS_SECONDS
      return signer.sign({ sub: userId, device: deviceId, jti: randomId(''), exp, iat: true })
    }
  }

  /**
   * Whose token it is.
   *
   * @returns undefined for one that is not ours, has expired, or whose device was ended
   * @throws {AppError} `account_refused`, `pending_approval`
   */
  async identify(token: string): Promise<DeviceActor | undefined> {
    const claims = await this.#claims(token)
    if (claims === undefined) return undefined
    const actor = this.#options.devices.actor(claims.device, 'canvas')
    return actor?.userId === claims.sub ? actor : undefined
  }

  /** Without every one of these options the plugin takes tokens of any type, for anybody, for ever. */
  async #claims(token: string): Promise<Claims | undefined> {
    const { keys, now } = this.#options
    const id = TOKEN.test(token) ? keyIdOf(token) : undefined
    const key = id === undefined ? undefined : keys.byId(id)
    if (key === undefined) return undefined
    const claims: unknown = await this.#signer(key).verify(token, {
      algorithms: [ALGORITHM],
      typ: TYPE,
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

/** The plugin's two functions for one key, which need no route. */
function signerOf({ id, secret }: SigningKey) {
  const { decorator } = jwt({
    name: 'jwt',
    // As bytes: a text would be taken as it stands, and not as what it encodes.
    secret: Buffer.from(secret, 'base64url'),
    alg: ALGORITHM,
    typ: TYPE,
    kid: id,
    iss: ISSUER,
    aud: AUDIENCE,
  })
  return decorator.jwt
}

/** The key that a token names, before anything is known of the token. */
function keyIdOf(token: string): string | undefined {
  try {
    return decodeProtectedHeader(token).kid
  } catch {
    return undefined
  }
}
