import { closeSync, constants, fstatSync, openSync, type Stats, writeSync } from 'node:fs'
import { codeOf } from './errors.ts'
import { redact } from './redact.ts'

export type LogLevel = 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'silent'

/** The part of the logger that the rooms use: fields first, then the words. */
export interface Log {
  debug(fields: object, message: string): void
  /** The fields are plain values; an error has no fields of its own in JSON. */
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
  /** Writes out what is still held in memory; for the end of the process. */
  flush(): void
  /** Lines that were dropped since the start, as nothing took them. */
  droppedLines?(): number
}

/** Lines are written together: at this size, and a few times a second. */
const BUFFER_CHARACTERS = 64 * 1024
const FLUSH_MS = 200

export interface LogOptions {
  /** Where the lines go: a file descriptor or a path; by default stderr. */
  fd?: number | string
  /** Turns one redacted JSON line into what is written, for people; by default as it is. */
  format?: ((line: string) => string) | undefined
}

/** JSON lines on stderr, passed through {@link redact}. */
export function createLog(level: LogLevel, { fd = 2, format }: LogOptions = {}): Log {
  const time = isoTimes()
  const droppedLine = (dropped: number) => {
    const msg = 'Lines of the log were dropped: nothing took them'
    const line = `${JSON.stringify({ level: 'warn', time: time(), dropped, msg })}\n`
    return formatted(line, format)
  }
  const out = new LogWriter(fd, droppedLine)
  // Lines are redacted and handed over many at a time: one by one takes a third of a refusal's time.
  let lines = ''
  let timer: Timer | undefined
  const pass = () => {
    clearTimeout(timer)
    timer = undefined
    if (lines !== '') out.write(formatted(redact(lines), format))
    lines = ''
  }
  const flush = () => {
    pass()
    out.end()
  }
  const write = (line: string) => {
    lines += line
    // A person sees each line at once.
    if (lines.length >= BUFFER_CHARACTERS || format !== undefined) pass()
    else timer ??= setTimeout(pass, FLUSH_MS)
  }
  process.on('exit', flush)
  const writer = (own: keyof typeof WEIGHTS) => {
    if (WEIGHTS[own] < WEIGHTS[level]) return () => {}
    return (fields: object, msg: string) => write(lineOf({ level: own, time: time(), msg }, fields))
  }
  return {
    debug: writer('debug'),
    info: writer('info'),
    warn: writer('warn'),
    error: writer('error'),
    flush,
    droppedLines: () => out.dropped,
  }
}

/** A level has all lines of its weight and above. */
const WEIGHTS = { debug: 1, info: 2, warn: 3, error: 4, fatal: 5, silent: 6 } as const

interface LineHead {
  level: LogLevel
  time: string
  msg: string
}

function lineOf({ level, time, msg }: LineHead, fields: object): string {
  let own = ''
  const error = 'err' in fields ? { err: fields.err } : {}
  // Less where a value has no form in JSON, and nothing where the error cannot be read.
  for (const given of [fields, error])
    try {
      const text = JSON.stringify(
        'err' in given ? { ...given, err: errorFields(given.err) } : given,
      )
      if (text !== '{}') own = `,${text.slice(1, -1)}`
      break
    } catch {}
  return `{"level":"${level}","time":"${time}"${own},"msg":${JSON.stringify(msg)}}\n`
}

const PLAIN: ReadonlySet<string> = new Set(['string', 'number', 'boolean'])
/** Causes of an error and errors in it, one in another, that are logged. */
const MAX_CAUSES = 5

/** An error with its causes; of its own fields, those that are plain values. */
function errorFields(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error)) return error
  const own = Object.entries(error).filter(([, value]) => PLAIN.has(typeof value))
  const inner = error instanceof AggregateError && depth < MAX_CAUSES ? error.errors : undefined
  return {
    ...Object.fromEntries(own),
    type: error.constructor.name,
    message: withCauses(error, ': ', (one) => one.message),
    stack: withCauses(error, '\ncaused by: ', (one) => one.stack ?? ''),
    ...(inner && { aggregateErrors: inner.map((one) => errorFields(one, depth + 1)) }),
  }
}

function withCauses(error: Error, between: string, textOf: (error: Error) => string): string {
  const texts = [textOf(error)]
  let { cause } = error
  for (; cause instanceof Error && texts.length <= MAX_CAUSES; { cause } = cause)
    texts.push(textOf(cause))
  return texts.join(between)
}

/** The current time in ISO 8601. It is formatted once a millisecond. */
function isoTimes(): () => string {
  let [at, text] = [Number.NaN, '']
  return () => {
    const now = Date.now()
    if (now !== at) {
      at = now
      text = new Date(now).toISOString()
    }
    return text
  }
}

function formatted(lines: string, format: LogOptions['format']): string {
  if (format === undefined) return lines
  return lines
    .trimEnd()
    .split('\n')
    .map((line) => `${format(line)}\n`)
    .join('')
}

