import { createParser } from 'eventsource-parser'
import { matches } from '../platform/check.ts'
import { tryParseJson } from '../platform/json.ts'
import { ClientFailure, TemporaryFailure } from './failure.ts'
import { Chunk } from './schema.ts'

/** One message of a conversation. */
export interface Turn {
  role: 'system' | 'user' | 'assistant'
  content: string
}

/** What happens while an answer is written. */
export type AnswerEvent =
  /** The note is what the service says of a wait; without one the model works. */
  | { type: 'wait'; note: string | undefined }
  | { type: 'text'; text: string }
  /** The end of a whole answer. */
  | { type: 'end'; model: string | undefined; finishReason: string }

type StreamItem = { data: string } | { comment: string }

/**
 * Reads a streamed answer.
 *
 * @throws {ClientFailure} when the service reports an error, the answer was cut at a limit, or the
 * stream ends without a finish reason
 */
export async function* readAnswer(body: ReadableStream<Uint8Array>): AsyncGenerator<AnswerEvent> {
  let finishReason: string | undefined
  let model: string | undefined
  let hasText = false
  for await (const item of itemsOf(body)) {
    if ('comment' in item) {
      yield { type: 'wait', note: /^keepalive, (.+)$/.exec(item.comment)?.[1] }
      continue
    }
    if (item.data === '[DONE]') break
    const chunk = parse(item.data)
    if (chunk.error !== undefined) {
      const { message } = chunk.error
      throw new ClientFailure(hasText ? `The answer broke off: ${message}` : message)
    }
    const [choice] = chunk.choices ?? []
    if (choice?.delta?.content) {
      hasText = true
      yield { type: 'text', text: choice.delta.content }
    }
    model = chunk.model ?? model
    finishReason = choice?.finish_reason ?? finishReason
  }
  if (finishReason === undefined)
    throw new TemporaryFailure('The answer broke off: the connection ended')
  if (finishReason === 'length')
    throw new ClientFailure('The answer was cut: the model may not say more')
  yield { type: 'end', model, finishReason }
}

async function* itemsOf(body: ReadableStream<Uint8Array>): AsyncGenerator<StreamItem> {
  const decoder = new TextDecoder()
  const ready: StreamItem[] = []
  const parser = createParser({
    onEvent: ({ data }) => ready.push({ data }),
    onComment: (comment) => ready.push({ comment }),
  })
  try {
    for await (const bytes of body) {
      parser.feed(decoder.decode(bytes, { stream: true }))
      yield* ready.splice(0)
    }
  } catch (cause) {
    throw new TemporaryFailure('The answer broke off: the connection broke', { cause })
  }
}

function parse(data: string) {
  const { value } = tryParseJson(data)
  if (matches(Chunk, value)) return value
  throw new ClientFailure('The answer broke off: the service sent an unknown event')
}
