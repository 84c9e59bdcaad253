/**
 * JSON of an object with one more field, whose JSON is known: the events of an end repeat a text that
 * may have megabytes.
 *
 * @param fields At least one
 */
export function jsonWith(fields: object, name: string, json: string): string {
  return `${JSON.stringify(fields).slice(0, -1)},"${name}":${json}}`
}

/** The events of one streamed response, numbered in their order. */
export class EventFrames {
  #next = 0
  #areOff = false

  get areOff(): boolean {
    return this.#areOff
  }

  /** From now on each is empty: a whole answer has none, and each repeats its text. */
  turnOff(): void {
    this.#areOff = true
  }

  /** @param fields Without the type and the number */
  event(type: string, fields: object): string {
    if (this.#areOff) return ''
    return frame(type, JSON.stringify({ type, sequence_number: this.#number(), ...fields }))
  }

  /** The same, with one more field as for {@link jsonWith}. */
  eventWith(type: string, fields: object, name: string, json: string): string {
    if (this.#areOff) return ''
    return frame(type, jsonWith({ type, sequence_number: this.#number(), ...fields }, name, json))
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

function frame(type: string, data: string): string {
  return `event: ${type}\ndata: ${data}\n\n`
}
