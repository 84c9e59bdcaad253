/** Durations of the chat surfaces that somebody has to wait for. */
export interface ChatLimits {
  /** How often a silent stream says a comment. */
  keepaliveMs: number
  /**
   * How long the headers wait for the first word of a run that has started. A failure within it still
   * gets a status of its own, which clients act on; nobody notices the wait.
   */
  headersGraceMs: number
  /** How long a request of a code assistant waits for its lease. See Limits. */
  codeLeaseWaitMs: number
}

export const CHAT_LIMITS: Omit<ChatLimits, 'keepaliveMs'> = {
  headersGraceMs: 100,
  codeLeaseWaitMs: 180_000,
}
