import { AppError } from '../../platform/errors.ts'
import { giveBack } from '../../platform/give-back.ts'

const CR = 0x0d
const EMPTY = Buffer.alloc(0)

/**
 * Reads bytes up to a delimiter, piece by piece as they arrive. The delimiter starts with CR, and
 * is taken to be found at the very start without the CR and LF before it.
 */
export class DelimitedReader implements AsyncDisposable {
  readonly #source: AsyncIterator<Uint8Array>
  readonly #delimiter: Buffer
  #buffer: Buffer = Buffer.from('\r\n')

  constructor(source: AsyncIterable<Uint8Array>, delimiter: string) {
    this.#source = source[Symbol.asyncIterator]()
    this.#delimiter = Buffer.from(delimiter)
  }

  /**
   * The next bytes before the delimiter, as a view of what has come.
   *
   * @returns undefined at the delimiter
   * @throws {AppError} `malformed` when the source ends before it
   */
  async piece(): Promise<Uint8Array | undefined> {
    for (;;) {
      const found = this.#buffer.indexOf(this.#delimiter)
      if (found === 0) return undefined
      const end = found === -1 ? this.#possibleDelimiter() : found
      if (end > 0) return found === -1 ? this.#takeApart(end) : this.#take(end)
      await this.#fill()
    }
  }

  /** Throws away what is left before the delimiter. */
  async skipPiece(): Promise<void> {
    while ((await this.piece()) !== undefined);
  }

  async atDelimiter(): Promise<boolean> {
    while (this.#buffer.length < this.#delimiter.length) await this.#fill()
    return this.#buffer.subarray(0, this.#delimiter.length).equals(this.#delimiter)
  }

  skipDelimiter(): void {
    this.#take(this.#delimiter.length)
  }

  /** Whether the text is next; it is left where it is. */
  async startsWith(text: string): Promise<boolean> {
    while (this.#buffer.length < text.length) await this.#fill()
    return this.#buffer.toString('latin1', 0, text.length) === text
  }

  async skip(bytes: number): Promise<void> {
    while (this.#buffer.length < bytes) await this.#fill()
    this.#take(bytes)
  }

  /**
   * Reads up to the mark, which stays.
   *
   * @returns undefined when it does not come within so many bytes
   */
  async until(mark: string, maxBytes: number): Promise<string | undefined> {
    for (let searched = 0; ; ) {
      const found = this.#buffer.indexOf(mark, searched)
      if (found !== -1 && found <= maxBytes) return this.#take(found).toString('utf8')
      if (found !== -1 || this.#buffer.length > maxBytes + mark.length) return undefined
      searched = Math.max(0, this.#buffer.length - mark.length + 1)
      await this.#fill()
    }
  }

  /** Throws away all that still comes. */
  async skipRest(): Promise<void> {
    this.#buffer = Buffer.alloc(0)
    while (!(await this.#source.next()).done);
  }

  /** Ends the source. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.#source.return?.()
  }

  /** Where the buffer ends in what may be the start of a delimiter. */
  #possibleDelimiter(): number {
    const tail = Math.max(0, this.#buffer.length - this.#delimiter.length + 1)
    const start = this.#buffer.indexOf(CR, tail)
    return start === -1 ? this.#buffer.length : start
  }

  #take(bytes: number): Buffer {
    const taken = this.#buffer.subarray(0, bytes)
    // Nothing is left of a buffer whose memory who takes it may give back.
    this.#buffer = bytes === this.#buffer.length ? EMPTY : this.#buffer.subarray(bytes)
    return taken
  }

  /** Takes bytes that share no memory with the few that are left, so that it can be given back. */
  #takeApart(bytes: number): Buffer {
    const buffer = this.#buffer
    if (bytes === buffer.length) return this.#take(bytes)
    const taken = Buffer.from(new Uint8Array(buffer.subarray(0, bytes)).buffer)
    this.#buffer = Buffer.from(buffer.subarray(bytes))
    giveBack(buffer)
    return taken
  }

  async #fill(): Promise<void> {
    const { done, value } = await this.#source.next()
    if (done) {
      throw new AppError(
        'malformed',
        'Cannot read the multipart body: it ends before its last boundary',
      )
    }
    if (this.#buffer.length === 0) {
      this.#buffer = Buffer.from(value.buffer, value.byteOffset, value.byteLength)
      return
    }
    const joined = new Uint8Array(this.#buffer.length + value.length)
    joined.set(this.#buffer)
    joined.set(value, this.#buffer.length)
    this.#buffer = Buffer.from(joined.buffer)
    giveBack(value)
  }
}
