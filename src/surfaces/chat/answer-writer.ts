import type { TextEvent } from '../../core/text/text-event.ts'

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
