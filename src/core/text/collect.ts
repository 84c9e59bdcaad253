import type { EngineEvent } from '../../engines/contract/text.ts'

/** A whole answer, as its events told it. */
export interface Answer {
  engine: string
  model: string
  text: string
  /** What is not text: tool calls, reasoning, refusals. */
  extra: Readonly<Record<string, unknown>>
  finishReason: string
  logprobs: unknown
}

/** Puts an answer together from its events. */
export function collect(engine: string, model: string, events: readonly EngineEvent[]): Answer {
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
