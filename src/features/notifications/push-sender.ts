import type { SafeFetch } from '../../media/contract-fetch.ts'
import { type Attempt, BackgroundSender } from '../../platform/background-sender.ts'
import { AppError, expectedError } from '../../platform/errors.ts'
import type { Log } from '../../platform/log.ts'
import type { Kind } from './kinds.ts'
import type { NotificationStore, PushSubscriptionRow } from './notification-store.ts'
import { encryptPush, type Vapid } from './web-push.ts'

/** Of browsers whose makers run a push service; `*.` stands for any names in front. */
const KNOWN_HOSTS = [
  'fcm.googleapis.com',
  'android.googleapis.com',
  'updates.push.services.mozilla.com',
  '*.push.apple.com',
  '*.notify.windows.com',
]
/** @limit push-endpoint characters */
export const MAX_ENDPOINT_CHARACTERS = 2_048
/** How long a push service keeps a message for a browser that is off. @limit push-kept minutes */
export const TTL_MS = 60 * 60_000
/** The same for a person who waits for approval. @limit push-kept-approval minutes */
export const APPROVAL_TTL_MS = 10 * 60_000
/** Refusals in a row after which a browser gets no more notifications. @limit push-failures count */
export const MAX_FAILURES = 10
/** Messages that are on their way or wait for their next try; further ones are not sent. @limit push-pending count */
export const MAX_PENDING = 200
/** Of these, to the browsers of one person. @limit push-pending-person count */
export const MAX_PENDING_OF_USER = 20
/** Of these, to one push service, so that one that does not answer leaves room for others. @limit push-pending-service count */
export const MAX_PENDING_OF_HOST = 100
/** @limit push-answer seconds */
export const ANSWER_MS = 10_000
const MAX_ANSWER_BYTES = 64 * 1024
/** Before the second and the third try. */
export const PUSH_RETRY_MS = [2_000, 30_000]
const GONE: ReadonlySet<number> = new Set([404, 410])
const MS_PER_SECOND = 1_000

interface PushSenderOptions {
  store: NotificationStore
  safeFetch: SafeFetch
  vapid: Vapid
  /** Hosts beside the known ones. */
  hosts: readonly string[]
  log: Log
  now: () => number
  /** Before each further try. */
  retryMs: readonly number[]
}

/** What a push service has answered to an attempt; without a status where it has not. */
interface Answer {
  subscription: PushSubscriptionRow
  kind: Kind
  status: number | undefined
  againMs: number | undefined
}

/** Sends messages to browsers through their push services, in the background. */
export class PushSender {
  readonly #options: PushSenderOptions
  readonly #hosts: readonly string[]
  readonly #sender: BackgroundSender

  constructor(options: PushSenderOptions) {
    this.#options = options
    this.#hosts = [...KNOWN_HOSTS, ...options.hosts]
    const { retryMs } = options
    this.#sender = new BackgroundSender({ maxPending: MAX_PENDING, retryMs })
  }

  /**
   * Refuses an address that is none of a push service: a browser's user gives it.
   *
   * @throws {AppError} `invalid`
   */
  requireEndpoint(endpoint: string): void {
    const url = URL.parse(endpoint)
    const isPlain =
      url !== null &&
      url.protocol === 'https:' &&
      url.port === '' &&
      url.username === '' &&
      url.password === ''
    if (!isPlain)
      throw new AppError('invalid', 'endpoint must be an https address of a push service', {
        param: 'endpoint',
      })
    if (this.#hosts.some((host) => isOf(url.hostname, host))) return
    throw new AppError(
      'invalid',
      `${url.hostname} is no known push service: the owner can name it in push_hosts`,
      { param: 'endpoint' },
    )
  }

  /**
   * Starts to send; returns at once and never throws.
   *
   * @param isRepeated Whether it is sent again where the push service does not take it
   */
  send(
    subscription: PushSubscriptionRow,
    kind: Kind,
    message: string,
    { isRepeated = true } = {},
  ): void {
    const { log } = this.#options
    const attempt: Attempt = async (stopping, againMs) => {
      try {
        const status = await this.#attempt(subscription, kind, message, stopping)
        return stopping.aborted || this.#isDone({ subscription, kind, status, againMs })
      } catch (err) {
        log.error({ kind, err }, 'Cannot send a push message')
        return true
      }
    }
    const shares = [
      { key: subscription.userId, max: MAX_PENDING_OF_USER },
      { key: new URL(subscription.endpoint).hostname, max: MAX_PENDING_OF_HOST },
    ]
    const isStarted = this.#sender.start(attempt, { shares, isRepeated })
    if (!isStarted) log.warn({ kind }, 'Cannot send a push message: too many are waiting')
  }

  /** Resolves when nothing is on its way. */
  idle(): Promise<void> {
    return this.#sender.idle()
  }

  /** Ends what is on its way, and what waits. */
  stop(): Promise<void> {
    return this.#sender.stop()
  }

  /** Notes the answer of a push service. @returns False where the message is to be sent again */
  #isDone({ subscription: { id }, kind, status, againMs }: Answer): boolean {
    const { store, log, now } = this.#options
    const isPassing = status === undefined || status === 429 || status >= 500
    if (isPassing && againMs !== undefined) return false
    if (status !== undefined && status < 300) store.delivered(id, now())
    else if (status !== undefined && GONE.has(status)) store.drop(id)
    else {
      log.warn({ subscription: id, kind, status }, 'A push service has not taken a message')
      // One that is out of reach says nothing of the browser.
      if (status !== undefined) store.refused(id, MAX_FAILURES)
    }
    return true
  }

  /** @returns The status; undefined where no answer has come */
  async #attempt(
    { endpoint, p256dh, auth }: PushSubscriptionRow,
    kind: Kind,
    message: string,
    stopping: AbortSignal,
  ): Promise<number | undefined> {
    const { safeFetch, vapid } = this.#options
    const ttlMs = kind === 'approval' ? APPROVAL_TTL_MS : TTL_MS
    const headers = {
      authorization: await vapid.authorization(new URL(endpoint).origin),
      'content-encoding': 'aes128gcm',
      'content-type': 'application/octet-stream',
      ttl: String(ttlMs / MS_PER_SECOND),
      urgency: 'normal',
      topic: kind,
    }
    const body = await encryptPush(message, { p256dh, auth })
    try {
      const answer = await safeFetch.fetch(endpoint, {
        method: 'POST',
        body,
        headers,
        maxBytes: MAX_ANSWER_BYTES,
        deadlineMs: ANSWER_MS,
        maxRedirects: 0,
        signal: stopping,
      })
      await answer.body.cancel()
      return answer.status
    } catch (error) {
      if (expectedError(error) === undefined && !stopping.aborted) throw error
      return undefined
    }
  }
}

/** @param pattern A host, or `*.` before the end of one */
function isOf(host: string, pattern: string): boolean {
  return pattern.startsWith('*.') ? host.endsWith(pattern.slice(1)) : host === pattern
}
