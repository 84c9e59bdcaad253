import type { Capabilities, Message } from '../../engines/contract/text.ts'
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
  // The one call of older clients stands by itself.
  const call: unknown = Reflect.get(message, 'function_call')
  let characters = call === undefined ? 0 : charactersOfCall(call)
  if (!Array.isArray(calls)) return characters
  for (const one of calls) characters += charactersOfCall(Reflect.get(Object(one), 'function'))
  return characters
}

function charactersOfCall(called: unknown): number {
  const given: unknown = Reflect.get(Object(called), 'arguments')
  return typeof given === 'string' ? countCharacters(given) : 0
}

/** What a conversation asks of the engine that answers it. */
export interface Requirements {
  needs: Capabilities
  characters: number
}

export function requirementsOf(
  messages: readonly Message[],
  options: Readonly<Record<string, unknown>>,
): Requirements {
  return { needs: needsOf(messages, options), characters: conversationCharacters(messages) }
}

function needsOf(
  messages: readonly Message[],
  options: Readonly<Record<string, unknown>>,
): Capabilities {
  const { tool_choice: choice, response_format: format } = options
  const formatType: unknown = Reflect.get(Object(format), 'type')
  let images = false
  let imageAddresses = false
  for (const { content } of messages) {
    if (!Array.isArray(content)) continue
    for (const part of content) {
      if (part.type !== 'image_url') continue
      images = true
      imageAddresses ||= !part.image_url.url.startsWith('data:')
    }
  }
  return {
    images,
    imageAddresses,
    structured: formatType === 'json_schema' || formatType === 'json_object',
    // Tools that the model may leave alone need nothing; a forced call does.
    tools: choice === 'required' || (typeof choice === 'object' && choice !== null),
  }
}
