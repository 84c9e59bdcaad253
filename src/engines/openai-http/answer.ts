import { type Static, Type } from '@sinclair/typebox'
import { matches } from '../../platform/check.ts'
import { tryParseJson } from '../../platform/json.ts'
import { EngineFailure } from '../contract/failure.ts'
import type { EngineEvent } from '../contract/text.ts'
import { reportedFailure } from './server-failure.ts'

interface Slot {
  /** `id_slot` of a request. */
  readonly id: number
  /** The conversation that it has answered last. */
  conversation: string | undefined
  isBusy: boolean
}

/** A slot that is taken until it is disposed of. */
interface TakenSlot extends Disposable {
  readonly id: number
}

/**
 * The slots of a llama.cpp server, each with the prompt that it has answered last. Left to itself, the
 * server gives a new conversation the slot of any other that begins alike, as with the same system
 * prompt, and so throws that conversation's prompt away while other slots are empty.
 */
export class PromptSlots {
  readonly count: number
  /** The one used longest ago first. */
  readonly #slots: Slot[]

  constructor(count: number) {
    this.count = count
    this.#slots = Array.from({ length: count }, (_, id) => ({
      id,
      conversation: undefined,
      isBusy: false,
    }))
  }

  /**
   * Takes the slot of a conversation, else the free one that was used longest ago.
   *
   * @returns undefined where none is free: the server waits for a request that names a busy one
   */
  take(conversation: string): TakenSlot | undefined {
    const free = this.#slots.filter(({ isBusy }) => !isBusy)
    const slot = free.find((one) => one.conversation === conversation) ?? free[0]
    if (slot === undefined) return undefined
    this.#slots.splice(this.#slots.indexOf(slot), 1)
    this.#slots.push(slot)
    slot.conversation = conversation
    slot.isBusy = true
    return {
      id: slot.id,
      [Symbol.dispose]: () => {
        slot.isBusy = false
      },
    }
  }
}

// Any object. As a `Record` each of its names would be matched against a pattern, in each chunk.
const Fields = Type.Unsafe<Record<string, unknown>>(Type.Object({}))
const FinishReason = Type.Optional(Type.Union([Type.String(), Type.Null()]))
/** What stopped the answer, a text or the number of a token: of vLLM, and of SGLang. */
const Stop = {
  stop_reason: Type.Optional(Type.Unknown()),
  matched_stop: Type.Optional(Type.Unknown()),
}

const Chunk = Type.Object({
  choices: Type.Optional(
    Type.Array(
      Type.Object({
        delta: Type.Optional(Type.Union([Fields, Type.Null()])),
        finish_reason: FinishReason,
        ...Stop,
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
      ...Stop,
      logprobs: Type.Optional(Type.Unknown()),
    }),
    { minItems: 1 },
  ),
})

/**
 * The events of one chunk of a streamed answer.
 *
 * @throws {EngineFailure} `transient` when the chunk is malformed, else what it reports
 */
export function chunkEvents(json: string): EngineEvent[] {
  const chunk = parse(json)
  if (!matches(Chunk, chunk))
    throw new EngineFailure('transient', 'The engine sent a chunk of an unknown shape')
  if (chunk.error !== undefined && chunk.error !== null) throw reportedFailure(chunk.error)
  const choice = chunk.choices?.[0] ?? {}
  const { delta, finish_reason: reason, logprobs } = choice
  const events = delta ? deltaEvents(delta, logprobs) : []
  if (typeof reason === 'string') events.push(finishEvent(reason, choice))
  return events
}

/**
 * The events of a whole answer: what is not text, the text, the end.
 *
 * @throws {EngineFailure} `transient` when the answer is malformed
 */
export function completionEvents(json: string): EngineEvent[] {
  const value = parse(json)
  if (!matches(Completion, value))
    throw new EngineFailure('transient', 'The engine sent an answer of an unknown shape')
  const choice = value.choices[0]
  if (choice === undefined) throw new EngineFailure('empty', 'The engine sent no answer')
  const { message, finish_reason: reason, logprobs } = choice
  const events = deltaEvents(message, logprobs)
  events.push(finishEvent(reason ?? 'stop', choice))
  return events
}

function finishEvent(
  reason: string,
  { stop_reason, matched_stop }: { stop_reason?: unknown; matched_stop?: unknown },
): EngineEvent {
  const stop = stop_reason ?? matched_stop
  return typeof stop === 'string'
    ? { type: 'finish', reason, stopSequence: stop }
    : { type: 'finish', reason }
}

function deltaEvents(delta: Static<typeof Fields>, logprobs: unknown): EngineEvent[] {
  const { content } = delta
  const extra = logprobs === undefined || logprobs === null ? undefined : { logprobs }
  let fields: Record<string, unknown> | undefined
  for (const name in delta) {
    // Some servers fill unused fields with null, which clients would take for values.
    if (name === 'role' || name === 'content' || delta[name] === null) continue
    fields ??= {}
    fields[name] = delta[name]
  }
  const events: EngineEvent[] = []
  if (fields !== undefined) events.push({ type: 'delta', delta: fields, ...extra })
  if (typeof content === 'string' && content !== '')
    events.push({ type: 'text', text: content, ...extra })
  return events
}

function parse(text: string): unknown {
  const json = tryParseJson(text)
  if (json.ok) return json.value
  throw new EngineFailure('transient', 'The engine sent something that is not JSON', {
    cause: json.error,
  })
}
