/** What ends a run of plain characters: in a string, and outside of one. */
const IN_STRING = /["\\]/g
const OUTSIDE = /["{}[\]]/g

/** Finds the end of a JSON object that comes in pieces. Each piece is looked at once. */
export class JsonEnd {
  #depth = 0
  #isReached = false
  #isInString = false
  /** The next character is part of an escape. */
  #isEscaped = false

  /** Whether the object is whole. */
  get isReached(): boolean {
    return this.#isReached
  }

  add(piece: string): void {
    let at = 0
    while (at < piece.length && !this.#isReached) {
      if (this.#isEscaped) {
        this.#isEscaped = false
        at += 1
        continue
      }
      const next = this.#isInString ? IN_STRING : OUTSIDE
      next.lastIndex = at
      const found = next.exec(piece)
      if (found === null) return
      at = found.index + 1
      this.#pass(found[0])
    }
  }

  #pass(sign: string): void {
    if (sign === '"') this.#isInString = !this.#isInString
    else if (sign === '\\') this.#isEscaped = true
    else if (sign === '{' || sign === '[') this.#depth += 1
    else {
      this.#depth -= 1
      this.#isReached = this.#depth <= 0
    }
  }
}
