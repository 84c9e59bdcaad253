import type { ResponseReasoningItem } from 'openai/resources/responses/responses'
import type { AttachmentReport } from '../../../../core/attachments/attachment.ts'
import { type CallPiece, CallPieces } from '../../../../core/engines/call-pieces.ts'
import type { TextEvent } from '../../../../core/engines/text-event.ts'
import { reasoningOf } from '../../../../core/engines/text-event.ts'
import { type ErrorCode, expectedError } from '../../../../platform/errors.ts'
import type { ChatAnswer } from '../../chat.ts'
import { type Answering, type AnswerWriter, refusalOf } from '../dialect.ts'
import { streamErrorOf } from '../stream-error.ts'
import { CustomCallItem, FunctionCallItem } from './call-item.ts'
import { EventFrames, jsonWith } from './event-frames.ts'
import { type ItemStatus, itemId, type OutputItem } from './item-ids.ts'
import { MessageItem } from './message-item.ts'
import type { ToolNames } from './read-items.ts'
import {
  type ResponseFailure,
  type ResponseHead,
  type ResponseObject,
  type ResponseState,
  responseObject,
} from './response-object.ts'

const DONE_FRAME = 'data: [DONE]\n\n'

export interface ResponseWriterOptions {
  head: ResponseHead
  names: ToolNames
  /** Whether the answer is to be kept. */
  store: boolean
  /** @returns Whether it is kept */
  keep: (response: ResponseObject) => Promise<boolean>
  /** UTC milliseconds. */
  now: () => number
}

/** Writes one answer as the events of the Responses API. */
export class ResponseWriter implements AnswerWriter {
  readonly contentType = 'text/event-stream'
  /** Codex gives up on a stream with nothing but comments. */
  readonly sendsComments = false
  readonly #options: ResponseWriterOptions
  readonly #frames = new EventFrames()
  readonly #items: OutputItem[] = []
  /** The message or the thoughts that are being written. */
  #open: MessageItem | ReasoningItem | undefined
  readonly #pieces = new CallPieces()
  /** Calls by their number in the answer; written beside each other until the end. */
  readonly #calls = new Map<number, FunctionCallItem | CustomCallItem>()
  #model: string
  #finishReason = 'stop'
  #attachments: readonly AttachmentReport[] | undefined

  constructor(options: ResponseWriterOptions) {
    this.#options = options
    this.#model = options.head.body.model
  }

  start(answering: Answering | undefined): string {
    if (answering !== undefined) this.#answering(answering)
    return this.#lifecycle('created', 'in_progress') + this.idle()
  }

  /** The output so far is not repeated, which clients keep themselves. */
  idle(): string {
    return this.#lifecycle('in_progress', 'in_progress')
  }

  batch(events: readonly TextEvent[]): string {
    let frames = ''
    for (const event of events) frames += this.#event(event)
    return frames
  }

