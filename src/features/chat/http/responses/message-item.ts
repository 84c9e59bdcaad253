import { type Static, Type } from '@sinclair/typebox'
import type {
  ResponseOutputMessage,
  ResponseOutputRefusal,
  ResponseOutputText,
} from 'openai/resources/responses/responses'
import { matches } from '../../../../platform/check.ts'
import { type EventFrames, jsonWith } from './event-frames.ts'
import type { ItemStatus, OutputItem } from './item-ids.ts'

type Part = ResponseOutputText | ResponseOutputRefusal

/** The text of an answer, or its refusal. */
export class MessageItem implements OutputItem {
  readonly #frames: EventFrames
  readonly #id: string
  readonly #index: number
  readonly #parts: Part[] = []
  /** JSON of the parts that are closed. */
  readonly #closed: string[] = []
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
    const place = { output_index: this.#index }
    return events + this.#frames.eventWith('response.output_item.done', place, 'item', this.json())
  }

  /** Of the value, once it is closed with its events. */
  json(): string {
    const { content: _, ...rest } = this.value()
    return jsonWith(rest, 'content', `[${this.#closed.join()}]`)
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
    if (part === undefined || this.#frames.areOff) return ''
    const place = this.#place()
    let done: string
    let json: string
    if (part.type === 'refusal') {
      json = JSON.stringify(part)
      done = this.#frames.event('response.refusal.done', { ...place, refusal: part.refusal })
    } else {
      const { text, ...rest } = part
      const textJson = JSON.stringify(text)
      const fields = { ...place, logprobs: part.logprobs ?? [] }
      json = jsonWith(rest, 'text', textJson)
      done = this.#frames.eventWith('response.output_text.done', fields, 'text', textJson)
    }
    this.#closed.push(json)
    return done + this.#frames.eventWith('response.content_part.done', place, 'part', json)
  }

  #place() {
    return {
      item_id: this.#id,
      output_index: this.#index,
      content_index: this.#parts.length - 1,
    }
  }
}

const Token = Type.Object({
  token: Type.String(),
  logprob: Type.Number(),
  bytes: Type.Optional(Type.Union([Type.Array(Type.Number()), Type.Null()])),
})

/** As chat completions has them. */
const ChatLogprobs = Type.Object({
  content: Type.Array(
    Type.Intersect([
      Token,
      Type.Object({ top_logprobs: Type.Optional(Type.Union([Type.Array(Token), Type.Null()])) }),
    ]),
  ),
})

interface Logprob extends TokenLogprob {
  top_logprobs: TokenLogprob[]
}

interface TokenLogprob {
  token: string
  bytes: number[]
  logprob: number
}

/** Probabilities of tokens in the form of the Responses API; none where the engine has another form. */
function logprobsOf(logprobs: unknown): Logprob[] {
  if (logprobs === undefined || logprobs === null || !matches(ChatLogprobs, logprobs)) return []
  return logprobs.content.map((one) => ({
    ...tokenOf(one),
    top_logprobs: (one.top_logprobs ?? []).map(tokenOf),
  }))
}

function tokenOf({ token, logprob, bytes }: Static<typeof Token>): TokenLogprob {
  return { token, bytes: bytes ?? [...Buffer.from(token)], logprob }
}
