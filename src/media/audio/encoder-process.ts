import { tmpdir } from 'node:os'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Subprocess } from 'bun'
import { abortable } from '../../platform/abortable.ts'
import { deadline } from '../../platform/deadline.ts'
import { bounded } from './bounds.ts'
import { OutputQueue } from './output-queue.ts'

/** How long an encoder may neither take nor give anything. See Limits. */
export const ENCODER_STALL_MS = 30_000
/** Encoded bytes that wait for their reader; then no more sound is given to the encoder. */
const MAX_WAITING_BYTES = 256 * 1024
/** Sound that is given at a time. */
const SLICE_BYTES = 64 * 1024
const MAX_LOG_CHARACTERS = 4_000

/** An encoder that ended without its work being done. */
export class EncoderFailure extends Error {
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
export async function* encodeInProcess(
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
      if (this.ended.aborted || Reflect.get(Object(error), 'code') === 'EPIPE') return
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
