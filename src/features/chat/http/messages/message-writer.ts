import type { AttachmentReport } from '../../../../core/attachments/attachment.ts'
import { type CallPiece, CallPieces, wholeCalls } from '../../../../core/engines/call-pieces.ts'
import { reasoningOf, type TextEvent } from '../../../../core/engines/text-event.ts'
import { errorBody } from '../../../../http/reply/error-body.ts'
import type { ChatAnswer } from '../../chat.ts'
import { type Answering, type AnswerWriter, ownFields, refusalOf } from '../dialect.ts'
import { streamErrorOf } from '../stream-error.ts'

/**
 * Brings the pieces of calls into the order of blocks, which follow one another: a call that starts
 * while the arguments of another are not whole waits for its end. Some servers send the pieces of
 * parallel calls in turns.
 */
export class CallOrder {
  /** The call that is written, and whether its arguments are whole. */
  #open: { call: number; end: JsonEnd } | undefined
  /** The first piece of each further call, and the arguments that have arrived since. */
  readonly #waiting = new Map<number, { first: CallPiece; rest: string[] }>()

  /** Whether a call is written whose arguments are not whole, so that no other block may start. */
  get isOpen(): boolean {
    return this.#open !== undefined && !this.#open.end.isReached
  }

  /** @returns The pieces that can be written now; a first piece ends the block before it */
  add(piece: CallPiece): CallPiece[] {
    if (piece.call === this.#open?.call) {
      this.#open.end.add(piece.arguments)
      return [piece, ...this.#following()]
    }
    const waiting = this.#waiting.get(piece.call)
    if (waiting !== undefined) waiting.rest.push(piece.arguments)
    // What comes after the end of a call is white space.
    else if (piece.isFirst) this.#waiting.set(piece.call, { first: piece, rest: [] })
    return this.#following()
  }

  /** The calls that are still waiting. */
  end(): CallPiece[] {
    const rest = [...this.#waiting.values()].map(joined)
    this.#waiting.clear()
    this.#open = undefined
    return rest
  }

  #following(): CallPiece[] {
    const pieces: CallPiece[] = []
    for (const [call, waiting] of this.#waiting) {
      if (this.isOpen) break
      this.#waiting.delete(call)
      const piece = joined(waiting)
      const end = new JsonEnd()
      end.add(piece.arguments)
      this.#open = { call, end }
      pieces.push(piece)
    }
    return pieces
  }
}

function joined({ first, rest }: { first: CallPiece; rest: readonly string[] }): CallPiece {
  return { ...first, arguments: first.arguments + rest.join('') }
}

/** What ends a run of plain characters: in a string, and outside of one. */
const IN_STRING = /["\\]/g
const OUTSIDE = /["{}[\]]/g

/** Finds the end of a JSON object that comes in pieces. Each piece is looked at once. */
export class JsonEnd {
  #depth = 0
  #isReached = false
  #isInString = false
  /** The next character is part of an escape. */
  #isEscaped = false

  /** Whether the object is whole. */
  get isReached(): boolean {
    return this.#isReached
  }

  add(piece: string): void {
    let at = 0
    while (at < piece.length && !this.#isReached) {
      if (this.#isEscaped) {
        this.#isEscaped = false
        at += 1
        continue
      }
      const next = this.#isInString ? IN_STRING : OUTSIDE
      next.lastIndex = at
      const found = next.exec(piece)
      if (found === null) return
      at = found.index + 1
      this.#pass(found[0])
    }
  }

  #pass(sign: string): void {
    if (sign === '"') this.#isInString = !this.#isInString
    else if (sign === '\\') this.#isEscaped = true
    else if (sign === '{' || sign === '[') this.#depth += 1
    else {
      this.#depth -= 1
      this.#isReached = this.#depth <= 0
    }
  }
}

/** Model work is metered by the service; Anthropic's counters are always zero here. */
const USAGE = { input_tokens: 0, output_tokens: 0 }

/**
 * Of thoughts. Anthropic signs them; clients send back only those that have a signature, and Hearth
 * checks none.
 */
const SIGNATURE = 'hearth'

const STOP_REASONS: Readonly<Record<string, string>> = {
  stop: 'end_turn',
  length: 'max_tokens',
  tool_calls: 'tool_use',
  function_call: 'tool_use',
  content_filter: 'refusal',
  stop_sequence: 'stop_sequence',
}

interface StopFacts {
  /** As the engine has it. */
  reason: string
  /** The text at which the engine stopped. */
  sequence: string | undefined
  /** The texts of the request at which the answer ends. */
  sequences: readonly string[]
  hasCalls: boolean
  hasRefusal: boolean
}

/** How a message ended. */
function endOf(facts: StopFacts): { stop_reason: string; stop_sequence: string | null } {
  const { sequence, sequences } = facts
  const reason = stopReasonOf(facts)
  // Chat templates have texts of their own, at which an answer ends by itself.
  if (reason === 'end_turn' && sequence !== undefined && sequences.includes(sequence))
    return { stop_reason: 'stop_sequence', stop_sequence: sequence }
  return { stop_reason: reason, stop_sequence: null }
}

/** Some servers end an answer with calls by `stop`, which would end the loop of the client. */
function stopReasonOf({ reason, hasCalls, hasRefusal }: StopFacts): string {
  const known = STOP_REASONS[reason] ?? 'end_turn'
  if (known !== 'end_turn' && known !== 'tool_use') return known
  if (hasCalls) return 'tool_use'
  return hasRefusal ? 'refusal' : 'end_turn'
}

/** A whole answer as Anthropic's message. */
export function message(
  { id, hasThinking, sequences }: Omit<MessageWriterOptions, 'model'>,
  answer: ChatAnswer,
) {
  const { text, extra, engine, model, attachments } = answer
  const thinking = hasThinking ? reasoningOf(extra) : ''
  const refusal = refusalOf(extra)
  const calls = wholeCalls(extra['tool_calls'])
  const said = text + refusal
  const content = [
    ...(thinking === '' ? [] : [{ type: 'thinking', thinking, signature: SIGNATURE }]),
    ...(said === '' && calls.length > 0 ? [] : [{ type: 'text', text: said }]),
    ...calls.map((call) => ({ type: 'tool_use', ...call })),
  ]
  return {
    id,
    type: 'message' as const,
    role: 'assistant' as const,
    model: `${engine}/${model}`,
    content,
    ...endOf({
      reason: answer.finishReason,
      sequence: answer.stopSequence,
      sequences,
      hasCalls: calls.length > 0,
      hasRefusal: refusal !== '',
    }),
    usage: USAGE,
    ...ownFields(attachments),
  }
}

interface MessageWriterOptions {
  id: string
  /** As the request names it; said where the engine is not yet known. */
  model: string
  /** Whether the client reads thoughts; the others would take them for the answer. */
  hasThinking: boolean
  /** The texts at which the client wants the answer to end. */
  sequences: readonly string[]
}

/** The block that is written; blocks follow each other. */
type OpenBlock = 'text' | 'thinking' | 'call'

/**
 * Writes one answer as Anthropic's events. Each has an `event:` line, without which their clients
 * see nothing, and every answer has a block with a delta, without which some ask a second time.
 */
export class MessageWriter implements AnswerWriter {
  readonly contentType = 'text/event-stream'
  readonly sendsComments = true
  readonly #options: MessageWriterOptions
  readonly #pieces = new CallPieces()
  readonly #calls = new CallOrder()
  #hasCalls = false
  /** Texts and thoughts that have arrived while a call was not whole; they follow it. */
  #held: { kind: 'text' | 'thinking'; text: string }[] = []
  #open: OpenBlock | undefined
  /** Of the last block; -1 before the first. */
  #index = -1
  #reason = 'stop'
  #sequence: string | undefined
  #hasRefusal = false
  #hasText = false
  #attachments: readonly AttachmentReport[] | undefined

  constructor(options: MessageWriterOptions) {
    this.#options = options
  }

  start(answering: Answering | undefined): string {
    const { id, model } = this.#options
    const name = answering === undefined ? model : `${answering.engine}/${answering.model}`
    const message = {
      id,
      type: 'message',
      role: 'assistant',
      model: name,
      content: [],
      stop_reason: null,
      stop_sequence: null,
      usage: USAGE,
    }
    return frame('message_start', { message })
  }

  idle(): string {
    return frame('ping', {})
  }

  batch(events: readonly TextEvent[]): string {
    let frames = ''
    for (const event of events) frames += this.#event(event)
    return frames
  }

  end(): string {
    const rest = this.#writeCalls(this.#calls.end()) + this.#writeHeld()
    const blocks = rest + (this.#index === -1 ? this.#writeText('') : '')
    const end = endOf({
      reason: this.#reason,
      sequence: this.#sequence,
      sequences: this.#options.sequences,
      hasCalls: this.#hasCalls,
      hasRefusal: this.#hasRefusal,
    })
    return (
      blocks +
      this.#close() +
      frame('message_delta', {
        delta: end,
        usage: USAGE,
        ...ownFields(this.#attachments),
      }) +
      frame('message_stop', {})
    )
  }

  /**
   * An `error` event, behind a block of text that has ended. Claude Code asks a second time for an
   * answer of which it has no block, and would run a call whose block has ended too early.
   */
  failure(error: unknown): string {
    const { code, message } = streamErrorOf(error)
    const isCalling = this.#open === 'call'
    if (isCalling) this.#open = undefined
    const text = this.#hasText && !isCalling ? '' : this.#writeText(message)
    const body = JSON.stringify(errorBody('anthropic', code, message))
    return `${text}${this.#close()}event: error\ndata: ${body}\n\n`
  }

  #event(event: TextEvent): string {
    switch (event.type) {
      case 'text':
        return this.#text(event.text)
      case 'delta':
        return this.#delta(event.delta)
      case 'finish':
        this.#reason = event.reason
        this.#sequence = event.stopSequence
        return ''
      case 'attachments':
        this.#attachments = event.attachments
        return ''
      case 'engine':
        return ''
    }
  }

  #delta(delta: Readonly<Record<string, unknown>>): string {
    let frames = ''
    const thinking = this.#options.hasThinking ? reasoningOf(delta) : ''
    if (thinking !== '') frames += this.#thinking(thinking)
    const refusal = refusalOf(delta)
    if (refusal !== '') {
      this.#hasRefusal = true
      frames += this.#text(refusal)
    }
    for (const piece of this.#pieces.read(delta['tool_calls']))
      frames += this.#writeCalls(this.#calls.add(piece))
    if (this.#held.length > 0 && !this.#calls.isOpen) frames += this.#writeHeld()
    return frames
  }

  #text(text: string): string {
    if (this.#open === 'call' && this.#isHeld('text', text)) return ''
    return this.#writeText(text)
  }

  #writeText(text: string): string {
    this.#hasText = true
    const start = this.#open === 'text' ? '' : this.#start('text', { type: 'text', text: '' })
    // Concatenated, because an answer has thousands of these.
    return `${start}event: content_block_delta\ndata: {"type":"content_block_delta","index":${this.#index},"delta":{"type":"text_delta","text":${JSON.stringify(text)}}}\n\n`
  }

  #thinking(thinking: string): string {
    if (this.#open === 'call' && this.#isHeld('thinking', thinking)) return ''
    return this.#writeThinking(thinking)
  }

  #writeThinking(thinking: string): string {
    const empty = { type: 'thinking', thinking: '', signature: '' }
    const start = this.#open === 'thinking' ? '' : this.#start('thinking', empty)
    return start + this.#blockDelta(this.#index, { type: 'thinking_delta', thinking })
  }

  #isHeld(kind: 'text' | 'thinking', text: string): boolean {
    if (!this.#calls.isOpen) return false
    this.#held.push({ kind, text })
    return true
  }

  #writeHeld(): string {
    let frames = ''
    for (const { kind, text } of this.#held)
      frames += kind === 'text' ? this.#writeText(text) : this.#writeThinking(text)
    this.#held = []
    return frames
  }

  #writeCalls(pieces: readonly CallPiece[]): string {
    let frames = ''
    for (const { isFirst, id, name, arguments: text } of pieces) {
      this.#hasCalls = true
      if (isFirst) frames += this.#start('call', { type: 'tool_use', id, name, input: {} })
      // White space after the end of a call that has ended.
      if (text === '' || this.#open !== 'call') continue
      frames += this.#blockDelta(this.#index, { type: 'input_json_delta', partial_json: text })
    }
    return frames
  }

  #start(open: OpenBlock, block: object): string {
    const closed = this.#close()
    this.#open = open
    this.#index += 1
    return closed + frame('content_block_start', { index: this.#index, content_block: block })
  }

  #close(): string {
    const open = this.#open
    if (open === undefined) return ''
    this.#open = undefined
    const index = this.#index
    const signed =
      open === 'thinking'
        ? this.#blockDelta(index, { type: 'signature_delta', signature: SIGNATURE })
        : ''
    return signed + frame('content_block_stop', { index })
  }

  #blockDelta(index: number, delta: object): string {
    return frame('content_block_delta', { index, delta })
  }
}

function frame(type: string, fields: object): string {
  return `event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`
}
