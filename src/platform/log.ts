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

/** Lines are written together: at this size, and a few times a second. */
const BUFFER_BYTES = 8 * 1024
const FLUSH_MS = 200

/**
 * JSON lines on stderr, each passed through {@link redact}.
 *
 * @param fd Where the lines go: a file descriptor or a path
 */
export function createLog(level: LogLevel, fd: number | string = 2): Log {
  const destination = pino.destination({ dest: fd, sync: false, minLength: BUFFER_BYTES })
  setInterval(() => destination.flush(), FLUSH_MS).unref()
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      hooks: { streamWrite: redact },
    },
    destination,
  )
}
