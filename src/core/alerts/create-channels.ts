import type { Transporter } from 'nodemailer'
import { isPrivateUrl } from '../../platform/urls.ts'
import { type Alert, type AlertChannel, AlertChannelError, alertHelp } from './alert-channel.ts'
import type { AlertSettings } from './settings.ts'

/** A mail server, and the sender and receivers of the mail. */
interface SmtpOptions {
  /**
   * `smtp://` (587, STARTTLS) or `smtps://` (465), with user and password where the server requires
   * them.
   */
  url: string
  from: string
  to: readonly string[]
}

interface Mail {
  /** Unique. */
  id: string
  /** ISO 8601, UTC. */
  at: string
  to: readonly string[]
  subject: string
  text: string
}

/** Sends an alert as mail. A password leaves the private network only over TLS. */
export class Smtp implements AlertChannel {
  readonly name = 'smtp'
  readonly #url: URL
  #transport: Transporter | undefined
  readonly #from: string
  readonly #to: string[]
  readonly #origin: string | undefined

  constructor({ url, from, to }: SmtpOptions, origin?: string) {
    this.#url = new URL(url)
    this.#from = from
    this.#to = [...to]
    this.#origin = origin
  }

  /**
   * Loaded with the first mail, because most installations send none and loading takes time and
   * memory.
   */
  async #open(): Promise<Transporter> {
    const { createTransport } = await import('nodemailer')
    this.#transport ??= createTransport(connection(this.#url))
    return this.#transport
  }

  async send({ id, at, kind, subject, message }: Alert, signal: AbortSignal): Promise<void> {
    const text = `${message}\n\n${this.#help(kind)}${kind}, ${at}, ${id}\n`
    await this.mail({ id, at, to: this.#to, subject, text }, signal)
  }

  /** Sends any mail. */
  async mail({ id, at, to, subject, text }: Mail, signal: AbortSignal): Promise<void> {
    const transport = await this.#open()
    await transport.sendMail({
      from: this.#from,
      to: [...to],
      subject: `Hearth: ${subject}`,
      text,
      // The same id for every attempt lets mail programs drop duplicates.
      messageId: `<${id}@hearth>`,
      date: new Date(at),
      headers: { 'Auto-Submitted': 'auto-generated' },
      signal,
    })
  }

  #help(kind: string): string {
    return this.#origin === undefined ? '' : `Help: ${this.#origin}${alertHelp(kind)}\n\n`
  }
}

function connection(url: URL) {
  const { hostname, port, protocol, username, password } = url
  const isPrivate = isPrivateUrl(url)
  return {
    host: hostname.replace(/^\[(.*)\]$/, '$1'),
    secure: protocol === 'smtps:',
    requireTLS: username !== '' && !isPrivate,
    // Mail servers in private networks often have self-signed certificates.
    tls: { rejectUnauthorized: !isPrivate },
    socketCloseTimeout: 0,
    ...(port === '' ? {} : { port: Number(port) }),
    ...(username === ''
      ? {}
      : { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
  }
}

/**
 * Makes the configured channels. The settings have been checked.
 *
 * @param origin The public address of the service, for links to the manual
 */
export function createAlertChannels(
  { webhook, webhook_secret, ntfy, ntfy_token, smtp }: AlertSettings,
  origin?: string,
): AlertChannel[] {
  return [
    ...(webhook === undefined ? [] : [new Webhook(webhook, webhook_secret, origin)]),
    ...(ntfy === undefined ? [] : [new Ntfy(ntfy, ntfy_token, origin)]),
    ...(smtp === undefined ? [] : [new Smtp(smtp, origin)]),
  ]
}

/**
 * Posts to a receiver. Redirects are not followed, because the headers may contain a token.
 *
 * @throws {AlertChannelError} for any answer but a 2xx
 */
async function post(
  url: string,
  headers: Record<string, string>,
  body: string,
  signal: AbortSignal,
): Promise<void> {
  const response = await fetch(url, { method: 'POST', headers, body, signal, redirect: 'manual' })
  await response.body?.cancel()
  if (!response.ok) throw new AlertChannelError(`The receiver answered ${response.status}`)
}

/** A longer message would become an attachment: https://docs.ntfy.sh/publish/#limitations */
const MAX_MESSAGE_BYTES = 4_000

/** Posts an alert to a topic of an ntfy server. */
export class Ntfy implements AlertChannel {
  readonly name = 'ntfy'
  readonly #url: string
  readonly #token: string | undefined
  readonly #origin: string | undefined

  constructor(url: string, token: string | undefined, origin?: string) {
    this.#url = url
    this.#token = token
    this.#origin = origin
  }

  async send({ kind, subject, message }: Alert, signal: AbortSignal): Promise<void> {
    const link = this.#origin === undefined ? undefined : this.#origin + alertHelp(kind)
    const headers = { priority: 'high', tags: headerText(`warning,${kind}`) }
    await postToNtfy(
      { url: this.#url, token: this.#token, subject, message, link, headers },
      signal,
    )
  }
}

interface NtfyMessage {
  /** Of the topic. */
  url: string
  token: string | undefined
  subject: string
  message: string
  /** What a tap opens. */
  link: string | undefined
  headers?: Readonly<Record<string, string>>
}

/** @throws {AlertChannelError} for any answer but a 2xx */
export async function postToNtfy(
  { url, token, subject, message, link, headers = {} }: NtfyMessage,
  signal: AbortSignal,
): Promise<void> {
  const own = {
    'content-type': 'text/plain; charset=utf-8',
    title: headerText(subject),
    ...headers,
    ...(link === undefined ? {} : { click: link }),
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
  }
  await post(url, own, cut(message), signal)
}

/** A header carries ASCII only; ntfy decodes RFC 2047. */
function headerText(text: string): string {
  if (/^[ -~]*$/.test(text)) return text
  return `=?UTF-8?B?${Buffer.from(text).toString('base64')}?=`
}

function cut(text: string): string {
  const bytes = Buffer.from(text)
  if (bytes.length <= MAX_MESSAGE_BYTES) return text
  // With `stream` the decoder drops a character that the cut has split.
  const head = new TextDecoder().decode(bytes.subarray(0, MAX_MESSAGE_BYTES - 4), { stream: true })
  return `${head}…`
}

/** Posts an alert as JSON, with an HMAC signature where a secret is configured. */
export class Webhook implements AlertChannel {
  readonly name = 'webhook'
  readonly #url: string
  readonly #secret: string | undefined
  readonly #origin: string

  constructor(url: string, secret: string | undefined, origin = '') {
    this.#url = url
    this.#secret = secret
    this.#origin = origin
  }

  async send({ id, at, kind, subject, message }: Alert, signal: AbortSignal): Promise<void> {
    const help = this.#origin + alertHelp(kind)
    const body = JSON.stringify({ id, at, kind, subject, message, help })
    const headers = { 'content-type': 'application/json', ...this.#signature(body) }
    await post(this.#url, headers, body, signal)
  }

  #signature(body: string): Record<string, string> {
    if (this.#secret === undefined) return {}
    const hex = new Bun.CryptoHasher('sha256', this.#secret).update(body).digest('hex')
    return { 'x-hearth-signature': `sha256=${hex}` }
  }
}
