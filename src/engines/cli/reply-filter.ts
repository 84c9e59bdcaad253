import type { EngineEvent } from '../contract/text.ts'

/** Transforms the events of an answer: holds text back or replaces it. */
export interface ReplyFilter {
  /**
   * @param events One batch; the last batch of an answer ends with `finish`
   * @throws {EngineFailure} when the answer is not in the requested format
   */
  apply(events: readonly EngineEvent[]): readonly EngineEvent[]
}
