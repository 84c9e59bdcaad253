import type {
  ResponseOutputMessage,
  ResponseOutputRefusal,
  ResponseOutputText,
} from 'openai/resources/responses/responses'
import type { EventFrames } from './event-frames.ts'
import { logprobsOf } from './logprobs.ts'
import type { ItemStatus, OutputItem } from './output-item.ts'

type Part = ResponseOutputText | ResponseOutputRefusal

/** The text of an answer, or its refusal. */
export class MessageItem implements OutputItem {
  readonly #frames: EventFrames
  readonly #id: string
  readonly #index: number
  readonly #parts: Part[] = []
  #status: ResponseOutputMessage['status'] = 'in_progress'
  /** The start of the deltas of the last part. */
  #deltaHead = ''

  constructor(frames: EventFrames, id: string, index: number) {
    this.#frames = frames
    this.#id = id
    this.#index = index
  }

  open(): string {
    return this.#frames.event('response.output_item.added', {
      output_index: this.#index,
      item: this.value(),
    })
  }

  text(delta: string, logprobs: unknown): string {
    let part = this.#parts.at(-1)
    let events = ''
    if (part?.type !== 'output_text') {
      part = { type: 'output_text', text: '', annotations: [], logprobs: [] }
      events = this.#openPart(part, 'response.output_text.delta', { logprobs: [] })
    }
    part.text += delta
    const found = logprobsOf(logprobs)
    if (found.length === 0) return events + this.#frames.delta(this.#deltaHead, delta)
    part.logprobs?.push(...found)
    const event = { ...this.#place(), delta, logprobs: found }
    return events + this.#frames.event('response.output_text.delta', event)
  }

  refusal(delta: string): string {
    let part = this.#parts.at(-1)
    let events = ''
    if (part?.type !== 'refusal') {
      part = { type: 'refusal', refusal: '' }
      events = this.#openPart(part, 'response.refusal.delta', {})
    }
    part.refusal += delta
    return events + this.#frames.delta(this.#deltaHead, delta)
  }

  end(status: ItemStatus): void {
    this.#status = status
  }

  close(status: ItemStatus): string {
    const events = this.#closePart()
    this.end(status)
    const done = { output_index: this.#index, item: this.value() }
    return events + this.#frames.event('response.output_item.done', done)
  }

  value(): ResponseOutputMessage {
    return {
      id: this.#id,
      type: 'message',
      status: this.#status,
      role: 'assistant',
      content: this.#parts,
    }
  }

  #openPart(part: Part, deltaType: string, deltaFields: object): string {
    const events = this.#closePart()
    this.#parts.push(part)
    this.#deltaHead = this.#frames.deltaHead(deltaType, { ...this.#place(), ...deltaFields })
    return events + this.#frames.event('response.content_part.added', { ...this.#place(), part })
  }

  #closePart(): string {
    const part = this.#parts.at(-1)
    if (part === undefined) return ''
    const place = this.#place()
    const done =
      part.type === 'refusal'
        ? this.#frames.event('response.refusal.done', { ...place, refusal: part.refusal })
        : this.#frames.event('response.output_text.done', {
            ...place,
            text: part.text,
            logprobs: part.logprobs ?? [],
          })
    return done + this.#frames.event('response.content_part.done', { ...place, part })
  }

  #place() {
    return {
      item_id: this.#id,
      output_index: this.#index,
      content_index: this.#parts.length - 1,
    }
  }
}
