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

/** What the log says of one request; its texts are the service's own, or were redacted one by one. */
interface RequestLine {
  /** Letters, digits, dots and dashes only: it goes into the line as it is, as the route does. */
  requestId: string
  method: string
  /** The matched route's pattern. */
  route: string
  /** Where no route matched. */
  path: string | undefined
  status: number
  ms: number
  actor: string | null
  /** Whether it came in where tunnels and proxies are pointed. */
  viaProxy: boolean
}

/** With the line of each request, which is most of a log. */
export interface RequestLog extends Log {
  /** Like `info`. */
  request(line: RequestLine): void
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
  const time = isoClock()
  return Object.assign(logger, {
    flush: () => out.end(),
    request: (line: RequestLine) => {
      if (wanted) out.write(requestLine(time(), line))
    },
  })
}

/** In the logger's own form, past what it does to each line for the sake of rarer ones. */
function requestLine(
  time: string,
  { requestId, method, route, path, status, ms, actor, viaProxy }: RequestLine,
): string {
  const asked = path === undefined ? '' : `,"path":${JSON.stringify(path)}`
  const end = viaProxy ? ',"viaProxy":true,"msg":"request"}\n' : ',"msg":"request"}\n'
  return `{"level":"info","time":"${time}","requestId":"${requestId}","method":${JSON.stringify(method)},"route":"${route}"${asked},"status":${status},"ms":${ms},"actor":${JSON.stringify(actor)}${end}`
}

/** @returns Gives the time as text, made once for each millisecond */
function isoClock(): () => string {
  let at = Number.NaN
  let text = ''
  return () => {
    const now = Date.now()
    if (now !== at) {
      at = now
      text = new Date(now).toISOString()
    }
    return text
  }
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