  async end(): Promise<string> {
    const { frames, response } = await this.#finish()
    const { output: _, ...rest } = response
    const items = this.#items.map((item) =>
      item instanceof MessageItem ? item.json() : JSON.stringify(item.value()),
    )
    const json = jsonWith(rest, 'output', `[${items.join()}]`)
    const event = this.#frames.eventWith(`response.${response.status}`, {}, 'response', json)
    return frames + event + DONE_FRAME
  }

  /** A failure that clients raise. What there is of the answer is kept, so that it can be quoted. */
  async failure(error: unknown): Promise<string> {
    this.#open?.end('incomplete')
    for (const item of this.#calls.values()) item.end('incomplete')
    const isCancelled = expectedError(error)?.code === 'cancelled'
    const response = await this.#kept({
      status: isCancelled ? 'cancelled' : 'failed',
      output: this.#output(),
      ...(isCancelled ? {} : { error: responseFailure(error) }),
    })
    // OpenAI's clients know no event of a cancelled response.
    const failed = { ...response, status: 'failed' as const, error: responseFailure(error) }
    return this.#frames.event('response.failed', { response: failed }) + DONE_FRAME
  }

  /** A whole answer, in the same form as the last event has it. */
  async whole(answer: ChatAnswer): Promise<ResponseObject> {
    const { engine, model, text, extra, logprobs, finishReason: reason, attachments } = answer
    this.#frames.turnOff()
    this.batch([
      { type: 'engine', engine, model },
      ...(attachments === undefined ? [] : [{ type: 'attachments' as const, attachments }]),
      // Thoughts come before the text, and calls after it.
      { type: 'delta', delta: without(extra, 'tool_calls') },
      ...(text === '' ? [] : [{ type: 'text' as const, text, logprobs }]),
      { type: 'delta', delta: { tool_calls: extra['tool_calls'] } },
      { type: 'finish', reason },
    ])
    return (await this.#finish()).response
  }

  async #finish() {
    const reason = INCOMPLETE[this.#finishReason]
    const status: ItemStatus = reason === undefined ? 'completed' : 'incomplete'
    const frames = this.#closeAll(status)
    const response = await this.#kept({
      status,
      output: this.#output(),
      ...(reason === undefined ? {} : { incomplete_details: { reason } }),
    })
    return { frames, response }
  }

  #event(event: TextEvent): string {
    switch (event.type) {
      case 'text':
        return this.#text(event.text, event.logprobs)
      case 'delta':
        return this.#delta(event.delta)
      case 'finish':
        this.#finishReason = event.reason
        return ''
      case 'engine':
        this.#answering(event)
        return ''
      case 'attachments':
        this.#attachments = event.attachments
        return ''
    }
  }

  #answering({ engine, model }: Answering): void {
    this.#model = `${engine}/${model}`
  }

  #text(text: string, logprobs: unknown): string {
    if (this.#open instanceof MessageItem) return this.#open.text(text, logprobs)
    const [message, events] = this.#openMessage()
    return events + message.text(text, logprobs)
  }

  /** @param delta In the form of chat completions, of a chunk or of a whole message */
  #delta(delta: Readonly<Record<string, unknown>>): string {
    let events = ''
    const thought = reasoningOf(delta)
    if (thought !== '') events += this.#thought(thought)
    const refusal = refusalOf(delta)
    if (refusal !== '') events += this.#refusal(refusal)
    for (const piece of this.#pieces.read(delta['tool_calls'])) events += this.#call(piece)
    return events
  }

  #thought(text: string): string {
    if (this.#open instanceof ReasoningItem) return this.#open.text(text)
    const events = this.#closeOpen('completed')
    const item = new ReasoningItem(this.#frames, this.#nextId('rs'), this.#items.length)
    this.#items.push(item)
    this.#open = item
    return events + item.open() + item.text(text)
  }

  #refusal(text: string): string {
    if (this.#open instanceof MessageItem) return this.#open.refusal(text)
    const [message, events] = this.#openMessage()
    return events + message.refusal(text)
  }

  #openMessage(): [MessageItem, string] {
    const events = this.#closeOpen('completed')
    const item = new MessageItem(this.#frames, this.#nextId('msg'), this.#items.length)
    this.#items.push(item)
    this.#open = item
    return [item, events + item.open()]
  }

  #call({ call, id, name, arguments: args }: CallPiece): string {
    const known = this.#calls.get(call)
    if (known !== undefined) return known.arguments(args)
    if (name === '') return ''
    const events = this.#closeOpen('completed')
    const tool = this.#options.names.of(name)
    const facts = {
      id: this.#nextId(tool.isCustom ? 'ctc' : 'fc'),
      index: this.#items.length,
      callId: id,
      tool,
    }
    const item = tool.isCustom
      ? new CustomCallItem(this.#frames, facts)
      : new FunctionCallItem(this.#frames, facts)
    this.#items.push(item)
    this.#calls.set(call, item)
    return events + item.open() + item.arguments(args)
  }

  #closeOpen(status: ItemStatus): string {
    const item = this.#open
    this.#open = undefined
    return item?.close(status) ?? ''
  }

  #closeAll(status: ItemStatus): string {
    let events = this.#closeOpen(status)
    for (const item of this.#calls.values()) events += item.close(status)
    this.#calls.clear()
    return events
  }

  #output() {
    return this.#items.map((item) => item.value())
  }

  #nextId(prefix: 'msg' | 'rs' | 'fc' | 'ctc'): string {
    return itemId(prefix, this.#options.head.id, this.#items.length)
  }

  #lifecycle(name: 'created' | 'in_progress', status: 'in_progress'): string {
    const response = this.#object({ status, output: [], store: this.#options.store })
    return this.#frames.event(`response.${name}`, { response })
  }

  async #kept(state: Omit<ResponseState, 'model' | 'store'>): Promise<ResponseObject> {
    const { store, keep, now } = this.#options
    const completed_at = state.status === 'completed' ? Math.floor(now() / 1000) : null
    const response = this.#object({ ...state, completed_at, store })
    return store && !(await keep(response)) ? { ...response, store: false } : response
  }

  #object(state: Omit<ResponseState, 'model'>): ResponseObject {
    const { head } = this.#options
    return responseObject(head, { ...state, model: this.#model, attachments: this.#attachments })
  }
}

/** Ends of an answer that is not whole, by the engine's word. */
const INCOMPLETE: Readonly<Record<string, 'max_output_tokens' | 'content_filter'>> = {
  length: 'max_output_tokens',
  content_filter: 'content_filter',
}

function without(fields: Readonly<Record<string, unknown>>, name: string): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([key]) => key !== name))
}

/**
 * Codes of `response.failed`. Codex asks again up to five times after a code that it does not know,
 * and each time is one more heavy task. At these it stops: `context_length_exceeded`,
 * `insufficient_quota`, `server_is_overloaded`, and `invalid_prompt`, of which it shows the message.
 * https://github.com/openai/codex/blob/main/codex-rs/codex-api/src/sse/responses.rs
 */
const FINAL_CODES: Readonly<Partial<Record<ErrorCode, string>>> = {
  context_length_exceeded: 'context_length_exceeded',
  too_long: 'context_length_exceeded',
}
/** Of failures that have cost nothing. opencode asks again at some of these, up to five times. */
const PASSING_CODES: Readonly<Partial<Record<ErrorCode, string>>> = {
  no_engine: 'server_is_overloaded',
  not_installed: 'server_is_overloaded',
  // It has cost nothing, and the message says when to ask again.
  busy: 'rate_limit_exceeded',
  rate_limited: 'rate_limit_exceeded',
  // The next start of the service can answer.
  stopping: 'server_error',
  interrupted: 'server_error',
}
const FINAL_CODE = 'invalid_prompt'

/** A failure as a response has it; what is unexpected is not told. */
export function responseFailure(error: unknown): ResponseFailure {
  const { message, isFinal } = streamErrorOf(error)
  const expected = expectedError(error)
  if (expected === undefined) return { code: FINAL_CODE, message }
  if (expected.isOutOfQuota) return { code: 'insufficient_quota', message }
  // Not the conversation is too long, but the answer: a shorter one would be so again.
  if (expected.code === 'too_long' && expected.modelHasRun) return { code: FINAL_CODE, message }
  return { code: (isFinal ? FINAL_CODES : PASSING_CODES)[expected.code] ?? FINAL_CODE, message }
}

/** The thoughts of a model that shows them, as a summary, which all clients show. */
class ReasoningItem implements OutputItem {
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
