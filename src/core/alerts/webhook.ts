import type { Alert, AlertChannel } from './alert-channel.ts'
import { post } from './http-post.ts'

/** Posts an alert as JSON, with an HMAC signature where a secret is configured. */
export class Webhook implements AlertChannel {
  readonly name = 'webhook'
  readonly #url: string
  readonly #secret: string | undefined

  constructor(url: string, secret: string | undefined) {
    this.#url = url
    this.#secret = secret
  }

  async send({ id, at, kind, subject, message }: Alert, signal: AbortSignal): Promise<void> {
    const body = JSON.stringify({ id, at, kind, subject, message })
    const headers = { 'content-type': 'application/json', ...this.#signature(body) }
    await post(this.#url, headers, body, signal)
  }

  #signature(body: string): Record<string, string> {
    if (this.#secret === undefined) return {}
    const hex = new Bun.CryptoHasher('sha256', this.#secret).update(body).digest('hex')
    return { 'x-hearth-signature': `sha256=${hex}` }
  }
}
