import type { Capabilities, Message } from '../../engines/contract.ts'
import { countCharacters } from '../../platform/characters.ts'

/**
 * Code points of all messages' text: system prompts and the arguments of past function calls
 * included, tool schemas not.
 */
export function conversationCharacters(messages: readonly Message[]): number {
  let characters = 0
  for (const message of messages) {
    const { content } = message
    characters += argumentCharacters(message)
    if (typeof content === 'string') characters += countCharacters(content)
    else
      for (const part of content ?? [])
        if (part.type === 'text') characters += countCharacters(part.text)
  }
  return characters
}

/** Messages keep fields that are not checked: each call is looked at by itself, whatever the others are. */
function argumentCharacters(message: Message): number {
  const calls: unknown = Reflect.get(message, 'tool_calls')
  const functions: unknown[] = Array.isArray(calls)
    ? calls.map((call: unknown) => Reflect.get(Object(call), 'function'))
    : []
  let characters = 0
  // The one call of older clients stands by itself.
  for (const called of [...functions, Reflect.get(message, 'function_call')]) {
    const given: unknown = Reflect.get(Object(called), 'arguments')
    if (typeof given === 'string') characters += countCharacters(given)
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
  const images = messages.flatMap(({ content }) =>
    Array.isArray(content)
      ? content.flatMap((part) => (part.type === 'image_url' ? [part.image_url.url] : []))
      : [],
  )
  return {
    images: images.length > 0,
    imageAddresses: images.some((url) => !url.startsWith('data:')),
    structured: formatType === 'json_schema' || formatType === 'json_object',
    // Tools that the model may leave alone need nothing; a forced call does.
    tools: choice === 'required' || (typeof choice === 'object' && choice !== null),
  }
}
