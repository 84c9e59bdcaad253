const MAX_LINES = 40
const MAX_LINE_CHARACTERS = 1_000

/** The last lines of a tool's stderr, used as evidence where stdout has none. */
export class ErrorTail {
  readonly #lines: string[] = []

  add(line: string): void {
    if (line.trim() === '') return
    this.#lines.push(line.slice(0, MAX_LINE_CHARACTERS))
    if (this.#lines.length > MAX_LINES) this.#lines.shift()
  }

  /** Empty when there was no output. */
  get text(): string {
    return this.#lines.join('\n')
  }
}
