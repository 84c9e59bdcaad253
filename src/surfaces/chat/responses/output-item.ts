import type { ResponseOutputItem } from 'openai/resources/responses/responses'

/** How an item, or the whole of an answer, has ended. */
export type ItemStatus = 'completed' | 'incomplete'

/** One item of an answer while it is written. */
export interface OutputItem {
  /** Ends it without an event. */
  end(status: ItemStatus): void
  /** Ends it. @returns The events of that */
  close(status: ItemStatus): string
  /** As far as it has been written. */
  value(): ResponseOutputItem
}
