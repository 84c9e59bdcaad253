import type { ByteSource } from '../../storage/contract.ts'
import { HEAD_BYTES } from './media-type.ts'

/** Passes bytes on, and keeps what is to be known of them. */
export class IncomingBytes {
  readonly #source: ByteSource
  readonly #onBytes: (bytes: number) => void
  readonly #hasher = new Bun.CryptoHasher('sha256')
  readonly #head: Uint8Array[] = []
  #bytes = 0

  /** @param onBytes Is told how many have come in all; may throw to refuse them */
  constructor(source: ByteSource, onBytes: (bytes: number) => void = () => {}) {
    this.#source = source
    this.#onBytes = onBytes
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array, void, void> {
    for await (const chunk of this.#source) {
      // A copy: the memory of a chunk is given back when it is written, and the slice of a Buffer is
      // only a view.
      if (this.#bytes < HEAD_BYTES)
        this.#head.push(new Uint8Array(chunk.subarray(0, HEAD_BYTES - this.#bytes)))
      this.#bytes += chunk.byteLength
      this.#onBytes(this.#bytes)
      this.#hasher.update(chunk)
      yield chunk
    }
  }

  /** Once, after the last byte. */
  finish(): { bytes: number; sha256: string; head: Uint8Array } {
    const head = Buffer.concat(this.#head)
    return { bytes: this.#bytes, sha256: this.#hasher.digest('hex'), head }
  }
}
