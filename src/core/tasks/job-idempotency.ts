/** An `Idempotency-Key` with the hash of its request. */
export interface Idempotency {
  key: string
  /** SHA-256 of the body. */
  bodyHash: string
}
