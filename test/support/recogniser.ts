// What the doubles of recognisers hear, and how a test controls them: hold a call, let it go, let it
// fail, change the text.
import { wavFile } from '../../src/media/audio/wav.ts'
import { Changes } from './changes.ts'
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
  readonly #changes = new Changes()
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
    return this.#changes.until(() => this.calls.length >= count)
  }

  /** Resolves when this many callers have left. */
  left(count: number): Promise<void> {
    return this.#changes.until(() => this.aborted >= count)
  }

  /** Called by the doubles; resolves as soon as the call may end. */
  async take(call: RecogniserCall, signal?: AbortSignal): Promise<Heard | RecogniserFault> {
    const fault = this.#faults.shift()
    const gate = this.#gate
    this.calls.push(call)
    this.#changes.notify()
    const gone = Promise.withResolvers<void>()
    const leave = () => {
      this.aborted += 1
      this.#changes.notify()
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
}

/** A WAV file as recognisers are given it: 16 kHz, mono, 16 bits. By default a hum. */
export function speechWav(
  seconds: number,
  sampleAt: (index: number) => number = (index) => (index % 80 < 40 ? 3_000 : -3_000),
): Uint8Array {
  const samples = Int16Array.from({ length: Math.round(seconds * 16_000) }, (_, at) => sampleAt(at))
  return wavFile({ sampleRate: 16_000, channels: 1 }, new Uint8Array(samples.buffer))
}
