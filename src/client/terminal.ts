/**
 * Control characters except tab and line feed, which could hide or fake text in a terminal, and the
 * marks that turn the direction of the text after them.
 */
const CONTROL =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern finds control characters
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g

/** Removes control characters from a text of others. */
export function printable(text: string): string {
  return text.replace(CONTROL, '')
}

/** Columns of a terminal that does not tell its size. */
const DEFAULT_COLUMNS = 80
/** Some terminals show an ellipsis in two columns. */
const SPARE_COLUMNS = 3

export interface TerminalOptions {
  out: NodeJS.WriteStream
  err: NodeJS.WriteStream
}

/** Writes answers to stdout and messages for the user to stderr. */
export class Terminal {
  readonly #out: NodeJS.WriteStream
  readonly #err: NodeJS.WriteStream
  #line = ''

  constructor({ out, err }: TerminalOptions) {
    this.#out = out
    this.#err = err
  }

  /** Whether stdout is a terminal. */
  get isInteractive(): boolean {
    return this.#out.isTTY === true
  }

  /** Where a prompt is shown: the terminal, also when the answers go to a file. */
  get prompt(): NodeJS.WriteStream {
    return this.isInteractive ? this.#out : this.#err
  }

  print(text: string): void {
    this.write(`${text}\n`)
  }

  printJson(value: object): void {
    this.print(JSON.stringify(value, undefined, 2))
  }

  /** Writes a piece of an answer. In a terminal, control characters are removed. */
  write(text: string): void {
    this.settle()
    this.#out.write(this.isInteractive ? printable(text) : text)
  }

  note(text: string): void {
    this.settle()
    this.#err.write(`${printable(text)}\n`)
  }

  /**
   * Shows the progress of a wait in one line, which is overwritten; only in a terminal. The cursor
   * stays at the line's start: when a narrower window wraps the line, everything after the cursor
   * is erased.
   *
   * @param text Of characters of one column, such as ASCII
   */
  progress(text: string): void {
    if (!this.#err.isTTY) return
    const columns = this.#err.columns || DEFAULT_COLUMNS
    const line = printable(text).slice(0, Math.max(0, columns - SPARE_COLUMNS))
    if (line === this.#line) return
    this.#err.write(`\r${line}\u001b[J\r`)
    this.#line = line
  }

  /** Clears the line of a wait. */
  settle(): void {
    if (this.#line !== '') this.#err.write('\r\u001b[J')
    this.#line = ''
  }
}
