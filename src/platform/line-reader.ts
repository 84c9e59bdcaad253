const MAX_LINE_CHARACTERS = 64 * 1024 * 1024
/** After its writer has ended, how long a pipe may be silent and yet open: three times this. */
const SILENCE_MS = 50
const SILENT_ROUNDS = 3

export interface LineReaderOptions {
  /** Settles when the process that writes has ended; its descendants may still hold the pipe. */
  ended: Promise<unknown>
  /** Called when the writer has ended, the pipe is open, and nothing comes. */
  onSilence: () => void
}

interface ByteReader {
  read(): Promise<{ done: boolean; value?: Uint8Array | undefined }>
  cancel(): Promise<void>
}

/**
 * The lines of a process's output, all those of one read together; a line may be of any length up
 * to 64 Mi characters, and cut anywhere. Can be iterated once.
 */
export class LineReader implements AsyncIterable<readonly string[]> {
  readonly #reader: ByteReader
  readonly #onSilence: () => void
  #writerEnded = false
  #reading = false
  #silenceTimer: Timer | undefined

  constructor(stream: ReadableStream<Uint8Array>, { ended, onSilence }: LineReaderOptions) {
    this.#reader = stream.getReader()
    this.#onSilence = onSilence
    const onEnded = () => {
      this.#writerEnded = true
      if (this.#reading) this.#startSilenceTimer()
    }
    ended.then(onEnded, onEnded)
  }

  /** @throws {Error} when a line has no end */
  async *[Symbol.asyncIterator](): AsyncGenerator<readonly string[]> {
    const decoder = new TextDecoder()
    let parts: string[] = []
    let heldCharacters = 0
    for (;;) {
      const { value } = await this.#read()
      if (value === undefined) break
      const lines = decoder.decode(value, { stream: true }).split('\n')
      const rest = lines.pop() ?? ''
      if (lines.length > 0) {
        if (heldCharacters > 0) lines[0] = parts.join('') + lines[0]
        yield lines
        parts = []
        heldCharacters = 0
      }
      if (rest === '') continue
      // A long line comes in many reads: joined once, at its end.
      parts.push(rest)
      heldCharacters += rest.length
      if (heldCharacters > MAX_LINE_CHARACTERS) throw new Error('A line of the process has no end')
    }
    const last = parts.join('') + decoder.decode()
    if (last !== '') yield [last]
  }

  /** Ends the iteration, whoever still holds the pipe. */
  close(): void {
    clearTimeout(this.#silenceTimer)
    // A pipe that broke has nothing more to say either.
    this.#reader.cancel().catch(() => undefined)
  }

  async #read() {
    this.#reading = true
    if (this.#writerEnded) this.#startSilenceTimer()
    try {
      return await this.#reader.read()
    } finally {
      this.#reading = false
      clearTimeout(this.#silenceTimer)
    }
  }

  /** In rounds: when our own thread was held up, what is in the pipe is read between two of them. */
  #startSilenceTimer(rounds = SILENT_ROUNDS): void {
    clearTimeout(this.#silenceTimer)
    this.#silenceTimer = setTimeout(() => {
      if (rounds > 1) this.#startSilenceTimer(rounds - 1)
      else this.#onSilence()
    }, SILENCE_MS)
  }
}
