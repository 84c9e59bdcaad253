import { type Static, Type } from '@sinclair/typebox'
import { EngineFailure, FAILURES, type FailureKind } from '../engines/contract/failure.ts'
import { Message } from '../engines/contract/text.ts'
import { oneOf } from '../platform/schemas.ts'

const Id = Type.String({ minLength: 1, maxLength: 200 })

const Turn = Type.Object({
  model: Type.String(),
  messages: Type.Array(Message),
  options: Type.Record(Type.String(), Type.Unknown()),
  stream: Type.Boolean(),
  conversation: Type.Optional(Type.String()),
})

const SpeechRequest = Type.Object({
  text: Type.String(),
  voice: Type.Optional(Type.String()),
  model: Type.Optional(Type.String()),
  speed: Type.Number(),
})

/** The path of the file is that of the copy, so it is not sent. */
const TranscriptionRequest = Type.Object({
  seconds: Type.Number(),
  model: Type.Optional(Type.String()),
  language: Type.Optional(Type.String()),
  prompt: Type.Optional(Type.String()),
  task: oneOf(['transcribe', 'translate']),
  temperature: Type.Optional(Type.Number()),
})

const EmbeddingRequest = Type.Object({
  model: Type.String(),
  inputs: Type.Array(Type.Union([Type.String(), Type.Array(Type.Integer())])),
  dimensions: Type.Optional(Type.Integer()),
})

const RankingRequest = Type.Object({
  model: Type.String(),
  query: Type.String(),
  documents: Type.Array(Type.String()),
})

/** A call as it arrives at a worker node. */
export const IncomingCall = Type.Union([
  Type.Object({ kind: Type.Literal('text'), engine: Id, account: Id, turn: Turn }),
  Type.Object({
    kind: Type.Literal('status'),
    type: oneOf(['text', 'speech', 'transcription']),
    engine: Id,
    account: Id,
  }),
  Type.Object({ kind: Type.Literal('speech'), engine: Id, request: SpeechRequest }),
  Type.Object({ kind: Type.Literal('transcription'), engine: Id, request: TranscriptionRequest }),
  Type.Object({ kind: Type.Literal('embedding'), engine: Id, request: EmbeddingRequest }),
  Type.Object({ kind: Type.Literal('rerank'), engine: Id, request: RankingRequest }),
])
export type IncomingCall = Static<typeof IncomingCall>

/** The data of a job in the queue of a worker node. */
export const Order = Type.Object({
  /** The API node that waits for the result. */
  apiNode: Id,
  /** The start of the worker node that is meant. */
  instance: Id,
  call: Type.Optional(Type.Unknown()),
  /** The call as JSON, where it is large. */
  callBlob: Type.Optional(Id),
  fileBlob: Type.Optional(Id),
})
export type Order = Static<typeof Order>

/** A failure with all of its facts. */
const Failure = Type.Object({
  kind: Type.Unsafe<FailureKind>(
    Type.Union(Object.keys(FAILURES).map((kind) => Type.Literal(kind))),
  ),
  message: Type.String(),
  until: Type.Optional(Type.Number()),
  family: Type.Optional(Type.String()),
  retryableElsewhere: Type.Boolean(),
  context: Type.Object({
    tokens: Type.Optional(Type.Number()),
    limit: Type.Optional(Type.Number()),
  }),
  isPublic: Type.Boolean(),
})
type Failure = Static<typeof Failure>

/** What a worker node sends of one call. `events` come first, then one of the others. */
export const CallMessage = Type.Object({
  call: Id,
  /** Counts the messages of the call from 0. */
  sequence: Type.Integer({ minimum: 0 }),
  events: Type.Optional(Type.Array(Type.Unknown())),
  result: Type.Optional(Type.Object({ value: Type.Unknown(), blob: Type.Optional(Id) })),
  failure: Type.Optional(Failure),
})
export type CallMessage = Static<typeof CallMessage>

