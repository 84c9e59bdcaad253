import { signal } from '@preact/signals'
import { api, read } from '../../ui/api.ts'
import type { Assistant, OfferedTool, SavedPrompt } from './types.ts'

interface Known {
  items: readonly Assistant[]
  tools: readonly OfferedTool[]
}

/** The assistants that the reader may use; undefined before they are known. */
export const assistants = signal<Known | undefined>(undefined)

export async function loadAssistants(signal?: AbortSignal): Promise<Known> {
  const known = await read(api.GET('/api/assistants', signal === undefined ? {} : { signal }))
  assistants.value = known
  return known
}

/** The saved prompts; undefined before they are known. */
export const prompts = signal<readonly SavedPrompt[] | undefined>(undefined)

export async function loadPrompts(signal?: AbortSignal): Promise<readonly SavedPrompt[]> {
  const { items } = await read(api.GET('/api/prompts', signal === undefined ? {} : { signal }))
  prompts.value = items
  return items
}
