import { memoryCost } from './memory-cost.ts'

/** What one event costs besides its content, as measured on Bun 1.4 with events of one character. */
export const EVENT_BYTES = 200
/** At this number, pieces of text are joined. */
const JOINED_PIECES = 1024

/**
 * Events that wait for their reader. Text that follows text becomes one event: an answer may come in
 * pieces of one character, each of which costs a hundred times its content.
 */
export class JoinedBatch {
  readonly #events: unknown[] = []
  /** Text that is no event yet. */
  #texts: string[] = []
  /** About what it takes in memory. */
  bytes = 0

  add(batch: readonly unknown[]): void {
    for (const event of batch) {
      const text = plainText(event)
      if (text === undefined) {
        this.#endText()
        this.#events.push(event)
        this.bytes += EVENT_BYTES + memoryCost(event)
        continue
      }
      if (this.#texts.length === 0) this.bytes += EVENT_BYTES
      this.bytes += 2 * text.length
      this.#texts.push(text)
      if (this.#texts.length === JOINED_PIECES) this.#texts = [this.#texts.join('')]
    }
  }

  /** The events in their order. */
  events(): readonly unknown[] {
    this.#endText()
    return this.#events
  }

  #endText(): void {
    if (this.#texts.length === 0) return
    this.#events.push({ type: 'text', text: this.#texts.join('') })
    this.#texts = []
  }
}

/** The text of an event that holds nothing else. */
function plainText(event: unknown): string | undefined {
  if (typeof event !== 'object' || event === null) return undefined
  if (!('type' in event && event.type === 'text' && 'text' in event)) return undefined
  return typeof event.text === 'string' && Object.keys(event).length === 2 ? event.text : undefined
}
