import { type Static, Type } from '@sinclair/typebox'
import type { EngineEvent } from '../../engines/contract/text.ts'

/** A whole answer, collected from its events. */
export const Answer = Type.Object({
  engine: Type.String(),
  model: Type.String(),
  text: Type.String(),
  /** Everything but text: tool calls, reasoning, refusals. */
  extra: Type.Record(Type.String(), Type.Unknown()),
  finishReason: Type.String(),
  logprobs: Type.Unknown(),
})
export type Answer = Static<typeof Answer>

/** Collects the events of an answer into a whole one. */
export function collectAnswer(
  engine: string,
  model: string,
  events: readonly EngineEvent[],
): Answer {
  const answer: Answer = {
    engine,
    model,
    text: '',
    extra: {},
    finishReason: 'stop',
    logprobs: null,
  }
  for (const event of events) {
    switch (event.type) {
      case 'text':
        answer.text += event.text
        answer.logprobs = event.logprobs ?? answer.logprobs
        break
      case 'delta':
        answer.extra = { ...answer.extra, ...event.delta }
        answer.logprobs = event.logprobs ?? answer.logprobs
        break
      case 'finish':
        answer.finishReason = event.reason
        break
    }
  }
  return answer
}
