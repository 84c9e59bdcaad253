import type { components, paths } from '../../ui/api-types.ts'

export type Conversation = components['schemas']['Conversation']
export type Message = components['schemas']['ConversationMessage']
/** One call of a tool for an answer. */
export type Call = Message['steps'][number]['calls'][number]
type NewMessage =
  paths['/api/conversations/{id}/messages']['post']['requestBody']['content']['application/json']
/** As the service takes it with a message. */
export type NewAttachment = NonNullable<NewMessage['attachments']>[number]

/** What an answer does before its text. */
export interface Progress {
  isThinking: boolean
  position: number | null
  waitSeconds: number | null
}

/** Whether an answer waits or is being written. */
export function isUnfinished({ status }: Message): boolean {
  return status === 'waiting' || status === 'running'
}

/** The call about which an answer waits for a decision. */
export function callToConfirm({ status, steps }: Message): Call | undefined {
  const call = steps.at(-1)?.calls.at(-1)
  return status === 'running' && call?.confirm?.decision === null ? call : undefined
}

/** What happens in a conversation, as the service tells it. */
export type ConversationEvent = components['schemas']['ConversationEvent']
