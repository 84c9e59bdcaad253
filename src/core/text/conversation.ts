import type { Capabilities, Message } from '../../engines/contract.ts'
import { countCharacters } from '../../platform/characters.ts'
import { AppError } from '../../platform/errors.ts'

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

/**
 * Refuses a conversation over its bound; nothing is ever cut silently.
 *
 * @throws {AppError} `too_long` with the count and the bound
 */
export function requireWithin(characters: number, bound: number): void {
  if (characters <= bound) return
  throw new AppError(
    'too_long',
    `The conversation is too long: it has ${characters} characters, the bound is ${bound}`,
    { param: 'messages' },
  )
}

/** What a conversation needs of the engine that answers it. */
export function needsOf(
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
