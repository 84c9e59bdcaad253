import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { importJWK, jwtVerify } from 'jose'
import type { SafeFetch } from '../../src/media/contract-fetch.ts'
import { AppError } from '../../src/platform/errors.ts'
import { tempFolder } from './process.ts'
import { collect } from './receiver.ts'

/** A message as a push service has received it. */
export interface PushedMessage {
  path: string
  headers: Headers
  body: Buffer
}

/** A push service over TLS, and the way to it: its certificate is for the host that it stands for. */
export async function startPushService(host = 'fcm.googleapis.com') {
  const folder = tempFolder()
  const [key, cert] = ['key.pem', 'cert.pem'].map((name) => join(folder.path, name))
  await Bun.$`openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=${host} -addext subjectAltName=DNS:${host} -keyout ${key} -out ${cert}`.quiet()
  const received = collect<PushedMessage>()
  /** Statuses of the next answers; then 201. */
  const answers: number[] = []
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    tls: { key: Bun.file(key ?? ''), cert: Bun.file(cert ?? '') },
    async fetch(request) {
      const body = Buffer.from(await request.arrayBuffer())
      const { pathname: path, host: asked } = new URL(request.url)
      received.add({ path, headers: request.headers, body })
      if (asked !== host) return new Response('another host', { status: 421 })
      const status = answers.shift() ?? 201
      return new Response('', { status, headers: { location: 'https://127.0.0.1/other' } })
    },
  })
  const authority = await Bun.file(cert ?? '').text()
  /** What the downloads of the service were asked with. */
  const asked: { url: string; maxRedirects: number | undefined }[] = []
  const safeFetch: SafeFetch = {
    async fetch(url, { method = 'GET', headers = {}, body, signal = null, maxRedirects }) {
      asked.push({ url, maxRedirects })
      const target = new URL(url)
      const address = `https://127.0.0.1:${server.port}${target.pathname}`
      const response = await fetch(address, {
        method,
        headers: { ...headers, host: target.host },
        ...(body === undefined ? {} : { body }),
        redirect: 'manual',
        signal,
        tls: { ca: authority, serverName: target.hostname },
      })
      if (response.status >= 300 && response.status < 400)
        throw new AppError('download_failed', 'It redirects')
      const empty = response.body ?? new Blob().stream()
      const { status } = response
      return { url, status, headers: response.headers, mediaType: 'text/plain', body: empty }
    },
  }
  return {
    received,
    answers,
    asked,
    safeFetch,
    async [Symbol.asyncDispose]() {
      await server.stop(true)
      folder[Symbol.dispose]()
    },
  }
}

/** A browser's side of a subscription: its keys, and what it reads with them. */
export class PushReceiver {
  readonly #ecdh = createECDH('prime256v1')
  readonly #auth: Buffer
  readonly endpoint: string

  constructor(endpoint = `https://fcm.googleapis.com/fcm/send/${crypto.randomUUID()}`) {
    this.endpoint = endpoint
    this.#ecdh.generateKeys()
    this.#auth = randomBytes(16)
  }

  /** As `PushSubscription.toJSON` gives it. */
  get subscription() {
    return {
      endpoint: this.endpoint,
      keys: {
        p256dh: this.#ecdh.getPublicKey('base64url'),
        auth: this.#auth.toString('base64url'),
      },
    }
  }

  /** Decrypts a message. RFC 8291, 3.4 */
  read(message: PushedMessage | undefined): { payload: unknown; paddedBytes: number } {
    if (message === undefined) throw new Error('There is no message')
    return decryptPush(message.body, this.#ecdh, this.#auth)
  }
}

/** @param ecdh With the keys of the browser */
export function decryptPush(body: Buffer, ecdh: ReturnType<typeof createECDH>, auth: Buffer) {
  const salt = body.subarray(0, 16)
  const keyEnd = 21 + (body[20] ?? 0)
  const sender = body.subarray(21, keyEnd)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), ecdh.getPublicKey(), sender])
  const secret = Buffer.from(hkdfSync('sha256', ecdh.computeSecret(sender), auth, info, 32))
  const part = (name: string, bytes: number) =>
    Buffer.from(hkdfSync('sha256', secret, salt, `Content-Encoding: ${name}\0`, bytes))
  const decipher = createDecipheriv('aes-128-gcm', part('aes128gcm', 16), part('nonce', 12))
  decipher.setAuthTag(body.subarray(-16))
  const text = Buffer.concat([decipher.update(body.subarray(keyEnd, -16)), decipher.final()])
  const content = text.subarray(0, text.lastIndexOf(2)).toString()
  return { content, payload: parsed(content), paddedBytes: text.length }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Checks who has sent a message. RFC 8292 @returns The claims */
export async function vapidClaims({ headers }: PushedMessage, publicKey: string, at: number) {
  const [, token = '', key] =
    /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(headers.get('authorization') ?? '') ?? []
  if (key !== publicKey) throw new Error('Another key has signed it')
  const point = Buffer.from(publicKey, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) =>
    part.toString('base64url'),
  )
  const jwk = await importJWK({ kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' }, 'ES256')
  return (await jwtVerify(token, jwk, { currentDate: new Date(at) })).payload
}
