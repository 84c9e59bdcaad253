import type { Caller } from '../../core/caller.ts'
import type { Assistants } from './assistants.ts'
import type { AssistantParameters } from './table.ts'

/** How a model is asked in a conversation. */
export interface ChatSettings {
  /** Empty for none. */
  instructions: string
  /** Undefined where nothing says. */
  model: string | undefined
  parameters: AssistantParameters
  tools: readonly string[]
  /** Whether its assistant was deleted. */
  isGone: boolean
}

/** What the assistant of a conversation says. */
export function chatSettings(
  assistants: Pick<Assistants, 'find'>,
  caller: Caller,
  assistantId: string | null | undefined,
): ChatSettings {
  const assistant = assistantId ? assistants.find(caller, assistantId) : undefined
  return {
    instructions: assistant?.instructions ?? '',
    model: assistant?.model ?? undefined,
    parameters: assistant?.parameters ?? {},
    tools: assistant?.tools ?? [],
    isGone: Boolean(assistantId) && assistant === undefined,
  }
}
