/** The events of one streamed response, numbered in their order. */
export class EventFrames {
  #next = 0
  #areOff = false

  /** From now on each is empty: a whole answer has none, and each repeats its text. */
  turnOff(): void {
    this.#areOff = true
  }

  /** @param fields Without the type and the number */
  event(type: string, fields: object): string {
    if (this.#areOff) return ''
    const data = JSON.stringify({ type, sequence_number: this.#number(), ...fields })
    return `event: ${type}\ndata: ${data}\n\n`
  }

  /**
   * The start of events that differ only in their last field; {@link delta} ends one.
   *
   * @param fields At least one
   */
  deltaHead(type: string, fields: object): string {
    const start = JSON.stringify({ type, ...fields })
    return `event: ${type}\ndata: ${start.slice(0, -1)},"sequence_number":`
  }

  /** Concatenated, because an answer has hundreds of them. */
  delta(head: string, text: string): string {
    if (this.#areOff) return ''
    return `${head}${this.#number()},"delta":${JSON.stringify(text)}}\n\n`
  }

  #number(): number {
    const number = this.#next
    this.#next += 1
    return number
  }
}
