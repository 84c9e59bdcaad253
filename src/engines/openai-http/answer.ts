import { type Static, Type } from '@sinclair/typebox'
import { matches } from '../../platform/check.ts'
import { tryParseJson } from '../../platform/try-parse-json.ts'
import { evidence } from '../cli/classify.ts'
import { EngineFailure } from '../contract/failure.ts'
import type { EngineEvent } from '../contract/text.ts'

const Fields = Type.Record(Type.String(), Type.Unknown())
const FinishReason = Type.Optional(Type.Union([Type.String(), Type.Null()]))

const Chunk = Type.Object({
  choices: Type.Optional(
    Type.Array(
      Type.Object({
        delta: Type.Optional(Type.Union([Fields, Type.Null()])),
        finish_reason: FinishReason,
        logprobs: Type.Optional(Type.Unknown()),
      }),
    ),
  ),
  error: Type.Optional(Type.Unknown()),
})

const Completion = Type.Object({
  choices: Type.Array(
    Type.Object({
      message: Fields,
      finish_reason: FinishReason,
      logprobs: Type.Optional(Type.Unknown()),
    }),
    { minItems: 1 },
  ),
})
type Completion = Static<typeof Completion>

/**
 * Turns the chunks of one streamed answer into events. Most chunks of an answer are the same but for
 * the text: where one has the last one's frame, only its text is parsed.
 */
export class ChunkReader {
  #head: string | undefined
  #tail = ''

  /**
   * Adds one chunk's events to the batch.
   *
   * @throws {EngineFailure} when the chunk is no chunk, or reports an error
   */
  add(line: string, batch: EngineEvent[]): void {
    const known = this.#knownText(line)
    if (known !== undefined) {
      batch.push({ type: 'text', text: known })
      return
    }
    const before = batch.length
    addChunk(line, batch)
    const [event, ...others] = batch.slice(before)
    if (event?.type !== 'text' || event.logprobs !== undefined || others.length > 0) return
    const literal = `"content":${JSON.stringify(event.text)}`
    const at = line.indexOf(literal)
    // Twice the same text, or another way of writing it: then no frame is known.
    if (at === -1 || line.indexOf(literal, at + 1) !== -1) return
    this.#head = line.slice(0, at + 10)
    this.#tail = line.slice(at + literal.length)
  }

  /** The text of a chunk with the known frame around one JSON string; undefined for any other. */
  #knownText(line: string): string | undefined {
    const head = this.#head
    if (head === undefined || !line.startsWith(head) || !line.endsWith(this.#tail)) return undefined
    const { value } = tryParseJson(line.slice(head.length, line.length - this.#tail.length))
    return typeof value === 'string' && value !== '' ? value : undefined
  }
}

function addChunk(line: string, batch: EngineEvent[]): void {
  const chunk = parse(line)
  if (!matches(Chunk, chunk)) {
    throw new EngineFailure('transient', 'The engine sent a chunk of an unknown shape')
  }
  if (chunk.error !== undefined && chunk.error !== null) {
    throw new EngineFailure(
      'transient',
      `The engine failed in mid-answer: ${errorText(chunk.error)}`,
    )
  }
  const choice = chunk.choices?.[0]
  if (choice === undefined) return
  if (choice.delta) addDelta(choice.delta, choice.logprobs, batch)
  if (typeof choice.finish_reason === 'string') {
    batch.push({ type: 'finish', reason: choice.finish_reason })
  }
}

/** A whole answer as events: what is not text, the text, the end. */
export function completionEvents(body: string): EngineEvent[] {
  const value = parse(body)
  if (!matches(Completion, value))
    throw new EngineFailure('transient', 'The engine sent an answer of an unknown shape')
  const choice = (value as Completion).choices[0]
  if (choice === undefined) throw new EngineFailure('empty', 'The engine sent no answer')
  const batch: EngineEvent[] = []
  addDelta(choice.message, choice.logprobs, batch)
  batch.push({ type: 'finish', reason: choice.finish_reason ?? 'stop' })
  return batch
}

/** What an error body says, in one line without secrets. */
export function errorText(value: unknown): string {
  const error: unknown =
    typeof value === 'object' && value !== null ? (Reflect.get(value, 'error') ?? value) : value
  const message: unknown =
    typeof error === 'object' && error !== null ? Reflect.get(error, 'message') : error
  return evidence(typeof message === 'string' ? message : JSON.stringify(error ?? null))
}

function addDelta(delta: Static<typeof Fields>, logprobs: unknown, batch: EngineEvent[]): void {
  const { role: _, content, ...rest } = delta
  const extra = logprobs === undefined || logprobs === null ? undefined : { logprobs }
  for (const name in rest) {
    // Servers fill unused fields with null; a client must not take them for news.
    if (rest[name] === null) delete rest[name]
  }
  if (!isEmpty(rest)) batch.push({ type: 'delta', delta: rest, ...extra })
  if (typeof content === 'string' && content !== '')
    batch.push({ type: 'text', text: content, ...extra })
}

function isEmpty(fields: object): boolean {
  for (const _ in fields) return false
  return true
}

function parse(text: string): unknown {
  const json = tryParseJson(text)
  if (json.ok) return json.value
  throw new EngineFailure('transient', 'The engine sent something that is not JSON', {
    cause: json.error,
  })
}
