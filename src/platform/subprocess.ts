import { accessSync, constants } from 'node:fs'
import { resolve } from 'node:path'
import type { FileSink, Subprocess } from 'bun'
import { readLines } from './bounded-text.ts'
import type { ContainedRun, Containment } from './containment/contract.ts'
import { deadline } from './deadline.ts'
import { paced } from './event-loop-yielder.ts'
import { remainingProcesses, sendSignal } from './process-table.ts'

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
class PipeReader implements AsyncIterable<Uint8Array> {
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

/** How long a process has to exit after each signal, before the next one. */
const SIGNAL_PAUSE_MS = 2_000
/** The same for processes that the first one left behind. */
const STRAGGLER_PAUSE_MS = 300
const STRAGGLER_POLL_MS = 10
/** Time limit of killing all processes. */
const KILL_MS = 1_000

export interface SpawnOptions {
  command: readonly string[]
  /** The whole environment: nothing is inherited. */
  env: Readonly<Record<string, string>>
  cwd: string
  /** Written to its stdin, which is then closed. */
  stdin: string
  /**
   * An environment entry (`NAME=value`) unique to this process, by which descendants outside the
   * group are found on Linux.
   */
  marker?: string
  /** Keeps every descendant within reach, whatever it does to its group and its environment. */
  containment?: Containment | undefined
}

/** A child process in a process group of its own, so that its children can be ended with it. */
export class ProcessGroup implements AsyncDisposable {
  /** Groups that may have live processes. Signals to this process do not reach them. */
  static readonly #live = new Set<ProcessGroup>()
  readonly #child: Subprocess<'pipe', 'pipe', 'pipe'>
  readonly #marker: string | undefined
  readonly #run: ContainedRun | undefined
  readonly #stdout: PipeReader
  readonly #stderr: PipeReader
  #ending: Promise<void> | undefined

  /**
   * Kills all process groups and the descendants outside them, for an immediate exit. Blocks the
   * event loop for up to a second.
   */
  static killAll(): void {
    const until = performance.now() + KILL_MS
    for (;;) {
      const left = [...ProcessGroup.#live].flatMap((group) => group.#remaining())
      if (left.length === 0 || performance.now() > until) return
      for (const pid of left) sendSignal(pid, 'SIGKILL')
      Bun.sleepSync(STRAGGLER_POLL_MS)
    }
  }

  /** @throws {Error} with a `code` such as `ENOENT` when the program cannot be started */
  constructor({ command, env, cwd, stdin, marker, containment }: SpawnOptions) {
    this.#marker = marker
    if (containment !== undefined) requireProgram(command[0] ?? '', { env, cwd })
    this.#run = containment?.open()
    try {
      this.#child = Bun.spawn([...(this.#run?.wrap(command) ?? command)], {
        env: { ...env },
        cwd,
        // Not a Blob: Bun passes it as a file, from which claude reads nothing.
        stdin: 'pipe',
        stdout: 'pipe',
        stderr: 'pipe',
        detached: true,
      })
    } catch (error) {
      void this.#run?.close()
      throw error
    }
    ProcessGroup.#live.add(this)
    void writeStdin(this.#child.stdin, stdin)
    // A descendant may keep a pipe open after the process has exited: the group is then ended.
    const ended = this.#child.exited
    const onSilence = () => void this.end()
    this.#stdout = new PipeReader(this.#child.stdout, { ended, onSilence })
    this.#stderr = new PipeReader(this.#child.stderr, { ended, onSilence })
  }

  get pid(): number {
    return this.#child.pid
  }

  /** Lines of stdout, one batch for each read. */
  get stdout(): AsyncIterable<readonly string[]> {
    return readLines(this.#stdout)
  }

  /** The same as it comes. Only one of both may be read, once. */
  get stdoutBytes(): AsyncIterable<Uint8Array> {
    return this.#stdout
  }

  get stderr(): AsyncIterable<readonly string[]> {
    return readLines(this.#stderr)
  }

  /** The exit code; 128 and more after a signal. */
  get exited(): Promise<number> {
    return this.#child.exited
  }

  /** @returns Whether the process itself exited in time */
  exitedWithin(ms: number): Promise<boolean> {
    const exited = this.#child.exited.then(() => true)
    return deadline(exited, ms, { onTimeout: () => false })
  }

  /**
   * Ends the whole group by SIGINT, SIGTERM and SIGKILL, each after the one before had no effect,
   * and then the descendants outside the group. Resolves when no process is left. Later calls
   * return the same promise.
   */
  end(): Promise<void> {
    this.#ending ??= this.#end()
    return this.#ending
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.end()
  }

  async #end(): Promise<void> {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGKILL'] as const) {
      if (this.#child.exitCode !== null || this.#child.signalCode !== null) break
      this.#signal(signal)
      if (await this.exitedWithin(SIGNAL_PAUSE_MS)) break
    }
    await this.#child.exited
    for (const signal of ['SIGTERM', 'SIGKILL', 'SIGKILL'] as const) {
      const left = this.#remaining()
      if (left.length === 0) break
      for (const pid of left) sendSignal(pid, signal)
      await this.#waitUntilGone(STRAGGLER_PAUSE_MS)
    }
    await this.#run?.close()
    // Where descendants outside the group cannot be found, their open pipes must not block the
    // reader.
    this.#stdout.close()
    this.#stderr.close()
    ProcessGroup.#live.delete(this)
  }

  #signal(signal: NodeJS.Signals): void {
    const asked = signal === 'SIGKILL' ? undefined : this.#run?.toolProcesses(this.pid)
    for (const pid of asked ?? [-this.pid]) sendSignal(pid, signal)
    // The tool is not started yet.
    if (asked?.length === 0) sendSignal(-this.pid, 'SIGKILL')
  }

