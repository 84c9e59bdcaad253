import { tmpdir } from 'node:os'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Subprocess } from 'bun'
import { abortable, deadline } from '../../platform/deadline.ts'
import { AppError, codeOf } from '../../platform/errors.ts'
import type { AudioFormat } from '../contract-audio.ts'
import { bounded, withoutFfmpeg } from './bounds.ts'
import type { Ffmpeg } from './ffmpeg.ts'
import { type PcmFormat, wavHeader } from './wav.ts'

const MIN_TEMPO = 0.5
const MAX_TEMPO = 2

export interface EncodeOptions extends PcmFormat {
  format: AudioFormat
  tempo?: number
  signal: AbortSignal
  /** How long the encoder may neither take nor give anything. */
  stallMs?: number
}

/**
 * Encodes PCM as it comes.
 *
 * @throws {AppError} `not_installed`, `engine_failed`
 */
export async function* encodeAudio(
  ffmpeg: Ffmpeg,
  pcm: AsyncIterable<Uint8Array>,
  options: EncodeOptions,
): AsyncGenerator<Uint8Array> {
  const { format, tempo = 1, signal } = options
  signal.throwIfAborted()
  if (!(tempo >= MIN_TEMPO && tempo <= MAX_TEMPO))
    throw new RangeError(`A tempo of ${tempo} is not between ${MIN_TEMPO} and ${MAX_TEMPO}`)
  const isPlain = format === 'wav' || format === 'pcm'
  const changed = isPlain && tempo === 1 ? pcm : inFfmpeg(ffmpeg, pcm, options)
  if (format === 'wav') yield wavHeader(options)
  for await (const chunk of changed) {
    signal.throwIfAborted()
    yield chunk
  }
}

function inFfmpeg(
  ffmpeg: Ffmpeg,
  pcm: AsyncIterable<Uint8Array>,
  options: EncodeOptions,
): AsyncIterable<Uint8Array> {
  const { format, tempo = 1, sampleRate, channels, signal, stallMs } = options
  const what = tempo === 1 ? `Cannot encode ${format}` : 'Cannot change the speed of this sound'
  const program = ffmpeg.path
  if (program === undefined) throw withoutFfmpeg(what)
  const command = [
    program,
    ...['-v', 'error', '-nostdin', '-nostats', '-protocol_whitelist', 'pipe'],
    // Nothing is to be found out about the input, so that the first bytes leave at once.
    ...['-probesize', '32', '-analyzeduration', '0', '-fflags', 'nobuffer'],
    ...['-f', 's16le', '-ar', String(sampleRate), '-ac', String(channels), '-i', 'pipe:0'],
    ...(tempo === 1 ? [] : ['-af', `atempo=${tempo}`]),
    ...encoderArguments(format, options),
    ...['-fflags', '+bitexact', '-flush_packets', '1', 'pipe:1'],
  ]
  return explained(
    encodeInProcess(command, pcm, { signal, ...(stallMs === undefined ? {} : { stallMs }) }),
    what,
  )
}

async function* explained(
  encoded: AsyncIterable<Uint8Array>,
  what: string,
): AsyncGenerator<Uint8Array> {
  try {
    yield* encoded
  } catch (error) {
    if (!(error instanceof EncoderFailure)) throw error
    if (/Unknown encoder|Requested output format/.test(error.log))
      throw new AppError(
        'not_installed',
        `${what}: the ffmpeg of this server was built without it; its owner can install another`,
      )
    throw new AppError('engine_failed', `${what}: ffmpeg failed`, { cause: error })
  }
}

/** Bitrates are for speech. */
function encoderArguments(format: AudioFormat, { sampleRate, channels }: PcmFormat): string[] {
  switch (format) {
    case 'mp3':
      // Of a constant bitrate, as a stream has no header that tells players its length.
      return [
        ...['-c:a', 'libmp3lame', '-b:a', `${(sampleRate > 24_000 ? 96 : 64) * channels}k`],
        ...['-write_xing', '0', '-id3v2_version', '0', '-f', 'mp3'],
      ]
    case 'opus':
      return [
        ...['-c:a', 'libopus', '-b:a', `${32 * channels}k`],
        ...['-page_duration', '200000', '-f', 'ogg'],
      ]
    case 'flac':
      return ['-c:a', 'flac', '-f', 'flac']
    case 'aac':
      return ['-c:a', 'aac', '-b:a', `${64 * channels}k`, '-f', 'adts']
    case 'wav':
    case 'pcm':
      return ['-c:a', 'pcm_s16le', '-f', 's16le']
  }
}

/** How long an encoder may neither take nor give anything. @limit encoder-stall seconds */
export const ENCODER_STALL_MS = 30_000
/** Encoded bytes that wait for their reader; then no more sound is given to the encoder. */
const MAX_WAITING_BYTES = 256 * 1024
/** Sound that is given at a time. */
const SLICE_BYTES = 64 * 1024
const MAX_LOG_CHARACTERS = 4_000

