import { wholeCalls } from '../../../../core/engines/call-pieces.ts'
import type { TextEvent } from '../../../../core/engines/text-event.ts'
import { reasoningOf } from '../../../../core/engines/text-event.ts'
import { errorBody } from '../../../../http/reply/error-body.ts'
import type { ChatAnswer } from '../../chat.ts'
import { type AnswerWriter, refusalOf } from '../dialect.ts'
import { streamErrorOf } from '../stream-error.ts'

/** Ends of an answer that Ollama's clients know, beside `stop`. */
const REASONS: ReadonlySet<string> = new Set(['length', 'load', 'unload'])
const NANOSECONDS_PER_MS = 1_000_000

export interface OllamaAnswerOptions {
  /** `chat` writes messages, `generate` texts. */
  form: 'chat' | 'generate'
  /** As the request names it: some clients compare it. */
  model: string
  /** When the request was read, UTC milliseconds. */
  startedAt: number
  now: () => number
  /** Whether the client reads thoughts. */
  hasThinking: boolean
}

interface Piece {
  text: string
  thinking?: string
  calls?: ReturnType<typeof wholeCalls>
}

/** Answers in the form of Ollama: as objects, of which a stream has one on each line. */
export class OllamaAnswer {
  readonly #options: OllamaAnswerOptions
  readonly #createdAt: string
  readonly #textHead: string
  readonly #textTail: string

  constructor(options: OllamaAnswerOptions) {
    this.#options = options
    this.#createdAt = new Date(options.startedAt).toISOString()
    const empty = JSON.stringify(this.piece({ text: '' }))
    const tail = options.form === 'chat' ? '},"done":false}' : ',"done":false}'
    this.#textHead = empty.slice(0, -`""${tail}`.length)
    this.#textTail = `${tail}\n`
  }

  get hasThinking(): boolean {
    return this.#options.hasThinking
  }

  /** A line with a text. Concatenated, because an answer has thousands of these. */
  textLine(text: string): string {
    return this.#textHead + JSON.stringify(text) + this.#textTail
  }

  whole({ text, extra, finishReason }: ChatAnswer): object {
    const thinking = this.hasThinking ? reasoningOf(extra) : ''
    const piece = {
      text: text + refusalOf(extra),
      thinking,
      calls: wholeCalls(extra['tool_calls']),
    }
    return this.last(piece, finishReason)
  }

  /** @param reason Of the engine; `load` or `unload` for a request that asks nothing */
  last(piece: Piece, reason: string): object {
    const { startedAt, now, form } = this.#options
    const duration = Math.max(0, now() - startedAt) * NANOSECONDS_PER_MS
    return {
      ...this.piece(piece),
      done: true,
      done_reason: REASONS.has(reason) ? reason : 'stop',
      ...(form === 'generate' ? { context: [] } : {}),
      total_duration: duration,
      load_duration: 0,
      // Model work is metered by the service; the counters are always zero here.
      prompt_eval_count: 0,
      prompt_eval_duration: 0,
      eval_count: 0,
      eval_duration: duration,
    }
  }

  piece({ text, thinking = '', calls = [] }: Piece): object {
    const { form, model } = this.#options
    const thoughts = thinking === '' ? {} : { thinking }
    const toolCalls = calls.map(({ name, input }) => ({ function: { name, arguments: input } }))
    const answer =
      form === 'generate'
        ? { response: text, ...thoughts }
        : {
            message: {
              role: 'assistant',
              content: text,
              ...thoughts,
              ...(calls.length === 0 ? {} : { tool_calls: toolCalls }),
            },
          }
    return { model, created_at: this.#createdAt, ...answer, done: false }
  }
}

/** Writes one answer as lines of JSON. Calls of functions are whole, as Ollama's clients want them. */
export class LineWriter implements AnswerWriter {
  readonly contentType = 'application/x-ndjson'
  readonly sendsComments = false
  readonly #answer: OllamaAnswer
  readonly #calls: unknown[] = []
  #reason = 'stop'
  #hasText = false

  constructor(answer: OllamaAnswer) {
    this.#answer = answer
  }

  start(): string {
    return this.idle()
  }

  idle(): string {
    return this.#answer.textLine('')
  }

  batch(events: readonly TextEvent[]): string {
    let lines = ''
    for (const event of events) lines += this.#event(event)
    return lines
  }

  end(): string {
    const calls = wholeCalls(this.#calls)
    const called = calls.length === 0 ? '' : line(this.#answer.piece({ text: '', calls }))
    return called + line(this.#answer.last({ text: '' }, this.#reason))
  }

  /**
   * The last line, with `error`, at which Ollama's clients raise. opencode takes it for an end, without
   * which it asks for ever, and shows the words only as text of a line before.
   */
  failure(error: unknown): string {
    const { code, message } = streamErrorOf(error)
    const text = this.#hasText ? `\n\n${message}` : message
    const last = {
      ...this.#answer.last({ text: '' }, 'stop'),
      ...errorBody('ollama', code, message),
    }
    return this.#answer.textLine(text) + line(last)
  }

  #event(event: TextEvent): string {
    switch (event.type) {
      case 'text':
        this.#hasText ||= event.text !== ''
        return this.#answer.textLine(event.text)
      case 'delta': {
        const { tool_calls: calls } = event.delta
        if (Array.isArray(calls)) this.#calls.push(...calls)
        const thinking = this.#answer.hasThinking ? reasoningOf(event.delta) : ''
        const text = refusalOf(event.delta)
        return thinking === '' && text === '' ? '' : line(this.#answer.piece({ text, thinking }))
      }
      case 'finish':
        this.#reason = event.reason
        return ''
      case 'attachments':
      case 'engine':
        return ''
    }
  }
}

function line(value: object): string {
  return `${JSON.stringify(value)}\n`
}
