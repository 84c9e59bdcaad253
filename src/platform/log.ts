import pino from 'pino'
import { LogWriter } from './log-writer.ts'
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
  const logger = pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
    },
    { write },
  )
  process.on('exit', flush)
  const own = { flush, droppedLines: () => out.dropped }
  if (!logger.isLevelEnabled('info')) return Object.assign(logger, own)
  // One line is written for each request. Its values are plain, so it needs no serializers, which
  // take a tenth of the time of a page.
  const info = (fields: object, msg: string) =>
    write(`${JSON.stringify({ level: 'info', time: time(), ...fields, msg })}\n`)
  return Object.assign(logger, own, { info })
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
