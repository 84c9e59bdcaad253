import { type Static, Type } from '@sinclair/typebox'
import { oneOf } from '../../platform/schemas.ts'
import type { Account, AccountEngine } from './account.ts'
import { EngineFailure } from './failure.ts'
import type { VectorSource } from './vectors.ts'

const ContentPart = Type.Union([
  Type.Object({ type: Type.Literal('text'), text: Type.String() }),
  Type.Object({
    type: Type.Literal('image_url'),
    image_url: Type.Object({
      url: Type.String({
        pattern: '^(data:image/|https://)',
        'x-expected': 'an address that begins with data:image/ or https://',
      }),
    }),
  }),
])

/** One message of a conversation in OpenAI's shape. Additional fields are kept. */
export const Message = Type.Object({
  role: oneOf(['system', 'developer', 'user', 'assistant', 'tool', 'function']),
  content: Type.Optional(Type.Union([Type.String(), Type.Array(ContentPart), Type.Null()])),
})
export type Message = Static<typeof Message>

/** A request to an engine. Plain data, so that it can be kept in a queue or a database. */
export interface Turn {
  model: string
  messages: readonly Message[]
  /** Fields passed to an OpenAI-compatible engine unchanged: sampling, tools, response format. */
  options: Readonly<Record<string, unknown>>
  /** Whether the caller reads the answer while it is written. */
  stream: boolean
  /** The same for all turns of a conversation. Only for engines with {@link Engine.hasPromptSlots}. */
  conversation?: string | undefined
}

/** Features that not every engine has. */
export interface Capabilities {
  /** Takes images, as `data:` URLs. */
  images: boolean
  /** Follows a JSON Schema. */
  structured: boolean
  /** Calls the caller's functions. */
  tools: boolean
}

/** What is known of one model. An absent fact is unknown, and refuses no request. */
export interface ModelFacts {
  /** Tokens that prompt and answer may have together. */
  contextLength?: number
  /** Reads images. */
  images?: boolean
  /** Calls the caller's functions. */
  tools?: boolean
  /** Why it cannot be used until its owner acts, in words for the owner. */
  fault?: string
}

/** The end of an answer. */
interface FinishEvent {
  type: 'finish'
  reason: string
  /** The text at which the server stopped the answer, where it reports it; it may be one of its own. */
  stopSequence?: string | undefined
}

/**
 * One event of an answer. `delta` carries everything but plain text, in the shape of OpenAI's
 * chunks.
 */
export type EngineEvent =
  | { type: 'text'; text: string; logprobs?: unknown }
  | { type: 'delta'; delta: Readonly<Record<string, unknown>>; logprobs?: unknown }
  | FinishEvent

/** The shortest useful request to a model. */
export function minimalTurn(model: string): Turn {
  return {
    model,
    messages: [{ role: 'user', content: 'Answer with the word yes.' }],
    options: {},
    stream: false,
  }
}

/** A source of answers: a local model server, a command-line tool, or the demonstration. */
export interface Engine extends AccountEngine {
  readonly type: 'text'
  /** Address of the server, where it is one. Without credentials. */
  readonly baseUrl?: string | undefined
  /** Whether the models are those that a server lists, so that it may have others by now. */
  readonly listsModels?: boolean
  readonly maxCharacters: number
  readonly capabilities: Capabilities
  /**
   * How many requests it answers at a time beside the other engines; undefined: it takes its turn
   * in the line that all heavy work shares.
   */
  readonly parallel?: number | undefined
  /** Whether it keeps the prompts of several conversations apart. */
  readonly hasPromptSlots?: boolean
  /**
   * Waits until the machine of an account may take one more heavy task. Absent where the line of this
   * machine is enough.
   *
   * @returns Dispose it when the task has ended
   */
  reserve?(account: Account, signal: AbortSignal): Promise<Disposable>
  /**
   * Answers one turn. Each batch has the events of one read of the source, which costs less than
   * one hand-over for each event.
   *
   * @param signal Aborts the run. Nothing may be left running after the iterable has ended
   * @param runId Id of the run of the queue that asks, for the records of another machine
   * @throws {EngineFailure}
   */
  run(
    turn: Turn,
    account: Account,
    signal: AbortSignal,
    runId?: string,
  ): AsyncIterable<readonly EngineEvent[]>
  /** Its models for embeddings and rankings; absent where it can have none. */
  readonly vectors?: VectorSource | undefined
  /** What is known of one of its models, beside the capabilities of the engine. */
  factsOf?(model: string): ModelFacts | undefined
  /** Ends the processes that it keeps between answers, for good. Absent where there are none. */
  end?(): Promise<void>
}

/**
 * Longest answer: text, reasoning and calls together, of any engine. @limit answer-text characters
 */
export const MAX_ANSWER_CHARACTERS = 16 * 1024 * 1024
/** Added for each event, as those without text have no end either. See Limits. */
export const EVENT_CHARACTERS = 16

/** Counts what one answer holds while it arrives. */
export class AnswerSize {
  #characters = 0

  /** @throws {EngineFailure} `request` when the answer is too long */
  add(batch: readonly EngineEvent[]): void {
    for (const event of batch) this.#characters += EVENT_CHARACTERS + charactersOf(event)
    if (this.#characters > MAX_ANSWER_CHARACTERS) throw answerTooLong()
  }
}

/** No other engine is asked: it could write as much. */
export function answerTooLong(options: ErrorOptions = {}): EngineFailure {
  const megacharacters = MAX_ANSWER_CHARACTERS / 1024 / 1024
  return new EngineFailure(
    'answer_too_long',
    `The answer was stopped: it is longer than ${megacharacters} Mi characters`,
    { ...options, isPublic: true },
  )
}

function charactersOf(event: EngineEvent): number {
  switch (event.type) {
    case 'text':
      return event.text.length + stringCharacters(event.logprobs)
    case 'delta':
      return stringCharacters(event.delta) + stringCharacters(event.logprobs)
    case 'finish':
      return 0
  }
}

/** Of all strings in a value; each other value counts as one. Its depth is bounded where it is parsed. */
function stringCharacters(value: unknown): number {
  if (typeof value === 'string') return value.length
  if (typeof value !== 'object' || value === null) return value === undefined ? 0 : 1
  let characters = 1
  for (const one of Array.isArray(value) ? value : Object.values(value))
    characters += stringCharacters(one)
  return characters
}
