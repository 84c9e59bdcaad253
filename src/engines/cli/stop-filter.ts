import { EngineFailure } from '../contract/failure.ts'
import type { EngineEvent, Turn } from '../contract/text.ts'
import { type ReplyFilter, textEvents } from './tool-protocol.ts'

/** Each is looked for in each piece of an answer; OpenAI takes four. @limit stop-sequences count */
export const MAX_STOPS = 16
/** What may be the start of one is held back. @limit stop-sequence-length count */
export const MAX_STOP_CHARACTERS = 256

/**
 * The texts at which the caller wants the answer to end: OpenAI's `stop`, one or a list.
 *
 * @throws {EngineFailure} `request` for more of them, or longer ones, than are looked for here
 */
export function stopsOf({ options }: Turn): string[] {
  const given: unknown = options['stop']
  const list: readonly unknown[] = Array.isArray(given) ? given : [given]
  const stops = list.filter((one): one is string => typeof one === 'string' && one !== '')
  if (stops.length > MAX_STOPS || stops.some(({ length }) => length > MAX_STOP_CHARACTERS))
    throw new EngineFailure(
      'request',
      `A command-line tool takes at most ${MAX_STOPS} stop sequences of ${MAX_STOP_CHARACTERS} characters`,
      { retryableElsewhere: true },
    )
  return stops
}

/** Ends an answer before the first of some texts, which the tools cannot do themselves. */
export class StopFilter implements ReplyFilter {
  readonly #stops: readonly string[]
  /** May be the start of one. */
  #held = ''
  isDone = false

  constructor(stops: readonly string[]) {
    this.#stops = stops
  }

  apply(events: readonly EngineEvent[]): readonly EngineEvent[] {
    const output: EngineEvent[] = []
    for (const event of events) {
      if (this.isDone) break
      if (event.type === 'text') output.push(...this.#read(event.text))
      else if (event.type === 'finish') output.push(...textEvents(this.#held), event)
      else output.push(event)
    }
    return output
  }

  #read(piece: string): EngineEvent[] {
    const text = this.#held + piece
    const found = this.#firstIn(text)
    if (found !== undefined) {
      this.isDone = true
      const { at, stop } = found
      return [
        ...textEvents(text.slice(0, at)),
        { type: 'finish', reason: 'stop', stopSequence: stop },
      ]
    }
    const passed = text.length - this.#heldOf(text)
    this.#held = text.slice(passed)
    return textEvents(text.slice(0, passed))
  }

  #firstIn(text: string): { at: number; stop: string } | undefined {
    let first: { at: number; stop: string } | undefined
    for (const stop of this.#stops) {
      const at = text.indexOf(stop)
      if (at !== -1 && (first === undefined || at < first.at)) first = { at, stop }
    }
    return first
  }

  /** How many of the last characters are the start of a stop. */
  #heldOf(text: string): number {
    const longest = Math.max(...this.#stops.map(({ length }) => length)) - 1
    for (let count = Math.min(longest, text.length); count > 0; count -= 1) {
      const end = text.slice(-count)
      if (this.#stops.some((stop) => stop.startsWith(end))) return count
    }
    return 0
  }
}
