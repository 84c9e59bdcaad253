import type { ResponseReasoningItem } from 'openai/resources/responses/responses'
import type { EventFrames } from './event-frames.ts'
import type { OutputItem } from './output-item.ts'

/** The thoughts of a model that shows them, as a summary, which all clients show. */
export class ReasoningItem implements OutputItem {
  readonly #frames: EventFrames
  readonly #id: string
  readonly #index: number
  readonly #place: { item_id: string; output_index: number; summary_index: 0 }
  readonly #deltaHead: string
  #text = ''

  constructor(frames: EventFrames, id: string, index: number) {
    this.#frames = frames
    this.#id = id
    this.#index = index
    this.#place = { item_id: id, output_index: index, summary_index: 0 }
    this.#deltaHead = frames.deltaHead('response.reasoning_summary_text.delta', this.#place)
  }

  open(): string {
    const item: ResponseReasoningItem = { id: this.#id, type: 'reasoning', summary: [] }
    const part = { type: 'summary_text', text: '' }
    return (
      this.#frames.event('response.output_item.added', { output_index: this.#index, item }) +
      this.#frames.event('response.reasoning_summary_part.added', { ...this.#place, part })
    )
  }

  text(delta: string): string {
    this.#text += delta
    return this.#frames.delta(this.#deltaHead, delta)
  }

  end(): void {}

  close(): string {
    const text = this.#text
    const part = { type: 'summary_text', text }
    const item = this.value()
    return (
      this.#frames.event('response.reasoning_summary_text.done', { ...this.#place, text }) +
      this.#frames.event('response.reasoning_summary_part.done', { ...this.#place, part }) +
      this.#frames.event('response.output_item.done', { output_index: this.#index, item })
    )
  }

  value(): ResponseReasoningItem {
    return {
      id: this.#id,
      type: 'reasoning',
      summary: [{ type: 'summary_text', text: this.#text }],
    }
  }
}
