import { countCharacters, firstCharacters } from '../../platform/characters.ts'

/** Collects text up to a number of code points. */
export class TextCollector {
  readonly #parts: string[] = []
  #room: number
  #isCut = false

  constructor(maxCharacters: number) {
    this.#room = maxCharacters
  }

  add(text: string): void {
    if (text === '') return
    const characters = countCharacters(text)
    if (characters <= this.#room) {
      this.#parts.push(text)
      this.#room -= characters
      return
    }
    this.#isCut = true
    if (this.#room > 0) this.#parts.push(firstCharacters(text, this.#room))
    this.#room = 0
  }

  /** Whether more was added than there was room for. */
  get isCut(): boolean {
    return this.#isCut
  }

  /** The text without spaces at the ends of lines and without more than one empty line in a row. */
  get tidied(): string {
    // By lines, as a pattern would look at each of many spaces in a row again and again.
    const lines = this.raw.split('\n').map((line) => line.trimEnd())
    return lines
      .join('\n')
      .replace(/\n{3,}/g, '\n\n')
      .trim()
  }

  get raw(): string {
    return this.#parts.join('')
  }
}
