import type { EngineEvent } from '../contract/text.ts'

/** Changes an answer on its way out: holds text back, or makes something else of it. */
export interface ReplyFilter {
  /**
   * @param events One batch, the last of an answer ended by `finish`
   * @throws {EngineFailure} when the answer is not what was asked for
   */
  apply(events: readonly EngineEvent[]): readonly EngineEvent[]
}
