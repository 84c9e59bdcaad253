import type { Smtp } from '../../core/alerts/create-channels.ts'
import { postToNtfy } from '../../core/alerts/create-channels.ts'
import { ALERT_ATTEMPT_MS } from '../../core/alerts/delivery.ts'
import { type Attempt, BackgroundSender } from '../../platform/background-sender.ts'
import { randomId } from '../../platform/ids.ts'
import type { Log } from '../../platform/log.ts'

/** Mails to one address in an hour; further notices are not mailed. @limit notification-mails count */
export const MAX_MAILS_PER_HOUR = 20
/** Messages that are on their way. */
const MAX_PENDING = 100
/** Of these, to one person. */
const MAX_PENDING_OF_USER = 20
/** Of these, by ntfy or by mail, so that a server that does not answer leaves room for the other way. */
const MAX_PENDING_OF_WAY = 50
const HOUR_MS = 60 * 60_000

interface Message {
  userId: string
  path: string
  title: string
  words?: string
}

interface NtfyOptions {
  server: string
  token: string | undefined
  /** What each topic begins with. */
  prefix: string
  /** The topic of the owner's alerts, which is nobody else's on any server. */
  alertTopic: string | undefined
}

interface NoticeSenderOptions {
  /** Where people have topics; undefined where the owner allows none. */
  ntfy: NtfyOptions | undefined
  /** Undefined where the owner allows no mail. */
  smtp: Pick<Smtp, 'mail'> | undefined
  /** Public address of the service, for links. */
  origin: string | undefined
  /** Before each further try. */
  retryMs: readonly number[]
  log: Log
  now: () => number
}

/** Notifies users by the owner's ntfy server and mail server, in the background. */
export class NoticeSender {
  readonly #options: NoticeSenderOptions
  readonly #sender: BackgroundSender
  /** Times of the mails of the last hour, by their address. */
  readonly #mailed = new Map<string, number[]>()

  constructor(options: NoticeSenderOptions) {
    this.#options = options
    const { retryMs } = options
    this.#sender = new BackgroundSender({ maxPending: MAX_PENDING, retryMs })
  }

  /** Where people may have topics; undefined where the owner allows none. */
  get ntfy(): { server: string; prefix: string } | undefined {
    return this.#options.ntfy
  }

  /** Whether a person may have a topic. */
  isTopicAllowed(topic: string): boolean {
    const { ntfy } = this.#options
    return ntfy !== undefined && topic.startsWith(ntfy.prefix) && topic !== ntfy.alertTopic
  }

  get hasMail(): boolean {
    return this.#options.smtp !== undefined
  }

  /** Starts to send, unless the topic is not allowed any more; returns at once and never throws. */
  sendToNtfy(topic: string, { userId, path, title, words = title }: Message): void {
    const { ntfy, origin } = this.#options
    if (ntfy === undefined || !this.isTopicAllowed(topic)) return
    const { server, token } = ntfy
    const link = origin === undefined ? undefined : origin + path
    const url = `${server}/${encodeURIComponent(topic)}`
    const message = { url, token, subject: title, message: words, link }
    this.#start('ntfy', userId, (signal) => postToNtfy(message, signal))
  }

  /** Starts to send; returns at once and never throws. */
  sendMail(address: string, { userId, path, title, words }: Message): void {
    const { smtp, origin, log, now } = this.#options
    if (smtp === undefined) return
    const at = now()
    const recent = (this.#mailed.get(address) ?? []).filter((time) => time > at - HOUR_MS)
    if (recent.length >= MAX_MAILS_PER_HOUR) {
      log.warn({}, 'A notification is not mailed: its person had too many in this hour')
      return
    }
    this.#mailed.set(address, [...recent, at])
    const lines = [
      words,
      origin === undefined ? undefined : origin + path,
      'Choose what is mailed to you under Me.',
    ]
    const mail = {
      id: randomId('ntc_'),
      at: new Date(at).toISOString(),
      to: [address],
      subject: title,
      text: `${lines.filter((line) => line !== undefined).join('\n\n')}\n`,
    }
    this.#start('mail', userId, (signal) => smtp.mail(mail, signal))
  }

  /** Resolves when nothing is on its way. */
  idle(): Promise<void> {
    return this.#sender.idle()
  }

  /** Ends what is on its way, and what waits. */
  stop(): Promise<void> {
    return this.#sender.stop()
  }

  #start(way: 'ntfy' | 'mail', userId: string, send: (signal: AbortSignal) => Promise<void>): void {
    const { log } = this.#options
    const attempt: Attempt = async (stopping, againMs) => {
      try {
        await send(AbortSignal.any([stopping, AbortSignal.timeout(ALERT_ATTEMPT_MS)]))
        return true
      } catch (error) {
        // The text of an error may have an address in it.
        if (againMs === undefined && !stopping.aborted)
          log.warn({ way, error: nameOf(error) }, 'Cannot notify a user')
        return false
      }
    }
    const shares = [
      { key: userId, max: MAX_PENDING_OF_USER },
      { key: way, max: MAX_PENDING_OF_WAY },
    ]
    const isStarted = this.#sender.start(attempt, { shares })
    if (!isStarted) log.warn({ way }, 'Cannot notify a user: too many messages are waiting')
  }
}

function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : 'unknown'
}
