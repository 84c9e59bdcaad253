/** Durations and rates of connections, bodies and event streams. */
export interface HttpLimits {
  /**
   * A connection that says nothing between two requests, or takes nothing of its answer, is closed.
   * The server counts in steps of 4 s.
   */
  idleSeconds: number
  /**
   * How long the rest of a refused body is thrown away, so that its sender can read the answer:
   * closed at once, the connection would be reset and the answer lost.
   */
  lingerSeconds: number
  /** Time that any body may take to arrive. */
  bodyGraceMs: number
  /** The least rate of a body that takes longer. */
  bodyBytesPerSecond: number
  /** The longest pause of its sender, however much has come before. */
  bodyPauseMs: number
  /** A silent event stream says a comment this often. */
  keepaliveMs: number
}

/**
 * What holds where nothing else is said.
 *
 * @limit body-time seconds bodyGraceMs
 * @limit body-rate KiB-a-second bodyBytesPerSecond
 * @limit body-pause seconds bodyPauseMs
 * @limit keepalive seconds keepaliveMs
 * @limit idle-connection seconds idleSeconds
 * @limit linger seconds lingerSeconds
 */
export const HTTP_LIMITS: HttpLimits = {
  idleSeconds: 120,
  lingerSeconds: 30,
  bodyGraceMs: 15_000,
  bodyBytesPerSecond: 16 * 1024,
  bodyPauseMs: 60_000,
  keepaliveMs: 10_000,
}
