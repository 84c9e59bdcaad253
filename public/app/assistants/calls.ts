import { signal } from '@preact/signals'
import { api, read } from '../../ui/api.ts'
import type { Assistant, OfferedTool } from './types.ts'

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
