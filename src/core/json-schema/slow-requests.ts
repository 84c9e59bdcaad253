import { createHash } from 'node:crypto'
import type { SchemaRequest } from './schema-worker.ts'

/** How long a schema, or a value, that took too long is refused unchecked. */
export const SLOW_SCHEMA_MINUTES = 10
/** How many of them are remembered; the oldest is forgotten first. */
export const MAX_SLOW_SCHEMAS = 1_000

/** Remembers by digest which requests have exceeded the processor time of a check. */
export class SlowRequests {
  readonly #now: () => number
  /** Digest to the time of expiry in ms, oldest first. */
  readonly #expiries = new Map<string, number>()

  constructor(now: () => number) {
    this.#now = now
  }

  add(digest: string): void {
    this.#expiries.delete(digest)
    this.#expiries.set(digest, this.#now() + SLOW_SCHEMA_MINUTES * 60_000)
    const [oldest] = this.#expiries.keys()
    if (oldest !== undefined && this.#expiries.size > MAX_SLOW_SCHEMAS)
      this.#expiries.delete(oldest)
  }

  has(digest: string): boolean {
    const expiry = this.#expiries.get(digest)
    if (expiry === undefined) return false
    if (expiry > this.#now()) return true
    this.#expiries.delete(digest)
    return false
  }
}

/**
 * SHA-256 of a schema and its value.
 *
 * @returns undefined when it is nested too deeply to be written as JSON
 */
export function digestOf({ schema, values }: SchemaRequest): string | undefined {
  try {
    return createHash('sha256')
      .update(JSON.stringify([schema, values]))
      .digest('base64')
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}
