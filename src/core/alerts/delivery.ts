import { BackgroundSender } from '../../platform/background-sender.ts'
import type { Log } from '../../platform/log.ts'
import { type Alert, type AlertChannel, AlertChannelError } from './alert-channel.ts'

/** Time limit of one attempt. */
export const ALERT_ATTEMPT_MS = 10_000
/** Pauses before the second and each later attempt. */
const PAUSES_MS = [1_000, 10_000, 60_000, 300_000] as const
/**
 * Deliveries in progress or waiting for the next attempt. Further alerts are not sent; they stay in
 * the list.
 */
const MAX_PENDING = 200
const STOPPING = 'The service is stopping'

/** Options of the delivery; a test can replace the waiting. */
export interface DeliveryOptions {
  channels: readonly AlertChannel[]
  log: Log
  attemptMs?: number
  /** Resolves after a pause; may reject when the signal aborts. */
  wait?: (ms: number, signal: AbortSignal) => Promise<unknown>
}

/** Delivers alerts to every channel in the background, with several attempts each. */
export class Delivery {
  readonly #channels: readonly AlertChannel[]
  readonly #log: Log
  readonly #attemptMs: number
  readonly #delivered: (alert: Alert, channel: AlertChannel) => void
  readonly #sender: BackgroundSender

  /** @param options.delivered Called for each alert that a channel has accepted; must not throw */
  constructor({
    channels,
    log,
    attemptMs = ALERT_ATTEMPT_MS,
    wait,
    delivered = () => {},
  }: DeliveryOptions & { delivered?: (alert: Alert, channel: AlertChannel) => void }) {
    this.#channels = channels
    this.#log = log
    this.#attemptMs = attemptMs
    this.#delivered = delivered
    this.#sender = new BackgroundSender({ maxPending: MAX_PENDING, retryMs: PAUSES_MS, wait })
  }

  /**
   * Starts to deliver an alert; returns at once and never throws. Does nothing after {@link stop}.
   *
   * @param names The channels to use, by default all; unknown names are ignored
   */
  send(alert: Alert, names?: readonly string[]): void {
    for (const channel of this.#channels) {
      if (names?.includes(channel.name) === false) continue
      const fields = { alert: alert.id, channel: channel.name }
      const isStarted = this.#sender.start(async (stopping, againMs) => {
        const reason = await this.#attempt(channel, alert, stopping)
        if (reason === undefined) this.#delivered(alert, channel)
        else if (stopping.aborted || againMs === undefined)
          this.#log.error({ ...fields, reason }, 'Cannot deliver an alert: given up')
        else this.#log.warn({ ...fields, reason, againMs }, 'Cannot deliver an alert: trying again')
        return reason === undefined
      })
      if (!isStarted) this.#log.warn(fields, 'Cannot deliver an alert: too many are waiting')
    }
  }

  /** Aborts the deliveries in progress and those that wait for their next attempt. */
  stop(): Promise<void> {
    return this.#sender.stop()
  }

  /** @returns Why the attempt failed; undefined when the alert was delivered */
  async #attempt(
    channel: AlertChannel,
    alert: Alert,
    stopping: AbortSignal,
  ): Promise<string | undefined> {
    if (stopping.aborted) return STOPPING
    const limit = AbortSignal.timeout(this.#attemptMs)
    try {
      await channel.send(alert, AbortSignal.any([limit, stopping]))
      return undefined
    } catch (error) {
      if (stopping.aborted) return STOPPING
      return limit.aborted ? `No answer within ${this.#attemptMs} ms` : reasonOf(error)
    }
  }
}

/**
 * Error texts of a library or a receiver may contain an address or a password: only codes are
 * logged.
 */
function reasonOf(error: unknown): string {
  if (error instanceof AlertChannelError) return error.message
  const details = ['name', 'code', 'responseCode']
    .map((field): unknown => Reflect.get(Object(error), field))
    .filter((value) => typeof value === 'string' || typeof value === 'number')
  return details.join(' ')
}
