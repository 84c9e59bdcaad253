import {
  createHash,
  createSign,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto'

/** What a page has told the authenticator. */
interface AskedOptions {
  challenge: string
  rp?: { id: string }
  rpId?: string
  user?: { id: string }
}

const FLAGS = { present: 0x01, verified: 0x04, withCredential: 0x40 }

/** An authenticator in software, with one passkey of ES256; it can be copied and lie. */
export class TestAuthenticator {
  readonly id = randomBytes(16)
  readonly #key: KeyObject
  readonly #publicKey: KeyObject
  counter: number
  userHandle = ''

  constructor(counter = 0) {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    this.#key = privateKey
    this.#publicKey = publicKey
    this.counter = counter
  }

  /** The answer to `navigator.credentials.create()`, as JSON. */
  create({ challenge, rp, user }: AskedOptions, origin: string) {
    this.userHandle = user?.id ?? ''
    const rpId = rp?.id ?? ''
    const attested = Buffer.concat([
      Buffer.alloc(16),
      Buffer.from([0, this.id.length]),
      this.id,
      this.#coseKey(),
    ])
    const authData = this.#authData(rpId, FLAGS.withCredential, attested)
    const attestation = Buffer.concat([
      Buffer.from([0xa3]),
      ...[text('fmt'), text('none'), text('attStmt'), Buffer.from([0xa0]), text('authData')],
      byteString(authData),
    ])
    return {
      ...this.#credential(),
      response: {
        clientDataJSON: clientData('webauthn.create', challenge, origin),
        attestationObject: attestation.toString('base64url'),
        transports: ['internal'],
      },
    }
  }

  /** The answer to `navigator.credentials.get()`, as JSON. */
  get({ challenge, rpId = '' }: AskedOptions, origin: string) {
    const authenticatorData = this.#authData(rpId, 0, Buffer.alloc(0))
    const clientDataJSON = clientData('webauthn.get', challenge, origin)
    const signed = Buffer.concat([
      authenticatorData,
      createHash('sha256').update(Buffer.from(clientDataJSON, 'base64url')).digest(),
    ])
    return {
      ...this.#credential(),
      response: {
        clientDataJSON,
        authenticatorData: authenticatorData.toString('base64url'),
        signature: createSign('SHA256').update(signed).sign(this.#key).toString('base64url'),
        userHandle: this.userHandle,
      },
    }
  }

  #credential() {
    const id = this.id.toString('base64url')
    return { id, rawId: id, type: 'public-key', clientExtensionResults: {} }
  }

  #authData(rpId: string, more: number, attested: Buffer): Buffer {
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(this.counter)
    return Buffer.concat([
      createHash('sha256').update(rpId).digest(),
      Buffer.from([FLAGS.present | FLAGS.verified | more]),
      counter,
      attested,
    ])
  }

  /** {1: 2, 3: -7, -1: 1, -2: x, -3: y} in CBOR. */
  #coseKey(): Buffer {
    const { x = '', y = '' } = this.#publicKey.export({ format: 'jwk' })
    return Buffer.concat([
      Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
      byteString(Buffer.from(x, 'base64url')),
      Buffer.from([0x22]),
      byteString(Buffer.from(y, 'base64url')),
    ])
  }
}

function clientData(type: string, challenge: string, origin: string): string {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false })).toString(
    'base64url',
  )
}

function text(value: string): Buffer {
  return Buffer.concat([Buffer.from([0x60 + value.length]), Buffer.from(value)])
}

function byteString(value: Buffer): Buffer {
  const head =
    value.length < 24
      ? [0x40 + value.length]
      : value.length < 256
        ? [0x58, value.length]
        : [0x59, value.length >> 8, value.length & 255]
  return Buffer.concat([Buffer.from(head), value])
}
