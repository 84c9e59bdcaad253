/** Encoded JSON of a request in any dialect. @limit chat-body MiB */
export const MAX_CHAT_BYTES = 60 * 1024 * 1024

/** Encoded JSON on the code surface, which accepts text only. @limit code-chat-body MiB */
export const MAX_CODE_CHAT_BYTES = 4 * 1024 * 1024

/** Durations of the chat surfaces that a client has to wait for. */
export interface ChatLimits {
  /** How often a silent stream sends a comment. */
  keepaliveMs: number
  /**
   * How long the headers are held back for the first batch of a started run. A failure within this
   * time still gets an error status, which clients act on, and the delay is not noticeable.
   */
  headersGraceMs: number
  /** How long a request of a code assistant waits for its lease. See Limits. */
  codeLeaseWaitMs: number
}

/** @limit code-wait seconds codeLeaseWaitMs */
export const CHAT_LIMITS: Omit<ChatLimits, 'keepaliveMs'> = {
  headersGraceMs: 100,
  codeLeaseWaitMs: 180_000,
}
