import { createParser } from 'eventsource-parser'
import { matches } from '../platform/check.ts'
import { tryParseJson } from '../platform/try-parse-json.ts'
import { ClientFailure, TemporaryFailure } from './failure.ts'
import { Chunk } from './schema.ts'

/** One message of a conversation. */
export interface Turn {
  role: 'system' | 'user' | 'assistant'
  content: string
}

/**
 * Reads the text of a streamed answer.
 *
 * @throws {ClientFailure} when the service reports an error, the answer was cut at a limit, or the
 * stream ends without a finish reason
 */
export async function* readAnswer(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  let end: string | undefined
  for await (const data of eventsOf(body)) {
    if (data === '[DONE]') break
    const chunk = parse(data)
    if (chunk.error !== undefined)
      throw new ClientFailure(`The answer broke off: ${chunk.error.message}`)
    const [choice] = chunk.choices ?? []
    if (choice?.delta?.content) yield choice.delta.content
    end = choice?.finish_reason ?? end
  }
  if (end === undefined) throw new TemporaryFailure('The answer broke off: the connection ended')
  if (end === 'length') throw new ClientFailure('The answer was cut: the model may not say more')
}

async function* eventsOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  const ready: string[] = []
  const parser = createParser({ onEvent: ({ data }) => ready.push(data) })
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
