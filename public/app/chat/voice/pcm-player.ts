/** What `pcm` of the service is: mono, 16 bits, little-endian. */
const SAMPLE_RATE = 24_000
/** How much of it is handed to the sound card before its turn. */
const AHEAD_SECONDS = 4
const REFRESH_MS = 500
/** Of the first piece, so that no gap follows while the next one comes. */
const FIRST_SECONDS = 0.25

/** Plays a sound that is still coming. */
export class PcmPlayer {
  readonly #context = new AudioContext({ sampleRate: SAMPLE_RATE })
  readonly #onSound: () => void
  /** What has come and is not handed over. */
  #waiting: Int16Array[] = []
  #waitingSamples = 0
  /** Half a sample at the end of a chunk. */
  #rest: Uint8Array = new Uint8Array()
  /** When what was handed over has ended, in the context's time. */
  #until = 0
  #isWhole = false
  #ended = Promise.withResolvers<void>()
  readonly #timer: ReturnType<typeof setInterval>

  /** @param onSound Called when the first sound is heard */
  constructor(onSound: () => void) {
    this.#onSound = onSound
    this.#timer = setInterval(() => this.#hand(), REFRESH_MS)
  }

  add(chunk: Uint8Array): void {
    const bytes = new Uint8Array(this.#rest.length + chunk.length)
    bytes.set(this.#rest)
    bytes.set(chunk, this.#rest.length)
    const samples = bytes.length >> 1
    this.#rest = bytes.subarray(samples * 2)
    this.#waiting.push(new Int16Array(bytes.buffer, 0, samples))
    this.#waitingSamples += samples
    this.#hand()
  }

  /** Nothing more comes. @returns When all of it has been heard, or it was closed */
  end(): Promise<void> {
    this.#isWhole = true
    this.#hand()
    return this.#ended.promise
  }

  /** Silences it. */
  close(): void {
    clearInterval(this.#timer)
    this.#waiting = []
    if (this.#context.state !== 'closed') void this.#context.close()
    this.#ended.resolve()
  }

  #hand(): void {
    if (this.#context.state === 'closed') return
    const now = this.#context.currentTime
    const isFirst = this.#until === 0
    if (isFirst && !this.#isWhole && this.#waitingSamples < FIRST_SECONDS * SAMPLE_RATE) return
    if (isFirst && this.#waitingSamples > 0) this.#onSound()
    while (this.#waiting.length > 0 && this.#until - now < AHEAD_SECONDS)
      this.#schedule(this.#waiting.shift() ?? new Int16Array())
    if (this.#isWhole && this.#waiting.length === 0 && now >= this.#until) this.#ended.resolve()
  }

  #schedule(samples: Int16Array): void {
    this.#waitingSamples -= samples.length
    if (samples.length === 0) return
    const buffer = this.#context.createBuffer(1, samples.length, SAMPLE_RATE)
    buffer.copyToChannel(
      Float32Array.from(samples, (sample) => sample / 32_768),
      0,
    )
    const source = this.#context.createBufferSource()
    source.buffer = buffer
    source.connect(this.#context.destination)
    const start = Math.max(this.#until, this.#context.currentTime)
    source.start(start)
    this.#until = start + buffer.duration
  }
}