  #remaining(): readonly number[] {
    const left = remainingProcesses(this.pid, this.#marker)
    return [...new Set([...left, ...(this.#run?.processes() ?? [])])]
  }

  /** Polls, because only the exit of a direct child is reported. */
  async #waitUntilGone(ms: number): Promise<void> {
    const until = performance.now() + ms
    while (performance.now() < until && this.#remaining().length > 0)
      await Bun.sleep(STRAGGLER_POLL_MS)
  }
}

/**
 * What contains a program can be started without the program.
 *
 * @throws {Error} with a `code` such as `ENOENT`
 */
function requireProgram(name: string, { env, cwd }: Pick<SpawnOptions, 'env' | 'cwd'>): void {
  const found = name.includes('/')
    ? resolve(cwd, name)
    : Bun.which(name, { PATH: env['PATH'] ?? '', cwd })
  accessSync(found ?? resolve(cwd, name), constants.X_OK)
}

/** A process that exits before it has read everything reports the reason itself. */
async function writeStdin(sink: FileSink, text: string): Promise<void> {
  try {
    await sink.write(text)
    await sink.end()
  } catch {
    // The pipe is closed.
  }
}

/** Counts Unicode code points, the unit of every character bound. See Limits. */
export function countCharacters(text: string): number {
  // In plain ASCII the numbers of bytes, UTF-16 units and code points are equal.
  if (Buffer.byteLength(text) === text.length) return text.length
  let pairs = 0
  for (let i = 0; i < text.length - 1; i += 1) {
    const unit = text.charCodeAt(i)
    if (unit < 0xd800 || unit > 0xdbff) continue
    const next = text.charCodeAt(i + 1)
    if (next >= 0xdc00 && next <= 0xdfff) {
      pairs += 1
      i += 1
    }
  }
  return text.length - pairs
}

/** The first code points of a text. */
export function firstCharacters(text: string, count: number): string {
  let end = 0
  for (let left = count; left > 0 && end < text.length; left -= 1)
    end += (text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1
  return text.slice(0, end)
}

/** The start of a text that takes at most so many bytes as UTF-8; no character is cut in two. */
export function firstBytes(text: string, maxBytes: number): string {
  if (Buffer.byteLength(text) <= maxBytes) return text
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(Math.max(0, maxBytes)))
  return text.slice(0, read)
}

const FENCE = '```'

/**
 * Removes a Markdown code fence around a whole text, which models often put around JSON. Without
 * one the text is returned as it is. Runs in linear time.
 */
export function withoutFence(text: string): string {
  const whole = text.trim()
  const newline = whole.indexOf('\n')
  const end = whole.length - FENCE.length
  if (newline === -1 || newline >= end) return text
  if (!whole.startsWith(FENCE) || !whole.endsWith(FENCE)) return text
  const language = whole.slice(FENCE.length, newline).trim()
  if (language !== '' && language.toLowerCase() !== 'json') return text
  return whole.slice(newline + 1, end).trim()
}

/** Replaces the character references of HTML, which WebVTT has as well. */
export function decodeEntities(text: string): string {
  if (!text.includes('&')) return text
  // Loaded by the first text that has one, as a start reads none.
  const { Parser }: typeof import('htmlparser2') = require('htmlparser2')
  const parts: string[] = []
  const parser = new Parser({ ontext: (part) => parts.push(part) }, { decodeEntities: true })
  parser.end(text.replaceAll('<', '&lt;'))
  return parts.join('')
}

/** Control characters, other ends of a line, and the marks that turn the direction of the text. */
const UNSEEN = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu

/**
 * A text of others in one line, without characters that could move a terminal's cursor, style what
 * follows, or hide a part.
 */
export function plainText(text: string): string {
  return text.replace(UNSEEN, ' ')
}

/** Scripts that set no blank between words or sentences. */
const UNSPACED =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\u3000-\u303f\uff00-\uffef]/u

/** What stands between two texts: nothing in scripts without blanks. */
export function separatorOf(before: string, after: string): string {
  if (before === '' || after === '') return ''
  return UNSPACED.test(after) && UNSPACED.test([...before.slice(-2)].at(-1) ?? '') ? '' : ' '
}

/** What a slice shall take. */
const SLICE_MS = 5
/**
 * A slice is at most so many times larger or smaller than the one before: one measure may be off.
 */
const MAX_FACTOR = 2

interface SliceSizeOptions {
  /** Rows of the first slice, and the least of any: on a busy machine time says little. */
  min: number
  max: number
}

/**
 * How many rows long work takes at a time: as many as take a few milliseconds, found by measuring.
 */
export class SliceSize {
  readonly #min: number
  readonly #max: number
  #rows: number

  constructor({ min, max }: SliceSizeOptions) {
    this.#min = min
    this.#max = max
    this.#rows = min
  }

  get rows(): number {
    return this.#rows
  }

  /** Learns from a slice. @param isWhole Whether it had as many rows as it might */
  measured(ms: number, isWhole: boolean): void {
    const factor = Math.min(MAX_FACTOR, Math.max(1 / MAX_FACTOR, SLICE_MS / ms))
    // A short slice that was quick says nothing of a whole one.
    if (!isWhole && factor > 1) return
    this.#rows = Math.min(this.#max, Math.max(this.#min, Math.round(this.#rows * factor)))
  }
}
