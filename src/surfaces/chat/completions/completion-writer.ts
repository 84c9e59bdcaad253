import type { ChatAnswer } from '../../../core/text/chat.ts'
import type { TextEvent } from '../../../core/text/text-event.ts'
import { dataFrame } from '../../../http/reply/sse.ts'
import type { Answering, AnswerWriter } from '../answer-writer.ts'
import { DONE_FRAME, USAGE } from '../chat-completions/chunk-writer.ts'
import { refusalOf } from '../reasoning.ts'
import { toldAsOpenAi } from '../told-failure.ts'

export interface CompletionFacts {
  id: string
  /** Unix seconds. */
  created: number
  /** As the request names it; said where the engine is not yet known. */
  model: string
  /** Text before the answer: the prompt, where the request wants it. */
  prefix: string
  includeUsage: boolean
}

/** An answer as OpenAI's `text_completion`. */
export function textCompletion(facts: CompletionFacts, answer: ChatAnswer) {
  const { engine, model, text, extra, finishReason } = answer
  const whole = facts.prefix + text + refusalOf(extra)
  return { ...completionOf(facts, `${engine}/${model}`, whole, finishReason), usage: USAGE }
}

function completionOf(
  { id, created }: CompletionFacts,
  model: string,
  text: string,
  reason: string | null,
) {
  return {
    ...{ id, object: 'text_completion' as const, created, model },
    choices: [{ index: 0 as const, text, logprobs: null, finish_reason: reason }],
  }
}

/** Writes one answer as the chunks of OpenAI's older completions. */
export class CompletionWriter implements AnswerWriter {
  readonly contentType = 'text/event-stream'
  readonly sendsComments = true
  readonly #facts: CompletionFacts
  #model: string
  #head: string
  readonly #tail: string

  constructor(facts: CompletionFacts) {
    this.#facts = facts
    this.#model = facts.model
    this.#head = this.#headFor(facts.model)
    this.#tail = facts.includeUsage ? '}],"usage":null}\n\n' : '}]}\n\n'
  }

  start(answering: Answering | undefined): string {
    if (answering !== undefined) this.#use(answering)
    return this.#chunk(this.#facts.prefix)
  }

  idle(): string {
    return this.#chunk('')
  }

  batch(events: readonly TextEvent[]): string {
    let frames = ''
    for (const event of events) frames += this.#event(event)
    return frames
  }

  end(): string {
    if (!this.#facts.includeUsage) return DONE_FRAME
    const { choices: _, ...rest } = completionOf(this.#facts, this.#model, '', null)
    return dataFrame({ ...rest, choices: [], usage: USAGE }) + DONE_FRAME
  }

  failure(error: unknown): string {
    return dataFrame({ error: toldAsOpenAi(error) }) + DONE_FRAME
  }

  #event(event: TextEvent): string {
    switch (event.type) {
      case 'text':
        return this.#chunk(event.text)
      case 'delta': {
        const refusal = refusalOf(event.delta)
        return refusal === '' ? '' : this.#chunk(refusal)
      }
      case 'finish':
        return this.#chunk('', event.reason)
      case 'engine':
        this.#use(event)
        return ''
      case 'attachments':
        return ''
    }
  }

  #chunk(text: string, reason: string | null = null): string {
    const end = `,"logprobs":null,"finish_reason":${JSON.stringify(reason)}`
    return this.#head + JSON.stringify(text) + end + this.#tail
  }

  #use({ engine, model }: Answering): void {
    this.#model = `${engine}/${model}`
    this.#head = this.#headFor(this.#model)
  }

  // Concatenated, because most of a chunk is constant and an answer has thousands of chunks.
  #headFor(model: string): string {
    const { choices: _, ...rest } = completionOf(this.#facts, model, '', null)
    return `data: ${JSON.stringify(rest).slice(0, -1)},"choices":[{"index":0,"text":`
  }
}
