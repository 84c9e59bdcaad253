import type { TaskEvent } from '../queue/task.ts'

/** A whole answer, as its events told it. */
export interface Answer {
  engine: string
  model: string
  text: string
  /** What is not text: tool calls, reasoning, refusals. */
  extra: Record<string, unknown>
  finishReason: string
  logprobs: unknown
}

/** Puts an answer together from its events. */
export class AnswerCollector {
  readonly answer: Answer = {
    engine: '',
    model: '',
    text: '',
    extra: {},
    finishReason: 'stop',
    logprobs: null,
  }

  add(batch: readonly TaskEvent[]): void {
    for (const event of batch) this.#addOne(event)
  }

  #addOne(event: TaskEvent): void {
    switch (event.type) {
      case 'engine':
        this.answer.engine = event.engine
        this.answer.model = event.model
        return
      case 'text':
        this.answer.text += event.text
        this.answer.logprobs = event.logprobs ?? this.answer.logprobs
        return
      case 'delta':
        Object.assign(this.answer.extra, event.delta)
        this.answer.logprobs = event.logprobs ?? this.answer.logprobs
        return
      case 'finish':
        this.answer.finishReason = event.reason
        return
      case 'done':
        return
    }
  }
}
