import type { Caller } from '../../core/caller.ts'
import type { Assistants } from './assistants.ts'
import type { SavedTexts } from './saved-texts.ts'
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

/** What its owner and its assistant say. */
export function chatSettings(
  {
    assistants,
    savedTexts,
  }: { assistants: Pick<Assistants, 'find'>; savedTexts: Pick<SavedTexts, 'instructions'> },
  caller: Caller,
  assistantId: string | null | undefined,
): ChatSettings {
  const assistant = assistantId ? assistants.find(caller, assistantId) : undefined
  const own = savedTexts.instructions(caller)
  const instructions = [own.isOn ? own.text.trim() : '', assistant?.instructions ?? '']
  return {
    instructions: instructions.filter(Boolean).join('\n\n'),
    model: assistant?.model ?? undefined,
    parameters: assistant?.parameters ?? {},
    tools: assistant?.tools ?? [],
    isGone: Boolean(assistantId) && assistant === undefined,
  }
}