/** An encoder that ended without its work being done. */
class EncoderFailure extends Error {
  override readonly name = 'EncoderFailure'
  /** The start of what it printed. */
  readonly log: string

  constructor(message: string, log: string) {
    super(message)
    this.log = log
  }
}

/**
 * Sends PCM through a process, which starts at once.
 *
 * @param stallMs How long it may neither take nor give anything
 * @throws {EncoderFailure} when it fails; what the source throws; the signal's reason
 */
async function* encodeInProcess(
  command: readonly string[],
  pcm: AsyncIterable<Uint8Array>,
  { signal, stallMs = ENCODER_STALL_MS }: { signal: AbortSignal; stallMs?: number },
): AsyncGenerator<Uint8Array> {
  signal.throwIfAborted()
  using encoder = new EncoderProcess(command, stallMs)
  const stop = AbortSignal.any([signal, encoder.ended])
  const fed = encoder.feed(pcm, stop)
  // Anyone who stops reading does not wait for it.
  fed.catch(() => {})
  for (;;) {
    const chunks = await abortable(encoder.output.take(), signal)
    if (chunks === undefined) break
    yield* chunks
  }
  await abortable(fed, signal)
  await encoder.succeeded()
}

class EncoderProcess implements Disposable {
  readonly output = new OutputQueue()
  readonly #stallMs: number
  readonly #child: Subprocess<'pipe', 'pipe', 'pipe'>
  readonly #closed = new AbortController()
  readonly #read: Promise<void>
  #log = ''
  #isStalled = false

  constructor(command: readonly string[], stallMs: number) {
    this.#stallMs = stallMs
    this.#child = Bun.spawn(
      bounded(command, { maxFileBytes: 0, isUrgent: true }),
      // A group of its own, which is ended as a whole.
      { env: {}, cwd: tmpdir(), stdio: ['pipe', 'pipe', 'pipe'], detached: true },
    )
    this.#read = Promise.all([this.#readOutput(), this.#readLog()]).then(() => this.output.end())
    void this.#child.exited.then(() => this.#closed.abort())
  }

  /** Aborted when the process has exited. */
  get ended(): AbortSignal {
    return this.#closed.signal
  }

  /**
   * Gives it the sound, as fast as it takes it and its output is read.
   *
   * @throws What the source throws, after which the output has ended
   */
  async feed(pcm: AsyncIterable<Uint8Array>, stop: AbortSignal): Promise<void> {
    const source = pcm[Symbol.asyncIterator]()
    const { stdin } = this.#child
    let isDone = false
    try {
      for (;;) {
        const { value, done } = await abortable(source.next(), stop)
        if (done === true) break
        for (let at = 0; at < value.byteLength; at += SLICE_BYTES) {
          await abortable(this.output.hasRoom(MAX_WAITING_BYTES), stop)
          // A pipe takes bytes, also when nobody reads it any more, without a turn of the event loop, in
          // which its end is seen.
          await nextTurn()
          stop.throwIfAborted()
          // Both may fail.
          const taken = [stdin.write(value.subarray(at, at + SLICE_BYTES)), stdin.flush()]
          await this.#within(abortable(Promise.all(taken), stop))
        }
      }
      isDone = true
      await stdin.end()
      await this.#within(this.#child.exited)
    } catch (error) {
      // The process itself says why it has ended.
      if (this.ended.aborted || codeOf(error) === 'EPIPE') return
      throw error
    } finally {
      if (!isDone) void source.return?.().catch(() => {})
      if (!this.ended.aborted) this.#kill()
    }
  }

  /** @throws {EncoderFailure} */
  async succeeded(): Promise<void> {
    await this.#read
    const code = await this.#child.exited
    if (this.#isStalled) throw new EncoderFailure('The encoder hangs', this.#log)
    if (code !== 0) throw new EncoderFailure(`The encoder ended with ${code}`, this.#log)
  }

  [Symbol.dispose](): void {
    this.#kill()
    this.output.end()
  }

  #within(work: Promise<unknown>): Promise<unknown> {
    const onTimeout = () => {
      this.#isStalled = true
      this.#kill()
    }
    return deadline(work, this.#stallMs, { onTimeout })
  }

  async #readOutput(): Promise<void> {
    for await (const chunk of this.#child.stdout) this.output.push(chunk)
  }

  async #readLog(): Promise<void> {
    const decoder = new TextDecoder()
    for await (const chunk of this.#child.stderr)
      if (this.#log.length < MAX_LOG_CHARACTERS)
        this.#log += decoder.decode(chunk, { stream: true })
  }

  #kill(): void {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return
    try {
      process.kill(-this.#child.pid, 'SIGKILL')
    } catch {
      // It has exited in the meantime.
    }
  }
}

/** Chunks between a producer and one reader; the producer can wait until few bytes are left. */
class OutputQueue {
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
