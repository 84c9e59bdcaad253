import { type Static, Type } from '@sinclair/typebox'

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

/** Why an engine did not answer; decides what happens to the account and to the request. */
export type Verdict =
  | 'quota'
  | 'signed_out'
  | 'transient'
  | 'request'
  | 'empty'
  | 'timeout'
  | 'not_installed'
  | 'unknown'

/** What a failure told beside its class. */
export interface FailureFacts {
  /** When the account may answer again, UTC milliseconds; where the engine said so. */
  until?: number | undefined
  /** The family of models that it concerns; without one, all of the account's. */
  family?: string | undefined
  /** Whether another engine may take what this one cannot: a `request` is at fault itself otherwise. */
  elsewhere?: boolean | undefined
  /** All that was said of it, where the message holds only a redacted part. */
  raw?: string | undefined
}

/** An engine's failure with its class; the message is evidence for the owner and goes out redacted. */
export class EngineFailure extends Error {
  override readonly name = 'EngineFailure'
  readonly verdict: Verdict
  readonly until: number | undefined
  readonly family: string | undefined
  readonly elsewhere: boolean
  /** Private, so that it is in no log and no answer. */
  readonly #raw: string | undefined

  constructor(verdict: Verdict, message: string, options: ErrorOptions & FailureFacts = {}) {
    super(message, options)
    this.verdict = verdict
    this.until = options.until
    this.family = options.family
    this.elsewhere = options.elsewhere ?? false
    this.#raw = options.raw
  }

  /** To be read by patterns only, never stored or shown. */
  get raw(): string {
    return this.#raw ?? this.message
  }
}

/** A login of the owner's, or the one server behind an engine. */
export interface Account {
  id: string
}

/**
 * What a probe does: a `look` finds that the server or the tool is there and has a login; that the
 * login is still good and that there is quota, only an `answer` of a model tells.
 */
export type ProbeKind = 'look' | 'answer'

/** The least that a model can be asked. */
export function tinyTurn(model: string): Turn {
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
  /** What {@link Engine.probe} does to an account; an `answer` is one of the first model. */
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
   * Asks whether an account could answer now, as cheaply as the engine allows.
   *
   * @throws {EngineFailure} the same verdicts as an answer
   */
  probe(account: Account, signal: AbortSignal): Promise<void>
  /** Whether a probe would have to wait, because the account answers and takes one at a time. */
  isBusy?(account: Account): boolean
}
