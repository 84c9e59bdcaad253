// What the doubles of recognisers hear, and how a test controls them: hold a call, let it go, let it
// fail, change the text.
import type { Heard, HeardSegment, Recording } from './doubles/whisper-output.ts'

/** One call of a double. */
export interface RecogniserCall extends Recording {
  task: 'transcribe' | 'translate'
  /** As it was asked for: a subtag, `auto`, or undefined. */
  language: string | undefined
  prompt: string | undefined
}

/** How a call of a double ends instead of with a transcript. */
export interface RecogniserFault {
  /** Status of the server, or exit code of the command. */
  status: number
  /** Body of the server's answer, or what the command prints on its stderr. */
  text: string
}

/** Hears something in a recording. */
export type Hear = (call: RecogniserCall) => readonly HeardSegment[]

const SEGMENT_SECONDS = 2

/**
 * `word 1`, `word 2`, …: one for each 2 seconds that have started. The last one ends behind the end
 * of the recording, as whisper's may.
 */
export const countWords: Hear = ({ seconds, task }) =>
  Array.from({ length: Math.ceil(seconds / SEGMENT_SECONDS) }, (_, index) => ({
    start: index * SEGMENT_SECONDS,
    end: (index + 1) * SEGMENT_SECONDS,
    text: task === 'translate' ? ` translated ${index + 1}` : ` word ${index + 1}`,
  }))

/** Controls a double. Every call is answered at once until {@link hold}. */
export class Recogniser {
  /** Finished or not, in their order. */
  readonly calls: RecogniserCall[] = []
  /** Calls whose caller left before the end. */
  aborted = 0
  /** The language that it finds where none is asked for. */
  detects = 'en'
  hear: Hear
  readonly #faults: RecogniserFault[] = []
  readonly #waiters: { count: number; resolve: () => void; of: 'calls' | 'aborted' }[] = []
  #gate: PromiseWithResolvers<void> | undefined

  /** @param hear By default {@link countWords} */
  constructor(hear: Hear = countWords) {
    this.hear = hear
  }

  /** The calls from now on wait for {@link release}. */
  hold(): void {
    this.#gate ??= Promise.withResolvers<void>()
  }

  /** Lets all go that wait. */
  release(): void {
    this.#gate?.resolve()
    this.#gate = undefined
  }

  /** Lets one call fail for each fault, in order, from the next call on. */
  fail(...faults: readonly RecogniserFault[]): void {
    this.#faults.push(...faults)
  }

  /** Resolves when this many calls have started, those that have ended included. */
  reached(count: number): Promise<void> {
    return this.#when('calls', count)
  }

  /** Resolves when this many callers have left. */
  left(count: number): Promise<void> {
    return this.#when('aborted', count)
  }

  /** Called by the doubles; resolves as soon as the call may end. */
  async take(call: RecogniserCall, signal?: AbortSignal): Promise<Heard | RecogniserFault> {
    const fault = this.#faults.shift()
    const gate = this.#gate
    this.calls.push(call)
    this.#wake()
    const gone = Promise.withResolvers<void>()
    const leave = () => {
      this.aborted += 1
      this.#wake()
      gone.resolve()
    }
    if (signal?.aborted === true) leave()
    signal?.addEventListener('abort', leave, { once: true })
    await Promise.race([gate?.promise, gone.promise])
    signal?.removeEventListener('abort', leave)
    if (fault !== undefined) return fault
    const { language } = call
    return {
      language: language === undefined || language === 'auto' ? this.detects : language,
      segments: this.hear(call),
    }
  }

  async #when(of: 'calls' | 'aborted', count: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#waiters.push({ count, resolve, of })
    this.#wake()
    await promise
  }

  #wake(): void {
    for (const { count, resolve, of } of this.#waiters)
      if ((of === 'calls' ? this.calls.length : this.aborted) >= count) resolve()
  }
}

/** A WAV file as recognisers are given it: 16 kHz, mono, 16 bits. By default a hum. */
export function speechWav(
  seconds: number,
  sampleAt: (index: number) => number = (index) => (index % 80 < 40 ? 3_000 : -3_000),
): Uint8Array {
  const count = Math.round(seconds * 16_000)
  const bytes = new Uint8Array(44 + count * 2)
  const view = new DataView(bytes.buffer)
  const word = (at: number, text: string) => bytes.set(Buffer.from(text, 'latin1'), at)
  word(0, 'RIFF')
  view.setUint32(4, 36 + count * 2, true)
  word(8, 'WAVEfmt ')
  view.setUint32(16, 16, true)
  view.setUint16(20, 1, true)
  view.setUint16(22, 1, true)
  view.setUint32(24, 16_000, true)
  view.setUint32(28, 32_000, true)
  view.setUint16(32, 2, true)
  view.setUint16(34, 16, true)
  word(36, 'data')
  view.setUint32(40, count * 2, true)
  for (let index = 0; index < count; index += 1)
    view.setInt16(44 + index * 2, sampleAt(index), true)
  return bytes
}
