import { Type } from '@sinclair/typebox'
import { matches } from '../../platform/check.ts'
import { tryParseJson } from '../../platform/json.ts'

const CURVE = { name: 'ECDH', namedCurve: 'P-256' } as const
const SIGNATURE = { name: 'ECDSA', namedCurve: 'P-256' } as const
const KEY_BYTES = 65
const AUTH_BYTES = 16
const SALT_BYTES = 16
const RECORD_BYTES = 4096
/** Messages are filled up to a multiple of this, so that their length says nothing. */
const PADDED_BYTES = 256
/** How long a token is good; push services take at most 24 hours. RFC 8292, 2 */
const TOKEN_SECONDS = 12 * 60 * 60
const MS_PER_SECOND = 1_000

/** The keys of a browser's subscription, base64url. */
export interface PushKeys {
  p256dh: string
  auth: string
}

/** What is random in a message; a test has that of the RFC. */
interface MessageSecrets {
  keys: CryptoKeyPair
  salt: Uint8Array<ArrayBuffer>
}

/** Whether the keys of a subscription can be used. */
export async function arePushKeys({ p256dh, auth }: PushKeys): Promise<boolean> {
  if (decoded(auth).length !== AUTH_BYTES || decoded(p256dh).length !== KEY_BYTES) return false
  return await publicKeyOf(p256dh).then(
    () => true,
    () => false,
  )
}

/**
 * Encrypts a message for one browser, with the content encoding `aes128gcm`. RFC 8291
 *
 * @param padded A multiple of so many bytes is encrypted
 */
export async function encryptPush(
  message: string,
  { p256dh, auth }: PushKeys,
  padded = PADDED_BYTES,
  secrets?: MessageSecrets,
): Promise<Uint8Array<ArrayBuffer>> {
  const { keys, salt } = secrets ?? {
    keys: await crypto.subtle.generateKey(CURVE, true, ['deriveBits']),
    salt: crypto.getRandomValues(new Uint8Array(SALT_BYTES)),
  }
  const own = new Uint8Array(await crypto.subtle.exportKey('raw', keys.publicKey))
  const browser = await publicKeyOf(p256dh)
  const shared = await crypto.subtle.deriveBits(
    { name: 'ECDH', public: browser },
    keys.privateKey,
    256,
  )
  const keyInfo = joined(text('WebPush: info\0'), decoded(p256dh), own)
  const secret = await derived(new Uint8Array(shared), decoded(auth), keyInfo, 32)
  const key = await derived(secret, salt, text('Content-Encoding: aes128gcm\0'), 16)
  const nonce = await derived(secret, salt, text('Content-Encoding: nonce\0'), 12)
  const content = text(message)
  // The delimiter of the last record, then zeros. RFC 8188, 2
  const filled = new Uint8Array(Math.ceil((content.length + 1) / padded) * padded)
  filled.set(content)
  filled[content.length] = 2
  const cipher = await crypto.subtle.encrypt(
    { name: 'AES-GCM', iv: nonce },
    await crypto.subtle.importKey('raw', key, 'AES-GCM', false, ['encrypt']),
    filled,
  )
  const header = new Uint8Array(SALT_BYTES + 5)
  header.set(salt)
  new DataView(header.buffer).setUint32(SALT_BYTES, RECORD_BYTES)
  header[SALT_BYTES + 4] = own.length
  return joined(header, own, new Uint8Array(cipher))
}

interface VapidOptions {
  settings: { get(name: string): string | undefined; set(name: string, value: string): void }
  /** Where the operator of a push service reaches the owner: an https or mailto address. */
  contact: string
  now: () => number
}

/** Names this service to push services by a key that it makes once. RFC 8292 */
export class Vapid {
  readonly #options: VapidOptions
  #keys: Promise<{ privateKey: CryptoKey; publicKey: string }> | undefined
  /** By the origin of the push service. */
  readonly #tokens = new Map<string, { header: string; goodUntil: number }>()

  constructor(options: VapidOptions) {
    this.#options = options
  }

  /** What a browser subscribes with, base64url. */
  async publicKey(): Promise<string> {
    return (await this.#load()).publicKey
  }

  /** `Authorization` for a push service; one header serves for hours. */
  async authorization(origin: string): Promise<string> {
    const at = Math.floor(this.#options.now() / MS_PER_SECOND)
    const known = this.#tokens.get(origin)
    if (known !== undefined && known.goodUntil > at) return known.header
    const { privateKey, publicKey } = await this.#load()
    const claims = { aud: origin, exp: at + TOKEN_SECONDS, sub: this.#options.contact }
    const head = [{ typ: 'JWT', alg: 'ES256' }, claims]
      .map((part) => encoded(text(JSON.stringify(part))))
      .join('.')
    const signature = await crypto.subtle.sign(
      { name: 'ECDSA', hash: 'SHA-256' },
      privateKey,
      text(head),
    )
    const header = `vapid t=${head}.${encoded(new Uint8Array(signature))}, k=${publicKey}`
    this.#tokens.set(origin, { header, goodUntil: at + TOKEN_SECONDS / 2 })
    return header
  }

  #load() {
    this.#keys ??= this.#loadOrMake()
    return this.#keys
  }

  async #loadOrMake(): Promise<{ privateKey: CryptoKey; publicKey: string }> {
    const { settings } = this.#options
    let stored = settings.get('vapid_key')
    if (stored === undefined) {
      const { privateKey } = await crypto.subtle.generateKey(SIGNATURE, true, ['sign', 'verify'])
      stored = JSON.stringify(await crypto.subtle.exportKey('jwk', privateKey))
      settings.set('vapid_key', stored)
    }
    const jwk = keyFrom(stored)
    const privateKey = await crypto.subtle.importKey('jwk', jwk, SIGNATURE, false, ['sign'])
    const point = joined(new Uint8Array([4]), decoded(jwk.x), decoded(jwk.y))
    return { privateKey, publicKey: encoded(point) }
  }
}

const StoredKey = Type.Object({
  kty: Type.String(),
  crv: Type.String(),
  x: Type.String(),
  y: Type.String(),
  d: Type.String(),
})

function keyFrom(stored: string) {
  const parsed = tryParseJson(stored)
  if (parsed.ok && matches(StoredKey, parsed.value)) return parsed.value
  throw new Error('The key for push services cannot be read: delete vapid_key of the settings')
}

function publicKeyOf(p256dh: string): Promise<CryptoKey> {
  return crypto.subtle.importKey('raw', decoded(p256dh), CURVE, false, [])
}

/** HKDF with SHA-256. RFC 5869 */
async function derived(
  secret: Uint8Array<ArrayBuffer>,
  salt: Uint8Array<ArrayBuffer>,
  info: Uint8Array<ArrayBuffer>,
  bytes: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const key = await crypto.subtle.importKey('raw', secret, 'HKDF', false, ['deriveBits'])
  const options = { name: 'HKDF', hash: 'SHA-256', salt, info }
  return new Uint8Array(await crypto.subtle.deriveBits(options, key, bytes * 8))
}

function text(value: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(value)
}

function joined(...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.concat(parts))
}

function decoded(value: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(value, 'base64url'))
}

function encoded(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64url')
}
