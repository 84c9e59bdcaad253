import { computed, signal } from '@preact/signals'
import { api, read } from '../../ui/api.ts'
import type { components } from '../../ui/api-types.ts'
import { path } from '../../ui/router.ts'

export type ListedConversation = components['schemas']['ConversationList']['items'][number]

export type Folder = components['schemas']['ConversationFolder']

interface ConversationPage {
  items: readonly ListedConversation[]
  pinned: readonly ListedConversation[]
  folders: readonly Folder[]
  nextCursor: string | null
  /** How many conversations others share. */
  shared: number
}

export const PAGE_SIZE = 50
/** Of the list beside the folders. */
const UNFILED = { limit: PAGE_SIZE, folder: 'none' }

/** The conversations, the latest first; undefined before they are known. */
export const conversations = signal<ConversationPage | undefined>(undefined)
/** The path where the list was opened, on a phone. */
const openedAt = signal<string | undefined>(undefined)
/** Whether they cover the conversation. Another path closes them as it is drawn, in one and the same frame. */
export const isListOpen = computed(() => openedAt.value === path.value)
/** Those that are being dragged to a folder. */
export const dragged = signal<readonly { id: string; folder_id?: string | null }[]>([])
/** Those that are being deleted, for as long as that can be undone. */
export const leaving = signal<ReadonlySet<string>>(new Set())
/** Those that are chosen, while several are; undefined while none can be. */
export const selection = signal<ReadonlySet<string> | undefined>(undefined)
export const listError = signal<unknown>(undefined)

export function openList(): void {
  openedAt.value = path.peek()
}

export function closeList(): void {
  openedAt.value = undefined
}

/** Loads the first page again. */
export async function loadConversations(): Promise<void> {
  try {
    const page = await read(api.GET('/api/conversations', { params: { query: UNFILED } }))
    const { items = [], pinned = [] } = conversations.peek() ?? {}
    const known = new Map([...items, ...pinned].map((one) => [one.id, one]))
    // One that has not changed stays the same object, and is not drawn again.
    const kept = (one: ListedConversation) => {
      const before = known.get(one.id)
      return JSON.stringify(before) === JSON.stringify(one) && before ? before : one
    }
    conversations.value = {
      items: page.items.map(kept),
      pinned: page.pinned.map(kept),
      folders: page.folders,
      nextCursor: page.next_cursor,
      shared: page.shared_with_me,
    }
    listError.value = undefined
  } catch (error) {
    listError.value = error
  }
}

/** Loads the page after those that are shown. */
export async function loadMoreConversations(): Promise<void> {
  const shown = conversations.value
  if (shown?.nextCursor === undefined || shown.nextCursor === null) return
  const query = { ...UNFILED, cursor: shown.nextCursor }
  const page = await read(api.GET('/api/conversations', { params: { query } }))
  conversations.value = {
    ...shown,
    items: [...shown.items, ...page.items],
    nextCursor: page.next_cursor,
  }
}
