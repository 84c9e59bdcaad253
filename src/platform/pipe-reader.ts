import { paced } from './event-loop-yielder.ts'

/** After the writer has exited, an open pipe may be silent for three times this long. */
const SILENCE_MS = 50
const SILENT_ROUNDS = 3

interface PipeReaderOptions {
  /** Settles when the writing process has exited; its descendants may still have the pipe open. */
  ended: Promise<unknown>
  /** Called when the writer has exited and the pipe is open but silent. */
  onSilence: () => void
}

interface ByteReader {
  read(): Promise<{ done: boolean; value?: Uint8Array | undefined }>
  cancel(): Promise<void>
}

/** Reads a process's output as it comes, in small pieces. Can be iterated once. */
export class PipeReader implements AsyncIterable<Uint8Array> {
  readonly #reader: ByteReader
  readonly #onSilence: () => void
  #writerEnded = false
  #reading = false
  #silenceTimer: Timer | undefined

  constructor(stream: ReadableStream<Uint8Array>, { ended, onSilence }: PipeReaderOptions) {
    this.#reader = stream.getReader()
    this.#onSilence = onSilence
    const onEnded = () => {
      this.#writerEnded = true
      if (this.#reading) this.#startSilenceTimer()
    }
    ended.then(onEnded, onEnded)
  }

  [Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    return paced(this.#chunks())
  }

  async *#chunks(): AsyncGenerator<Uint8Array> {
    for (;;) {
      const { value } = await this.#read()
      if (value === undefined) return
      yield value
    }
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
