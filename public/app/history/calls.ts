import { api, read, send } from '../../ui/api.ts'
import type { HistoryEntry, HistoryItem, HistoryKind, ListedItem } from './types.ts'

const PAGE_SIZE = 50

export interface HistoryPage {
  items: readonly ListedItem[]
  nextCursor: string | null
}

/** What a list shows. */
export interface Target {
  kind: HistoryKind | undefined
  /** Words of titles and texts; empty for all. */
  search: string
}

export async function loadHistory(
  { kind, search }: Target,
  cursor: string | null,
  signal?: AbortSignal,
): Promise<HistoryPage> {
  const query = {
    limit: PAGE_SIZE,
    ...(kind === undefined ? {} : { kind }),
    ...(search === '' ? {} : { q: search }),
    ...(cursor === null ? {} : { cursor }),
  }
  const options = signal === undefined ? {} : { signal }
  const page = await read(api.GET('/history', { params: { query }, ...options }))
  return { items: page.items, nextCursor: page.next_cursor }
}

export function loadEntry(id: string, signal: AbortSignal): Promise<HistoryEntry> {
  return read(api.GET('/history/{id}', { params: { path: { id } }, signal }))
}

export function changeEntry(
  id: string,
  body: { title?: string; keep?: boolean },
): Promise<HistoryItem> {
  return read(api.PATCH('/history/{id}', { params: { path: { id } }, body }))
}

export function deleteEntry(id: string): Promise<void> {
  return send(api.DELETE('/history/{id}', { params: { path: { id } } }))
}
