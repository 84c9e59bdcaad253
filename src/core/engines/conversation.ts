import type { Capabilities, Message } from '../../engines/contract/text.ts'
import { countCharacters } from '../../platform/subprocess.ts'

/**
 * Code points of all messages' text. System prompts and the arguments of past function calls count;
 * tool schemas do not.
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

/** Additional fields of a message are not validated, so each call is checked on its own. */
function argumentCharacters(message: Message): number {
  const calls: unknown = Reflect.get(message, 'tool_calls')
  // Older clients send a single call in a field of its own.
  const call: unknown = Reflect.get(message, 'function_call')
  let characters = call === undefined ? 0 : charactersOfCall(call)
  if (!Array.isArray(calls)) return characters
  for (const call of calls) characters += charactersOfCall(Reflect.get(Object(call), 'function'))
  return characters
}

function charactersOfCall(called: unknown): number {
  const text: unknown = Reflect.get(Object(called), 'arguments')
  return typeof text === 'string' ? countCharacters(text) : 0
}

/**
 * Tells the model something before all else. It is a part of the first message to it where there is
 * one, as some models take no second.
 */
export function withInstructions(messages: readonly Message[], text: string): Message[] {
  const [first, ...rest] = messages
  if (text === '') return [...messages]
  if (first?.role === 'system' && typeof first.content === 'string')
    return [{ ...first, content: `${text}\n\n${first.content}` }, ...rest]
  return [{ role: 'system', content: text }, ...messages]
}

/** What an engine needs to be able to do to answer a conversation. */
export interface Requirements {
  needs: Capabilities
  /** Code points of the messages. */
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
  return {
    images: messages.some(
      ({ content }) => Array.isArray(content) && content.some(({ type }) => type === 'image_url'),
    ),
    structured: formatType === 'json_schema' || formatType === 'json_object',
    // Optional tools may be ignored by an engine; a forced call may not.
    tools: choice === 'required' || (typeof choice === 'object' && choice !== null),
  }
}
