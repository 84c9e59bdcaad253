import { Type } from '@sinclair/typebox'
import { matches } from '../../platform/check.ts'
import { tryParseJson } from '../../platform/try-parse-json.ts'
import type { FailureKind } from '../contract/failure.ts'

const MAX_LINES = 60
const MAX_LINE_CHARACTERS = 2_000
const FRAME = /^\s+at /
const NOISE =
  /256-color support|Ripgrep is not available|^Loaded cached credentials|^\[STARTUP\]|^Security Warning: Skipping system|^\s*$/

const Fatal = Type.Object({
  error: Type.Object({ type: Type.Optional(Type.String()), message: Type.String() }),
})

/** The tool exits with the HTTP status, of which the system keeps the lowest eight bits. */
const EXIT_KINDS: Readonly<Record<number, FailureKind>> = {
  41: 'signed_out',
  42: 'request',
  [401 & 255]: 'signed_out',
  [403 & 255]: 'signed_out',
  [429 & 255]: 'transient',
  [500 & 255]: 'transient',
  [502 & 255]: 'transient',
  [503 & 255]: 'transient',
  [504 & 255]: 'transient',
}

/** The kind of failure of an exit code, used where no text gives one. */
export function exitKind(exitCode: number): FailureKind {
  return EXIT_KINDS[exitCode] ?? 'unknown'
}

/**
 * The message of a reported error, with its type where that adds something; undefined without a
 * message.
 */
export function errorMessage(
  error: { type?: string | undefined; message?: string | undefined } | undefined,
): string | undefined {
  if (error?.message === undefined || error.type === 'INVALID_STREAM') return undefined
  const { type, message } = error
  return type === undefined || type === 'unknown' || type === 'Error'
    ? message
    : `${type}: ${message}`
}

/** The last lines of stderr, without stack frames and routine messages. */
export class GeminiErrorTail {
  readonly #lines: string[] = []

  add(line: string): void {
    if (FRAME.test(line) || NOISE.test(line)) return
    this.#lines.push(line.slice(0, MAX_LINE_CHARACTERS))
    if (this.#lines.length > MAX_LINES) this.#lines.shift()
  }

  /**
   * The reason of the exit: the message of a JSON document, else all lines; empty without output.
   */
  reason(): string {
    const start = this.#lines.lastIndexOf('{')
    const end = this.#lines.lastIndexOf('}')
    if (start !== -1 && end > start) {
      const document = tryParseJson(this.#lines.slice(start, end + 1).join('\n')).value
      if (matches(Fatal, document)) return errorMessage(document.error) ?? document.error.message
    }
    return this.#lines.join('\n')
  }
}
