import { type Static, Type } from '@sinclair/typebox'
import type { Account, ProbeKind } from './account.ts'

const ContentPart = Type.Union([
  Type.Object({ type: Type.Literal('text'), text: Type.String() }),
  Type.Object({
    type: Type.Literal('image_url'),
    image_url: Type.Object({ url: Type.String({ pattern: '^(data:image/|https://)' }) }),
  }),
])

/** One message of a conversation, in OpenAI's shape; fields beside these are kept as they came. */
export const Message = Type.Object({
  role: Type.Union([
    Type.Literal('system'),
    Type.Literal('developer'),
    Type.Literal('user'),
    Type.Literal('assistant'),
    Type.Literal('tool'),
    Type.Literal('function'),
  ]),
  content: Type.Optional(Type.Union([Type.String(), Type.Array(ContentPart), Type.Null()])),
})
export type Message = Static<typeof Message>

/** What is asked of an engine: plain data, so that it can wait in a queue or a database. */
export interface Turn {
  model: string
  messages: readonly Message[]
  /** Fields that an OpenAI-compatible engine understands, passed on untouched: sampling, tools, formats. */
  options: Readonly<Record<string, unknown>>
  /** Whether the caller reads the answer as it grows. */
  stream: boolean
}

/** Needs that not every engine can meet. */
export interface Capabilities {
  images: boolean
  /** Fetches images by their address; otherwise they come as data. */
  imageAddresses: boolean
  /** Keeps to a JSON schema. */
  structured: boolean
  /** Calls functions of the caller's. */
  tools: boolean
}

/** One step of an answer. `delta` carries what is not plain text, as OpenAI's chunks have it. */
export type EngineEvent =
  | { type: 'text'; text: string; logprobs?: unknown }
  | { type: 'delta'; delta: Readonly<Record<string, unknown>>; logprobs?: unknown }
  | { type: 'finish'; reason: string }

/** The least that a model can be asked. */
export function minimalTurn(model: string): Turn {
  return {
    model,
    messages: [{ role: 'user', content: 'Answer with the word yes.' }],
    options: {},
    stream: false,
  }
}

/** Something that answers: a local model server, a command-line tool, the demonstration. */
export interface Engine {
  readonly id: string
  readonly label: string
  /** The first is the default. */
  readonly models: readonly string[]
  readonly maxCharacters: number
  readonly timeoutMs: number
  readonly capabilities: Capabilities
  readonly accounts: readonly Account[]
  /** What proves that an account can answer; for an `answer` the first model is asked. */
  probeKind(account: Account): ProbeKind
  /** The family whose quota a model draws on, where an account has several. */
  familyOf?(model: string): string | undefined
  /**
   * Answers one turn. Each batch holds what one read of the source gave, so that a fast stream costs
   * one hand-over a read and not one a word.
   *
   * @param signal Ends the work at its source; nothing may be left running after the iterable has ended
   * @throws {EngineFailure}
   */
  run(turn: Turn, account: Account, signal: AbortSignal): AsyncIterable<readonly EngineEvent[]>
  /**
   * Checks, without asking a model, whether an account could answer now. Only for accounts whose
   * {@link Engine.probeKind} is `status`.
   *
   * @throws {EngineFailure} the same verdicts as an answer
   */
  checkStatus(account: Account, signal: AbortSignal): Promise<void>
  /** Whether a probe would have to wait, because the account runs one process at a time. */
  isBusy?(account: Account): boolean
}
