import type { Static } from '@sinclair/typebox'
import { timeOrNullView, timeView } from '../shared/fields.ts'
import { seconds } from '../shared/job-view.ts'
import type { Folder } from './folders.ts'
import type { ConversationEvent, ConversationRecord, MessageRecord } from './message-record.ts'
import type { MessageStepRow } from './message-step-store.ts'
import type {
  Conversation,
  ConversationAttachment,
  ConversationFolder,
  ConversationMessage,
  ConversationStep,
} from './schema.ts'

export function conversationView({
  id,
  title,
  pinned,
  folderId,
  allowedTools,
  assistantId,
  createdAt,
  updatedAt,
}: ConversationRecord): Static<typeof Conversation> {
  return {
    id,
    title,
    pinned,
    folder_id: folderId,
    allowed_tools: [...allowedTools],
    assistant_id: assistantId,
    created_at: timeView(createdAt),
    updated_at: timeView(updatedAt),
  }
}

export function folderView({
  id,
  name,
  isOpen,
  conversations,
  createdAt,
}: Folder): Static<typeof ConversationFolder> {
  return { id, name, open: isOpen, conversations, created_at: timeView(createdAt) }
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

function stepView({ position, atOffset, step }: MessageStepRow): Static<typeof ConversationStep> {
  return {
    position,
    at_offset: atOffset,
    calls: step.calls.map(({ tool, label, text, ms, ok, confirm = null, passages = [] }) => ({
      tool,
      label,
      text,
      seconds: ms / 1000,
      ok,
      confirm,
      passages: passages.map((passage) => ({ ...passage })),
    })),
  }
}

export function messageView(message: MessageRecord): Static<typeof ConversationMessage> {
  return {
    id: message.id,
    conversation_id: message.conversationId,
    parent_id: message.parentId ?? null,
    role: message.role,
    content: message.content,
    thoughts: message.thoughts ?? null,
    thought_seconds: message.thoughtMs === undefined ? null : seconds(message.thoughtMs),
    attachments: message.attachments.map(attachmentView),
    steps: message.steps.map(stepView),
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

/** An event on the wire. */
export function eventView(event: ConversationEvent): object {
  const { type } = event
  switch (type) {
    case 'snapshot':
      return {
        type,
        conversation: conversationView(event.conversation),
        messages: event.messages.map(messageView),
        next_cursor: event.nextCursor ?? null,
      }
    case 'conversation':
      return { type, conversation: conversationView(event.conversation) }
    case 'message':
      return { type, message: messageView(event.message) }
    case 'text':
      return { type, message_id: event.messageId, offset: event.offset, text: event.text }
    case 'thinking':
      return { type, message_id: event.messageId, offset: event.offset, text: event.text }
    case 'step':
    case 'confirm':
      return { type, message_id: event.messageId, step: stepView(event.step) }
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

/** Messages as a text to read, in pieces. */
export function* markdownOf(title: string, messages: Iterable<MessageRecord>): Generator<string> {
  yield `# ${title || 'Conversation'}\n`
  for (const { role, content, attachments, answeredBy } of messages) {
    const by = role === 'user' ? 'You' : (answeredBy ?? 'Answer')
    const files = attachments.map((one) => `- Attached: ${escaped(one.name)}`).join('\n')
    yield `\n## ${by}\n\n${[files, content].filter(Boolean).join('\n\n')}\n`
  }
}

/** What others see of messages: no thoughts, no calls of tools, no errors. */
export function* sharedMessageViews(messages: Iterable<MessageRecord>): Generator<object> {
  for (const { id, role, content, attachments, answeredBy, createdAt } of messages)
    yield {
      id,
      role,
      content,
      attachments: attachments.map(attachmentView),
      answered_by: answeredBy ?? null,
      created_at: timeView(createdAt),
    }
}

/** The views of messages, each made when it is needed. */
export function* messageViews(
  messages: Iterable<MessageRecord>,
): Generator<Static<typeof ConversationMessage>> {
  for (const message of messages) yield messageView(message)
}

/** A file's name as text, whatever is in it. */
function escaped(name: string): string {
  return name.replace(/[\\`*_{}[\]<>()#+!|~&]/g, '\\$&')
}
