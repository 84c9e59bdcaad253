import type { Transporter } from 'nodemailer'
import { isPrivateUrl } from '../../platform/urls.ts'
import { type Alert, type AlertChannel, alertHelp } from './alert-channel.ts'

/** A mail server, and the sender and receivers of the mail. */
export interface SmtpOptions {
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
