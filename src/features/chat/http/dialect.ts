import type { Static, TSchema } from '@sinclair/typebox'
import type { AttachmentReport } from '../../../core/attachments/attachment.ts'
import type { Caller } from '../../../core/caller.ts'
import type { TextEvent } from '../../../core/engines/text-event.ts'
import type { ChatAnswer, ChatInput, ChatTask } from '../chat.ts'
import type { AttachedPart } from './attached-part.ts'

/** A request of any dialect as a chat, and how its answer is written. */
export interface ReadChat {
  /** Without its attachments, which are still to be taken in. */
  input: ChatInput
  attached: readonly AttachedPart[]
  /** A whole answer as the body of the response. */
  whole(answer: ChatAnswer): object | Promise<object>
  /** A writer of one streamed answer. */
  writer(): AnswerWriter
  /** Of a request whose client does not wait for the answer. */
  background?: BackgroundAnswer
}

/** An answer that goes on without its client. The input must ask for a whole one. */
export interface BackgroundAnswer {
  /** Of its run. */
  id: string
  /** The body of the response for now. */
  response: object
  /** Makes it known before the run starts. @throws {AppError} when it cannot be stored */
  prepare(): Promise<void>
  /** Stores the answer. */
  succeeded(answer: ChatAnswer): Promise<void>
  /** Stores why there is none, also where no run could be started. */
  failed(error: unknown): Promise<void>
}

export interface ReadContext {
  caller: Caller
  /** UTC milliseconds. */
  now: number
}

/** The wire form of one kind of client: which requests it sends, and how it reads answers. */
export interface Dialect<body extends TSchema> {
  body: body
  /** Of the encoded request. */
  maxBytes: number
  /** @throws {AppError} for what the schema cannot refuse */
  read(body: Static<body>, context: ReadContext): ReadChat | Promise<ReadChat>
  /**
   * The answer to a request that asks nothing of an engine; undefined for any other.
   *
   * @throws {AppError} for what the schema cannot refuse
   */
  answerAtOnce?(
    body: Static<body>,
    context: ReadContext,
  ): object | undefined | Promise<object | undefined>
}

/** What differs between the surfaces of one dialect. */
export interface ChatSurface<body extends TSchema> extends Dialect<body> {
  task: ChatTask
  /**
   * How long a request waits for its lease, in milliseconds; without it, a request is refused at
   * once.
   */
  leaseWaitMs?: number
  /**
   * Whether the headers of a stream are sent before a model is chosen and asked, for programs that
   * ask again after any error status: they get its failures in the stream, where they are final.
   */
  sendsHeadersAtOnce?: true
}

/** The field of an answer with these attachments; without any there is none. */
export function ownFields(attachments: readonly AttachmentReport[] | undefined) {
  return attachments === undefined ? {} : { hearth: { attachments } }
}

/** What a model says instead of an answer that it refuses. */
export function refusalOf(fields: Readonly<Record<string, unknown>>): string {
  const text = fields['refusal']
  return typeof text === 'string' ? text : ''
}

/** The engine and the model that answer. */
export interface Answering {
  engine: string
  model: string
}

/**
 * Writes one streamed answer in the form that the clients of a dialect read. Every method returns
 * whole frames, or an empty string for none. The order of the calls is `start`, then any number of
 * `idle` and `batch`, then `end` or `failure`.
 */
export interface AnswerWriter {
  readonly contentType: 'text/event-stream' | 'application/x-ndjson'
  /**
   * Whether a silent stream sends SSE comments, with the place in the queue, and `idle` only once a
   * minute. Clients that give up in spite of comments get `idle` each time.
   */
  readonly sendsComments: boolean
  /** @param answering Undefined where the stream starts before an engine answers */
  start(answering: Answering | undefined): string
  /** A sign of life that changes nothing of the answer. */
  idle(): string
  batch(events: readonly TextEvent[]): string
  end(): string | Promise<string>
  /** @param error Of the run; only what `expectedError` gives may be shown */
  failure(error: unknown): string | Promise<string>
}
