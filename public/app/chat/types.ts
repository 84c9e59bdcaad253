import type { components } from '../../ui/api-types.ts'

export type Conversation = components['schemas']['Conversation']
export type Message = components['schemas']['ConversationMessage']
/** Whether an answer waits or is being written. */
export function isUnfinished({ status }: Message): boolean {
  return status === 'waiting' || status === 'running'
}

/** What happens in a conversation, as the service tells it. */
export type ConversationEvent = components['schemas']['ConversationEvent']