/** What waits for a log that takes nothing; lines beyond it are dropped. @limit log-held MiB */
export const MAX_HELD_LOG_BYTES = 4 * 1024 * 1024
/** Until a log that took nothing is tried again. */
const RETRY_MS = 20
/** How long the end of the process waits for a log that takes nothing. @limit log-last seconds */
export const LAST_LOG_MS = 500
const LAST_LOOK_MS = 5
const APPEND = constants.O_WRONLY | constants.O_CREAT | constants.O_APPEND

/**
 * Writes lines to a descriptor or a file. It never throws, and a pipe whose reader has stalled or a
 * full disk does not hold it up: lines wait up to a bound and are then dropped and counted.
 */
class LogWriter {
  readonly #given: number
  /** Opened with the first line. */
  #fd: number | undefined
  readonly #line: (dropped: number) => string
  /** The first may have been written in part. */
  #held: Buffer[] = []
  #heldBytes = 0
  #retry: Timer | undefined
  #isClosed = false
  /** Of them, those that no line has told yet. */
  #untold = 0
  /** Lines that were dropped, since the start. */
  dropped = 0

  /**
   * @param target A file descriptor, or the path of a file
   * @param line The line that says how many were dropped, with its line end
   * @throws When the file cannot be opened
   */
  constructor(target: number | string, line: (dropped: number) => string) {
    this.#given = typeof target === 'string' ? openSync(target, APPEND) : target
    this.#line = line
  }

  /** @param lines Each with its line end */
  write(lines: string): void {
    const bytes = Buffer.from(lines)
    // After the first that is dropped, all are until nothing is held: the gap stays one, and is told.
    const isFull = this.#untold > 0 || this.#heldBytes + bytes.byteLength > MAX_HELD_LOG_BYTES
    if (this.#isClosed || isFull) {
      this.#drop(lines.split('\n').length - 1)
      if (this.#isClosed || this.#held.length > 0) return
      this.#tellDropped()
    } else this.#hold(bytes)
    if (this.#retry === undefined) this.#pass()
  }

  /** Writes what is held, and waits for half a second at most; for the end of the process. */
  end(): void {
    const until = performance.now() + LAST_LOG_MS
    while (!this.#pass() && performance.now() < until) Bun.sleepSync(LAST_LOOK_MS)
    clearTimeout(this.#retry)
  }

  /** @returns Whether nothing is held any more */
  #pass(): boolean {
    clearTimeout(this.#retry)
    this.#retry = undefined
    for (let first = this.#held[0]; first !== undefined; first = this.#held[0]) {
      const written = this.#tryWrite(first)
      if (written === undefined) return this.#isClosed
      this.#heldBytes -= written
      if (written < first.byteLength) this.#held[0] = first.subarray(written)
      else this.#held.shift()
      if (this.#held.length === 0 && this.#untold > 0) this.#tellDropped()
    }
    return true
  }

  /** @returns The number of bytes; undefined when nothing can be written now */
  #tryWrite(bytes: Buffer): number | undefined {
    try {
      this.#fd ??= withoutWaits(this.#given)
      return writeSync(this.#fd, bytes)
    } catch (error) {
      // Nobody will ever read it.
      if (codeOf(error) === 'EPIPE') this.#close()
      else {
        this.#retry = setTimeout(() => this.#pass(), RETRY_MS)
        this.#retry.unref()
      }
      return undefined
    }
  }

  #hold(bytes: Buffer): void {
    this.#held.push(bytes)
    this.#heldBytes += bytes.byteLength
  }

  #tellDropped(): void {
    this.#hold(Buffer.from(this.#line(this.#untold)))
    this.#untold = 0
  }

  #drop(lines: number): void {
    this.dropped += lines
    this.#untold += lines
  }

  #close(): void {
    this.#isClosed = true
    for (const bytes of this.#held) this.#drop(bytes.toString().split('\n').length - 1)
    this.#held = []
    this.#heldBytes = 0
  }
}

/**
 * A pipe or a terminal is opened anew, without waits: the mode of the descriptor that was given is
 * shared with other processes, such as the shell. A file shares its position with them, so it is used
 * as it is; a socket cannot be opened anew.
 */
function withoutWaits(fd: number): number {
  let opened: number | undefined
  try {
    const given = fstatSync(fd)
    if (!given.isFIFO() && !given.isCharacterDevice()) return fd
    opened = openSync(`/proc/self/fd/${fd}`, constants.O_WRONLY | constants.O_NONBLOCK)
    if (isSame(given, fstatSync(opened))) return opened
    closeSync(opened)
  } catch {
    // Not Linux, or a pipe of another user.
  }
  return fd
}

function isSame(a: Stats, b: Stats): boolean {
  return a.dev === b.dev && a.ino === b.ino
}
