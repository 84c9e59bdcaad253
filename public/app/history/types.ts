import type { components } from '../../ui/api-types.ts'

export type HistoryItem = components['schemas']['HistoryItem']
/** One of a list: with the words around what was searched for. */
export type ListedItem = components['schemas']['HistoryList']['items'][number]
export type HistoryEntry = components['schemas']['HistoryEntry']
export type HistoryKind = HistoryItem['kind']
