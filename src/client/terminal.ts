/** Control characters but tab and line feed: in a terminal they could hide or fake what is shown. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g

/** A text of others made fit for a terminal. */
function printable(text: string): string {
  return text.replace(CONTROL, '')
}

/** What the program says: answers on stdout, all else that a person should know on stderr. */
export class Terminal {
  readonly #out: NodeJS.WriteStream
  readonly #err: NodeJS.WriteStream
  #line = ''

  constructor({ out, err }: { out: NodeJS.WriteStream; err: NodeJS.WriteStream }) {
    this.#out = out
    this.#err = err
  }

  /** Whether a person reads the answers as they come. */
  get isInteractive(): boolean {
    return this.#out.isTTY
  }

  print(text: string): void {
    this.write(`${text}\n`)
  }

  /** An answer's text as it is; control characters only where no terminal would obey them. */
  write(text: string): void {
    this.#out.write(this.isInteractive ? printable(text) : text)
  }

  note(text: string): void {
    this.#clear()
    this.#err.write(`${printable(text)}\n`)
  }

  /** Shows how a wait is going, in one line that is written over; only where somebody sees it. */
  progress(text: string): void {
    if (!this.#err.isTTY || text === this.#line) return
    this.#err.write(`\r\u001b[K${printable(text)}`)
    this.#line = text
  }

  /** Ends the line of a wait. */
  settle(): void {
    this.#clear()
  }

  #clear(): void {
    if (this.#line !== '') this.#err.write('\r\u001b[K')
    this.#line = ''
  }
}
