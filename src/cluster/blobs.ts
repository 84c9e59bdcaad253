import { randomText } from '../platform/ids.ts'
import type { Keys } from './messages.ts'

/** Bytes of one call that are too large for a message; 64 MiB. @limit node-call MiB */
export const MAX_BLOB_BYTES = 64 * 1024 ** 2
const PART_BYTES = 1024 ** 2
/** A blob whose call was forgotten goes by itself. */
const KEEP_MS = 3_600_000

/** Large bytes of calls, on their way between machines. */
export interface BlobStore {
  /**
   * @param apiNode Whose call it is
   * @returns The id of the copy
   */
  put(bytes: Uint8Array, apiNode: string): Promise<string>
  /** @returns Undefined where it is gone */
  get(id: string): Promise<Uint8Array | undefined>
  /** Never fails: what stays expires. */
  delete(id: string): Promise<void>
}

/** Keeps the bytes in Redis itself, in parts, for an hour at most. */
export class RedisBlobs implements BlobStore {
  readonly #redis: Bun.RedisClient
  readonly #keys: Keys

  constructor(redis: Bun.RedisClient, keys: Keys) {
    this.#redis = redis
    this.#keys = keys
  }

  async put(bytes: Uint8Array, apiNode: string): Promise<string> {
    if (bytes.byteLength > MAX_BLOB_BYTES)
      throw new RangeError(`A call has at most ${MAX_BLOB_BYTES} bytes`)
    const parts = Math.max(1, Math.ceil(bytes.byteLength / PART_BYTES))
    // With the API node, after whose death it is swept, and the parts, so that a missing one is noticed.
    const id = `${apiNode}.${randomText(16)}.${parts}`
    for (let part = 0; part < parts; part += 1) {
      const slice = bytes.subarray(part * PART_BYTES, (part + 1) * PART_BYTES)
      await this.#redis.set(this.#keys.blob(id, part), slice, 'PX', KEEP_MS)
    }
    return id
  }

  async get(id: string): Promise<Uint8Array | undefined> {
    const parts: Uint8Array[] = []
    for (let part = 0; part < partsOf(id); part += 1) {
      const bytes = await this.#redis.getBuffer(this.#keys.blob(id, part))
      if (bytes === null) return undefined
      parts.push(bytes)
    }
    const [only] = parts
    return parts.length === 1 ? only : Buffer.concat(parts)
  }

  async delete(id: string): Promise<void> {
    const names = Array.from({ length: partsOf(id) }, (_, part) => this.#keys.blob(id, part))
    await this.#redis.send('UNLINK', names).catch(() => undefined)
  }
}

function partsOf(id: string): number {
  const parts = Number(id.split('.').at(-1))
  return Number.isInteger(parts) && parts > 0 && parts <= MAX_BLOB_BYTES / PART_BYTES ? parts : 1
}
