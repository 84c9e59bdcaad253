import type { ResponseOutputItem } from 'openai/resources/responses/responses'
import { randomText } from '../../../../platform/ids.ts'

const PREFIX = 'resp_'
const TOKEN_BYTES = 16
const TOKEN = '[A-Za-z0-9_-]{22}'
const ITEM_ID = new RegExp(`^(?:msg|rs|fc|ctc)_(${TOKEN})_[0-9]+$`)

export function newResponseId(): string {
  return PREFIX + randomText(TOKEN_BYTES)
}

/** Of an item of a response: the response is found by it. */
export function itemId(
  prefix: 'msg' | 'rs' | 'fc' | 'ctc',
  responseId: string,
  index: number,
): string {
  return `${prefix}_${responseId.slice(PREFIX.length)}_${index}`
}

/** Of an item of a request that has no id of its own. No other request can refer to it. */
export function inputItemId(responseId: string, index: number): string {
  return `msg_${responseId.slice(PREFIX.length)}_in${index}`
}

/** @returns The response that an item is of; undefined for an id of another form */
export function responseOfItem(id: string): string | undefined {
  const token = ITEM_ID.exec(id)?.[1]
  return token === undefined ? undefined : PREFIX + token
}

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
