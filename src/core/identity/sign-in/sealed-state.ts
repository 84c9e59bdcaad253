import { type Static, type TObject, Type } from '@sinclair/typebox'
import { EncryptJWT, errors, jwtDecrypt } from 'jose'
import { matches } from '../../../platform/check.ts'

const ALGORITHM = 'dir'
const ENCRYPTION = 'A256GCM'
/** Used states remembered; beyond this, the oldest could be replayed before it expires. */
const MAX_USED = 10_000

/** Every state has an end, in UTC milliseconds. */
const Expiring = Type.Object({ expiresAt: Type.Integer() })

/**
 * Encrypts a state for the browser to keep, and remembers which were used. The service holds none of
 * it, so a client that starts many attempts cannot displace those of others.
 */
export class SealedState<schema extends TObject> {
  readonly #schema: schema
  /** Of this process: attempts under way at a restart have to begin again. */
  readonly #key = crypto.getRandomValues(new Uint8Array(32))
  /** Expiry of the states that were used, by their random name. */
  readonly #used = new Map<string, number>()

  constructor(schema: schema) {
    this.#schema = schema
  }

  seal(state: Static<schema> & { expiresAt: number }): Promise<string> {
    return new EncryptJWT({ ...state })
      .setProtectedHeader({ alg: ALGORITHM, enc: ENCRYPTION })
      .encrypt(this.#key)
  }

  /** @returns undefined for a text of another key, and for a state that has expired */
  async open(text: string, now: number): Promise<Static<schema> | undefined> {
    try {
      const { payload } = await jwtDecrypt(text, this.#key, {
        keyManagementAlgorithms: [ALGORITHM],
        contentEncryptionAlgorithms: [ENCRYPTION],
      })
      const isLive = matches(Expiring, payload) && payload.expiresAt > now
      return isLive && matches(this.#schema, payload) ? payload : undefined
    } catch (error) {
      if (error instanceof errors.JOSEError) return undefined
      throw error
    }
  }

  /** @returns false for one that was used before */
  use(name: string, expiresAt: number, now: number): boolean {
    if (this.#used.has(name)) return false
    for (const [oldest, end] of this.#used) {
      if (end > now && this.#used.size < MAX_USED) break
      this.#used.delete(oldest)
    }
    this.#used.set(name, expiresAt)
    return true
  }
}
