import { signal } from '@preact/signals'
import { m } from './messages/en.ts'

/** The first that the browser can write. */
const TYPES = [
  'audio/webm;codecs=opus',
  'audio/ogg;codecs=opus',
  'audio/mp4',
  'audio/webm',
] as const
/** Of the compressed sound, which is enough for speech. */
const BITS_PER_SECOND = 48_000
const TICK_MS = 250
/** A recording whose browser crashes is lost; what was recorded is at least not one growing piece. */
const PIECE_MS = 5_000

/** Why nothing can be recorded, in words for the person at the page. */
export class RecorderError extends Error {
  override readonly name = 'RecorderError'
}

/** Records the microphone. */
export class Recorder {
  readonly seconds = signal(0)
  /** How loud it is now, 0 to 1. */
  readonly level = signal(0)
  readonly #stream: MediaStream
  readonly #recorder: MediaRecorder
  readonly #pieces: Blob[] = []
  readonly #ended = Promise.withResolvers<void>()
  readonly #context = new AudioContext()
  readonly #timer: ReturnType<typeof setInterval>
  #frame = 0

  /**
   * Asks for the microphone and starts.
   *
   * @param maxSeconds When it ends by itself
   * @param onEnd Called when it has ended by itself: at the bound, or without its microphone
   * @throws {RecorderError}
   */
  static async start(maxSeconds: number, onEnd: () => void): Promise<Recorder> {
    return new Recorder(await openMicrophone(), maxSeconds, onEnd)
  }

  private constructor(stream: MediaStream, maxSeconds: number, onEnd: () => void) {
    this.#stream = stream
    const type = TYPES.find((one) => MediaRecorder.isTypeSupported(one))
    this.#recorder = new MediaRecorder(stream, {
      audioBitsPerSecond: BITS_PER_SECOND,
      ...(type === undefined ? {} : { mimeType: type }),
    })
    this.#recorder.addEventListener('dataavailable', ({ data }) => this.#pieces.push(data))
    this.#recorder.addEventListener('stop', () => {
      this.#release()
      this.#ended.resolve()
    })
    this.#recorder.start(PIECE_MS)
    const started = performance.now()
    this.#timer = setInterval(() => {
      this.seconds.value = (performance.now() - started) / 1000
      if (this.seconds.value >= maxSeconds) onEnd()
    }, TICK_MS)
    for (const track of stream.getTracks()) track.addEventListener('ended', onEnd)
    this.#followLevel()
  }

  /** @param name Of the file, without its ending */
  async stop(name: string): Promise<File> {
    if (this.#recorder.state !== 'inactive') this.#recorder.stop()
    await this.#ended.promise
    const type = (this.#recorder.mimeType || 'audio/webm').split(';', 1)[0] ?? 'audio/webm'
    const ending = type.slice(type.indexOf('/') + 1)
    return new File(this.#pieces, `${name}.${ending}`, { type, lastModified: Date.now() })
  }

  /** Ends it without a result. */
  cancel(): void {
    if (this.#recorder.state !== 'inactive') this.#recorder.stop()
    this.#release()
  }

  #release(): void {
    clearInterval(this.#timer)
    cancelAnimationFrame(this.#frame)
    for (const track of this.#stream.getTracks()) track.stop()
    if (this.#context.state !== 'closed') void this.#context.close()
  }

  #followLevel(): void {
    const analyser = this.#context.createAnalyser()
    analyser.fftSize = 512
    this.#context.createMediaStreamSource(this.#stream).connect(analyser)
    const samples = new Float32Array(analyser.fftSize)
    const refresh = () => {
      analyser.getFloatTimeDomainData(samples)
      const peak = samples.reduce((high, one) => Math.max(high, Math.abs(one)), 0)
      // It falls slowly, so that it can be seen.
      this.level.value = Math.max(peak, this.level.peek() * 0.9)
      this.#frame = requestAnimationFrame(refresh)
    }
    this.#frame = requestAnimationFrame(refresh)
  }
}

/** Why this page cannot record at all; undefined where it can. */
export function recordingError(): string | undefined {
  if (!window.isSecureContext) return m.needsHttps
  if (navigator.mediaDevices === undefined || typeof MediaRecorder === 'undefined')
    return m.cannotRecord
  return undefined
}

async function openMicrophone(): Promise<MediaStream> {
  const error = recordingError()
  if (error !== undefined) throw new RecorderError(error)
  try {
    return await navigator.mediaDevices.getUserMedia({ audio: true })
  } catch (error) {
    throw new RecorderError(refusedText(error instanceof DOMException ? error.name : ''))
  }
}

function refusedText(name: string): string {
  switch (name) {
    case 'NotAllowedError':
      return m.notAllowed
    case 'NotFoundError':
      return m.noMicrophone
    case 'NotReadableError':
      return m.microphoneInUse
    default:
      return m.microphoneFailed
  }
}
