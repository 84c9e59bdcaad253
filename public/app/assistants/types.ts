import type { components } from '../../ui/api-types.ts'

export type Assistant = components['schemas']['Assistant']
export type OfferedTool = components['schemas']['AssistantList']['tools'][number]
export type SavedPrompt = components['schemas']['SavedPrompt']
