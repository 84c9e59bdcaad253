import type { Capabilities, Message } from '../../engines/contract.ts'
import { countCharacters } from '../../platform/characters.ts'

/** Code points of all messages' text, system prompts included, tool schemas not. */
export function conversationCharacters(messages: readonly Message[]): number {
  let characters = 0
  for (const { content } of messages) {
    if (typeof content === 'string') characters += countCharacters(content)
    else
      for (const part of content ?? [])
        if (part.type === 'text') characters += countCharacters(part.text)
  }
  return characters
}

/** What a conversation asks of the engine that answers it. */
export interface Demand {
  needs: Capabilities
  characters: number
}

export function demandOf(
  messages: readonly Message[],
  options: Readonly<Record<string, unknown>>,
): Demand {
  return { needs: needsOf(messages, options), characters: conversationCharacters(messages) }
}

function needsOf(
  messages: readonly Message[],
  options: Readonly<Record<string, unknown>>,
): Capabilities {
  const { tool_choice: choice, response_format: format } = options
  const formatType: unknown = Reflect.get(Object(format), 'type')
  return {
    images: messages.some(
      ({ content }) => Array.isArray(content) && content.some((part) => part.type === 'image_url'),
    ),
    structured: formatType === 'json_schema' || formatType === 'json_object',
    // Tools that the model may leave alone need nothing; a forced call does.
    tools: choice === 'required' || (typeof choice === 'object' && choice !== null),
  }
}
