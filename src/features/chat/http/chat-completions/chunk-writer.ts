import type { TextEvent } from '../../../../core/engines/text-event.ts'
import { dataFrame } from '../../../../http/reply/sse.ts'
import type { ChatAnswer } from '../../chat.ts'
import { type Answering, type AnswerWriter, ownFields } from '../dialect.ts'
import { openAiStreamError } from '../stream-error.ts'

/** Model work is metered by the service; OpenAI's counters are always zero here. */
export const USAGE = { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 }

export const DONE_FRAME = 'data: [DONE]\n\n'

/** An answer as OpenAI's `chat.completion`. */
export function completion(id: string, created: number, answer: ChatAnswer) {
  const { text, extra, engine, model, finishReason, logprobs, attachments } = answer
  const content = text === '' && Object.keys(extra).length > 0 ? null : text
  return {
    id,
    object: 'chat.completion' as const,
    created,
    model: `${engine}/${model}`,
    choices: [
      {
        index: 0,
        message: { role: 'assistant' as const, content, refusal: null, ...extra },
        finish_reason: finishReason,
        logprobs,
      },
    ],
    usage: USAGE,
    ...ownFields(attachments),
  }
}

function nameOf({ engine, model }: Answering): string {
  return `${engine}/${model}`
}

/** Writes one answer as OpenAI's chunks: a role, the answer, a finish reason and `[DONE]`. */
export class ChunkWriter implements AnswerWriter {
  readonly contentType = 'text/event-stream'
  readonly sendsComments = true
  readonly #start: { id: string; object: 'chat.completion.chunk'; created: number }
  readonly #usage: { usage: null } | undefined
  #head: string
  readonly #tail: string

  /** @param model The requested model, used until the answering engine is known */
  constructor(id: string, created: number, model: string, includeUsage: boolean) {
    this.#start = { id, object: 'chat.completion.chunk', created }
    this.#usage = includeUsage ? { usage: null } : undefined
    this.#head = this.#headFor(model)
    this.#tail = `}]${includeUsage ? ',"usage":null' : ''}}\n\n`
  }

  start(answering: Answering | undefined): string {
    if (answering !== undefined) this.#head = this.#headFor(nameOf(answering))
    return this.#chunk('{"role":"assistant","content":""}', null, undefined)
  }

  /** An empty chunk: a keepalive for clients that count only data. */
  idle(): string {
    return this.#chunk('{}', null, undefined)
  }

  /** @returns The frames of a batch, one for each event with content */
  batch(events: readonly TextEvent[]): string {
    let frames = ''
    for (const event of events) frames += this.#event(event)
    return frames
  }

  end(): string {
    if (this.#usage === undefined) return DONE_FRAME
    return dataFrame({ ...this.#start, choices: [], usage: USAGE }) + DONE_FRAME
  }

  /** An error that OpenAI's clients raise, then `[DONE]`. */
  failure(error: unknown): string {
    return dataFrame({ error: openAiStreamError(error) }) + DONE_FRAME
  }

  #event(event: TextEvent): string {
    switch (event.type) {
      case 'text':
        return this.#chunk(`{"content":${JSON.stringify(event.text)}}`, null, event.logprobs)
      case 'delta':
        return this.#chunk(JSON.stringify(event.delta), null, event.logprobs)
      case 'finish':
        return this.#chunk('{}', event.reason, undefined)
      case 'attachments':
        return dataFrame({
          ...this.#start,
          choices: [{ index: 0, delta: {}, finish_reason: null }],
          ...this.#usage,
          ...ownFields(event.attachments),
        })
      case 'engine':
        this.#head = this.#headFor(nameOf(event))
        return ''
    }
  }

  // Concatenated, because most of a chunk is constant and an answer has hundreds of chunks.
  #chunk(delta: string, reason: string | null, logprobs: unknown): string {
    const logprobsField = logprobs === undefined ? '' : `,"logprobs":${JSON.stringify(logprobs)}`
    const reasonField = reason === null ? 'null' : JSON.stringify(reason)
    return `${this.#head}${delta}${logprobsField},"finish_reason":${reasonField}${this.#tail}`
  }

  #headFor(model: string): string {
    const head = JSON.stringify({ ...this.#start, model })
    return `data: ${head.slice(0, -1)},"choices":[{"index":0,"delta":`
  }
}