/** What an API node says to worker nodes. */
export const Control = Type.Union([
  Type.Object({ kind: Type.Literal('announce') }),
  Type.Object({ kind: Type.Literal('cancel'), instance: Id, call: Id }),
  Type.Object({ kind: Type.Literal('refused'), instance: Id, version: Type.String() }),
])
export type Control = Static<typeof Control>

/** The end of a worker node in order. */
export const Farewell = Type.Object({
  name: Id,
  instance: Id,
  hasStopped: Type.Literal(true),
})
export type Farewell = Static<typeof Farewell>

/** The part of an announcement that every version has. */
export const AnnouncementHead = Type.Object({ name: Id, instance: Id, version: Type.String() })

/** What is sent of a failure: all but the raw text, which may name secrets of the machine. */
export function failureData(error: unknown): Failure {
  if (!(error instanceof EngineFailure))
    return {
      kind: 'unknown',
      message: 'The call failed on the worker node; its log has the reason',
      retryableElsewhere: false,
      context: {},
      isPublic: false,
    }
  const { kind, message, until, family, retryableElsewhere, context, isPublic } = error
  return {
    kind,
    message,
    ...(until !== undefined && { until }),
    ...(family !== undefined && { family }),
    retryableElsewhere,
    context,
    isPublic,
  }
}

export function failureOf({ kind, message, ...facts }: Failure): EngineFailure {
  return new EngineFailure(kind, message, facts)
}

/** The failure of a call whose worker node, or the way to it, is lost. */
export function unreachable(message: string): EngineFailure {
  return new EngineFailure('unreachable', message)
}

/**
 * Names of everything in Redis. BullMQ has `<prefix>:<name of a worker node>:…`; the others have an `@`,
 * which a name cannot have.
 */
export class Keys {
  readonly prefix: string
  /** A stream of announcements of all worker nodes. */
  readonly workers: string
  /** A channel to all worker nodes. */
  readonly control: string

  constructor(prefix: string) {
    this.prefix = prefix
    this.workers = `${prefix}:@workers`
    this.control = `${prefix}:@control`
  }

  /** Exists while the API node lives. */
  apiNode(id: string): string {
    return `${this.prefix}:@api:${id}`
  }

  /** The stream of what worker nodes send to an API node. */
  incoming(apiNode: string): string {
    return `${this.prefix}:@in:${apiNode}`
  }

  /** Holds the instance that uses the name of a worker node. */
  holder(name: string): string {
    return `${this.prefix}:@worker:${name}`
  }

  /** A pattern of everything that is of one API node. */
  get ofApiNodes(): readonly string[] {
    return [this.incoming('*'), this.blob('*', '*')]
  }

  /** The API node of a key of {@link ofApiNodes}. */
  apiNodeOf(key: string): string {
    const [, name = ''] = key.slice(this.prefix.length).split(/:@(?:in|blob):/)
    return name.split('.', 1)[0] ?? ''
  }

  blob(id: string, part: number | '*'): string {
    return `${this.prefix}:@blob:${id}:${part}`
  }
}

/** Interval at which a worker node announces itself. @limit node-beat seconds */
export const BEAT_MS = 2_000
/**
 * How often a worker node looks whether its engines have changed, which it announces at once.
 * @limit node-change ms
 */
export const CHANGE_CHECK_MS = 250
/**
 * A node that was not heard of for so long is lost; with the pauses of the check, within six
 * seconds. @limit node-lost seconds
 */
export const LOST_MS = 5_500
/**
 * How long the start of an API node waits for a worker node to answer. @limit node-start seconds
 */
export const FIRST_NODE_MS = 3_000
/** Entries that the stream of announcements has, about. */
export const MAX_ANNOUNCEMENTS = 256
/** How an API node says that it lives. */
export const API_NODE_BEAT_MS = 1_000
export const API_NODE_KEPT_MS = 4_000

/** Of BullMQ. A call is never made a second time: a stalled one fails. */
export const QUEUE_TIMES = {
  lockDuration: 5_000,
  stalledInterval: 2_000,
  maxStalledCount: 0,
} as const
