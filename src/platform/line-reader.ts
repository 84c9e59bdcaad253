const MAX_LINE_CHARACTERS = 64 * 1024 * 1024
/** After the writer has exited, an open pipe may be silent for three times this long. */
const SILENCE_MS = 50
const SILENT_ROUNDS = 3

export interface LineReaderOptions {
  /** Settles when the writing process has exited; its descendants may still have the pipe open. */
  ended: Promise<unknown>
  /** Called when the writer has exited and the pipe is open but silent. */
  onSilence: () => void
}

interface ByteReader {
  read(): Promise<{ done: boolean; value?: Uint8Array | undefined }>
  cancel(): Promise<void>
}

/**
 * Reads the lines of a process's output, one batch for each read. A line may have up to 64 Mi
 * characters and arrive in any pieces. Can be iterated once.
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

  /** @throws {Error} when a line is too long */
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
      // The pieces of a long line are joined once, at its end.
      parts.push(rest)
      heldCharacters += rest.length
      if (heldCharacters > MAX_LINE_CHARACTERS) throw new Error('A line of the process has no end')
    }
    const last = parts.join('') + decoder.decode()
    if (last !== '') yield [last]
  }

  /** Ends the iteration, also when a process still has the pipe open. */
  close(): void {
    clearTimeout(this.#silenceTimer)
    // An error of a broken pipe needs no handling.
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

  /** Waits in rounds: when this thread was blocked, pending data is read between two of them. */
  #startSilenceTimer(rounds = SILENT_ROUNDS): void {
    clearTimeout(this.#silenceTimer)
    this.#silenceTimer = setTimeout(() => {
      if (rounds > 1) this.#startSilenceTimer(rounds - 1)
      else this.#onSilence()
    }, SILENCE_MS)
  }
}
