/** An alert for the owner. Contains no secrets. */
export interface Alert {
  id: string
  /** ISO 8601, UTC. */
  at: string
  /** What happened, as a code: lower-case words with underscores. */
  kind: string
  /** One line. */
  subject: string
  message: string
}

/** The place of a kind of alert in the manual. */
export function alertHelp(kind: string): string {
  return `/docs/alerts#${kind}`
}

/** A channel that delivers alerts to the owner. */
export interface AlertChannel {
  /** Unique name of one word, used in log lines and in the record of deliveries. */
  readonly name: string
  /**
   * Delivers one alert, or rejects.
   *
   * @param signal Aborts the delivery and closes its connection
   */
  send(alert: Alert, signal: AbortSignal): Promise<void>
}

/** A receiver refused an alert. The message does not contain the receiver's address. */
export class AlertChannelError extends Error {
  override readonly name = 'AlertChannelError'
}
