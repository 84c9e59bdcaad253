/** Chunks between a producer and one reader; the producer can wait until few bytes are left. */
export class OutputQueue {
  #chunks: Uint8Array[] = []
  #bytes = 0
  #ended = false
  #changed = Promise.withResolvers<void>()

  push(chunk: Uint8Array): void {
    this.#chunks.push(chunk)
    this.#bytes += chunk.byteLength
    this.#tell()
  }

  /** What is in it can still be read. */
  end(): void {
    this.#ended = true
    this.#tell()
  }

  /** Waits until fewer bytes than these are left to read, or the queue has ended. */
  async hasRoom(bytes: number): Promise<void> {
    while (this.#bytes >= bytes && !this.#ended) await this.#changed.promise
  }

  /** @returns All that is there; undefined at the end */
  async take(): Promise<Uint8Array[] | undefined> {
    while (this.#chunks.length === 0 && !this.#ended) await this.#changed.promise
    if (this.#chunks.length === 0) return undefined
    const taken = this.#chunks
    this.#chunks = []
    this.#bytes = 0
    this.#tell()
    return taken
  }

  #tell(): void {
    this.#changed.resolve()
    this.#changed = Promise.withResolvers()
  }
}
