import { tryParseJson } from '../../platform/try-parse-json.ts'
import type { EngineEvent } from '../contract/text.ts'
import { chunkEvents } from './answer.ts'

const CONTENT = '"content":'

/**
 * Reads the chunks of one streamed answer. Most of them differ only in their text: where a chunk is
 * the same as an earlier one around it, only the text is parsed, which
 * takes a fifth off the whole time of a relayed answer.
 */
export class ChunkReader {
  /** What is before and behind the text; no line starts with an undefined start. */
  #start: string | undefined
  #end = ''

  /**
   * Adds the events of one chunk to a batch.
   *
   * @throws {EngineFailure} `transient` when the chunk is malformed or reports an error
   */
  read(json: string, batch: EngineEvent[]): void {
    const text = this.#knownText(json)
    if (text !== undefined) {
      batch.push({ type: 'text', text })
      return
    }
    const events = chunkEvents(json)
    for (const event of events) batch.push(event)
    const [event] = events
    if (events.length === 1 && event?.type === 'text' && event.logprobs === undefined)
      this.#learn(json, event.text)
  }

  /** Finds the text in a chunk that holds nothing else. A quotation mark within a string is escaped, so no string holds `"content":`. */
  #learn(json: string, text: string): void {
    const at = json.indexOf(CONTENT) + CONTENT.length
    const literal = JSON.stringify(text)
    // Several fields of this name, or another way of writing them: this answer is parsed as a whole.
    if (json.lastIndexOf(CONTENT) + CONTENT.length !== at || !json.startsWith(literal, at)) return
    this.#start = json.slice(0, at)
    this.#end = json.slice(at + literal.length)
  }

  #knownText(json: string): string | undefined {
    const start = this.#start
    if (start === undefined || !json.startsWith(start) || !json.endsWith(this.#end))
      return undefined
    const literal = tryParseJson(json.slice(start.length, json.length - this.#end.length))
    return literal.ok && typeof literal.value === 'string' && literal.value !== ''
      ? literal.value
      : undefined
  }
}
