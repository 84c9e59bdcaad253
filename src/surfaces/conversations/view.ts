import type { Static } from '@sinclair/typebox'
import type { ConversationEvent } from '../../core/conversations/conversation-event.ts'
import type { ConversationRecord } from '../../core/conversations/conversation-record.ts'
import type { WholeConversation as Whole } from '../../core/conversations/conversations.ts'
import type { MessageRecord } from '../../core/conversations/message-record.ts'
import { seconds } from '../kit/job-view.ts'
import { timeOrNullView, timeView } from '../kit/time-view.ts'
import type {
  Conversation,
  ConversationAttachment,
  ConversationMessage,
  WholeConversation,
} from './schema.ts'

export function conversationView({
  id,
  title,
  pinned,
  createdAt,
  updatedAt,
}: ConversationRecord): Static<typeof Conversation> {
  return { id, title, pinned, created_at: timeView(createdAt), updated_at: timeView(updatedAt) }
}

function attachmentView(
  row: MessageRecord['attachments'][number],
): Static<typeof ConversationAttachment> {
  return {
    id: row.id,
    name: row.name,
    media_type: row.mediaType,
    bytes: row.bytes,
    kind: row.kind,
    characters: row.characters,
    pages: row.pages,
    pictures: row.pictures,
    note: row.note,
  }
}

export function messageView(message: MessageRecord): Static<typeof ConversationMessage> {
  return {
    id: message.id,
    conversation_id: message.conversationId,
    parent_id: message.parentId ?? null,
    role: message.role,
    content: message.content,
    attachments: message.attachments.map(attachmentView),
    note: message.note ?? null,
    status: message.status,
    model: message.model ?? null,
    answered_by: message.answeredBy ?? null,
    error: message.error ?? null,
    position: message.position ?? null,
    expected_wait_seconds:
      message.expectedWaitMs === undefined ? null : seconds(message.expectedWaitMs),
    created_at: timeView(message.createdAt),
    finished_at: timeOrNullView(message.finishedAt),
  }
}

export function wholeView(whole: Whole): Static<typeof WholeConversation> {
  return {
    ...conversationView(whole),
    messages: whole.messages.map(messageView),
    last_event_id: whole.lastEventId,
  }
}

/** An event on the wire. */
export function eventView(event: ConversationEvent): object {
  const { type } = event
  switch (type) {
    case 'snapshot':
      return {
        type,
        conversation: conversationView(event.conversation),
        messages: event.messages.map(messageView),
      }
    case 'conversation':
      return { type, conversation: conversationView(event.conversation) }
    case 'message':
      return { type, message: messageView(event.message) }
    case 'text':
      return { type, message_id: event.messageId, offset: event.offset, text: event.text }
    case 'thinking':
      return { type, message_id: event.messageId }
    case 'place':
      return {
        type,
        message_id: event.messageId,
        position: event.position ?? null,
        expected_wait_seconds:
          event.expectedWaitMs === undefined ? null : seconds(event.expectedWaitMs),
      }
    case 'deleted':
      return { type }
  }
}

/** The branch that ends with the newest message, as a text to read. */
export function markdownOf(title: string, messages: readonly MessageRecord[]): string {
  const byId = new Map(messages.map((message) => [message.id, message]))
  const path: MessageRecord[] = []
  for (let one = messages.at(-1); one; one = byId.get(one.parentId ?? '')) path.unshift(one)
  const parts = path.map(({ role, content, attachments, answeredBy }) => {
    const by = role === 'user' ? 'You' : (answeredBy ?? 'Answer')
    const files = attachments.map((one) => `- Attached: ${escaped(one.name)}`).join('\n')
    return `## ${by}\n\n${[files, content].filter(Boolean).join('\n\n')}\n`
  })
  return [`# ${title || 'Conversation'}\n`, ...parts].join('\n')
}

/** A file's name as text, whatever is in it. */
function escaped(name: string): string {
  return name.replace(/[\\`*_{}[\]<>()#+!|~&]/g, '\\$&')
}
