import type { AttachmentIntake } from '../../core/attachments/intake.ts'
import type { Models } from '../../core/engines/models.ts'
import type { EventStreams } from '../../core/tasks/event-streams.ts'
import type { Queue } from '../../core/tasks/queue.ts'
import type { Runs } from '../../core/tasks/runs.ts'
import type { Transactor } from '../../db/open.ts'
import type { WriteBatch } from '../../db/write-batch.ts'
import type { Log } from '../../platform/log.ts'
import type { AttachmentContents } from './attachment-contents.ts'
import type { AttachmentTask } from './attachment-task.ts'
import { ConversationFeeds } from './conversation-feed.ts'
import { ConversationList } from './conversation-list.ts'
import { ConversationReader } from './conversation-reader.ts'
import type { ConversationStore } from './conversation-store.ts'
import type { ConversationTask } from './conversation-task.ts'
import { Conversations } from './conversations.ts'
import type { MessageAttachmentStore } from './message-attachment-store.ts'
import { MessageAttachments } from './message-attachments.ts'
import { MessageSender } from './message-sender.ts'
import type { MessageStore } from './message-store.ts'
import { ReplyRuns } from './reply-runs.ts'

interface ConversationParts {
  task: ConversationTask
  attachmentTask: AttachmentTask
  contents: AttachmentContents
  intake: AttachmentIntake
  /** @throws {AppError} `quota_exceeded` for an owner who keeps too much */
  requireRoom: (owner: string) => void
  stores: {
    conversations: ConversationStore
    messages: MessageStore
    messageAttachments: MessageAttachmentStore
  }
  db: Transactor
  batch: WriteBatch
  models: Models
  queue: Queue
  runs: Runs
  streams: EventStreams
  /** How long an answer waits for its lease, in milliseconds. */
  leaseWaitMs: number
  log: Log
  now: () => number
}

/** Creates the conversations, and what writes their answers. */
export function createConversations(parts: ConversationParts) {
  const { attachmentTask, stores } = parts
  const feeds = new ConversationFeeds((id) => replies.isActive(id))
  const common = {
    ...parts,
    store: stores.conversations,
    messages: stores.messages,
    attachmentStore: stores.messageAttachments,
    feeds,
  }
  const replies = new ReplyRuns(common)
  const conversationReader = new ConversationReader({ ...common, replies })
  const messageSender = new MessageSender({
    ...common,
    reader: conversationReader,
    replies,
    attachments: new MessageAttachments({
      ...parts,
      store: stores.messageAttachments,
      task: attachmentTask,
    }),
  })
  return {
    replies,
    conversations: new Conversations({ ...common, replies, reader: conversationReader }),
    conversationList: new ConversationList(common),
    conversationReader,
    messageSender,
  }
}
