import type { Static, TSchema } from '@sinclair/typebox'
import type { Caller } from '../../core/caller.ts'
import type { ChatAnswer, ChatInput, ChatTask } from '../../core/text/chat.ts'
import type { AnswerWriter } from './answer-writer.ts'
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
