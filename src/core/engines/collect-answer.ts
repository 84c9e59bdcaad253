import { type Static, Type } from '@sinclair/typebox'
import type { EngineEvent } from '../../engines/contract/text.ts'

/** A whole answer, collected from its events. */
export const Answer = Type.Object({
  engine: Type.String(),
  model: Type.String(),
  text: Type.String(),
  /** Everything but text: tool calls, reasoning, refusals. */
  // Any object: as a `Record` each of its names would be matched against a pattern.
  extra: Type.Unsafe<Record<string, unknown>>(Type.Object({})),
  finishReason: Type.String(),
  stopSequence: Type.Optional(Type.String()),
  logprobs: Type.Unknown(),
})
export type Answer = Static<typeof Answer>

/** Pieces of text that are joined into one, so that an answer of many short ones takes little memory. */
const JOINED_PIECES = 4096

/** Collects the events of an answer into a whole one. */
export class AnswerCollector {
  readonly #answer: Answer
  /** Joined text, and the pieces after it. */
  readonly #texts: string[] = []
  #pieces: string[] = []

  constructor(engine: string, model: string) {
    this.#answer = { engine, model, text: '', extra: {}, finishReason: 'stop', logprobs: null }
  }

  add(events: readonly EngineEvent[]): void {
    const answer = this.#answer
    for (const event of events) {
      switch (event.type) {
        case 'text':
          this.#addText(event.text)
          answer.logprobs = event.logprobs ?? answer.logprobs
          break
        case 'delta':
          Object.assign(answer.extra, event.delta)
          answer.logprobs = event.logprobs ?? answer.logprobs
          break
        case 'finish':
          answer.finishReason = event.reason
          if (event.stopSequence !== undefined) answer.stopSequence = event.stopSequence
          break
      }
    }
  }

  /** The answer of all events so far. */
  answer(): Answer {
    return { ...this.#answer, text: [...this.#texts, ...this.#pieces].join('') }
  }

  #addText(text: string): void {
    this.#pieces.push(text)
    if (this.#pieces.length < JOINED_PIECES) return
    this.#texts.push(this.#pieces.join(''))
    this.#pieces = []
  }
}
