/** Something that the owner should know, as it leaves the process: without secrets. */
export interface Alert {
  id: string
  /** ISO 8601, UTC. */
  at: string
  /** What happened, for programs: lower-case words with underscores. */
  kind: string
  /** One line. */
  subject: string
  message: string
}

/** A way to the owner. */
export interface AlertChannel {
  /** One word, its own among the outlets: for log lines and for the note of who has taken an alert. */
  readonly name: string
  /**
   * Delivers one alert, or rejects.
   *
   * @param signal Ends the sending at once, its connection with it
   */
  send(alert: Alert, signal: AbortSignal): Promise<void>
}

/** A receiver that did not take an alert; the message holds nothing of the receiver's address. */
export class AlertChannelError extends Error {
  override readonly name = 'AlertChannelError'
}
