import pino from 'pino'
import { redact } from './redact.ts'

export type LogLevel = 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'silent'

/** The part of the logger that the rooms use: fields first, then the words. */
export interface Log {
  debug(fields: object, message: string): void
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
  /** Writes out what is still held in memory; for the end of the process. */
  flush(): void
}

/** With the line of each request, which is most of a log. */
export interface RequestLog extends Log {
  /** Like `info`; its texts are the service's own, or were redacted one by one. */
  request(fields: object): void
}

/** Lines are written together: at this size, and a few times a second. */
const BUFFER_CHARACTERS = 16 * 1024
const FLUSH_MS = 200

/**
 * JSON lines on stderr, all but those of {@link RequestLog.request} passed through {@link redact}.
 *
 * @param fd Where the lines go: a file descriptor or a path
 */
export function createLog(level: LogLevel, fd: number | string = 2): RequestLog {
  const out = new LineBuffer(fd)
  const logger = pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
    },
    { write: (line: string) => out.write(redact(line)) },
  )
  const wanted = logger.isLevelEnabled('info')
  return Object.assign(logger, {
    flush: () => out.end(),
    request: (fields: object) => {
      if (wanted) out.write(requestLine(fields))
    },
  })
}

/** In the logger's own form, past what it does to each line for the sake of rarer ones. */
function requestLine(fields: object): string {
  const told = JSON.stringify(fields)
  return `{"level":"info","time":"${new Date().toISOString()}",${told.slice(1, -1)},"msg":"request"}\n`
}

/** Gathers lines, so that a busy second costs a few writes and not ten thousand. */
class LineBuffer {
  readonly #destination: ReturnType<typeof pino.destination>
  #text = ''
  #timer: Timer | undefined

  constructor(fd: number | string) {
    // Few and large writes, each done before the next: no line is cut by the end of the process.
    this.#destination = pino.destination({ dest: fd, sync: true })
    process.on('exit', () => this.end())
  }

  write(line: string): void {
    this.#text += line
    if (this.#text.length >= BUFFER_CHARACTERS) this.#pass()
    else this.#timer ??= setTimeout(() => this.#pass(), FLUSH_MS)
  }

  /** Writes everything out before it returns. */
  end(): void {
    this.#pass()
    this.#destination.flushSync()
  }

  #pass(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    if (this.#text === '') return
    this.#destination.write(this.#text)
    this.#text = ''
  }
}
