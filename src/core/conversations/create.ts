import type { Stores } from '../../db/create-stores.ts'
import type { Transactor } from '../../db/open.ts'
import type { WriteBatch } from '../../db/write-batch.ts'
import type { Log } from '../../platform/log.ts'
import type { AttachmentIntake } from '../attachments/intake.ts'
import type { Admissions } from '../tasks/admissions.ts'
import type { EventStreams } from '../tasks/event-streams.ts'
import type { Queue } from '../tasks/queue.ts'
import type { TaskRunner } from '../tasks/task-runner.ts'
import type { Models } from '../text/models.ts'
import { AnswerStarter } from './answer-starter.ts'
import { Answers } from './answers.ts'
import type { AttachmentContents } from './attachment-contents.ts'
import type { AttachmentTask } from './attachment-task.ts'
import { ConversationFeeds } from './conversation-feeds.ts'
import { ConversationList } from './conversation-list.ts'
import { ConversationReader } from './conversation-reader.ts'
import type { ConversationTask } from './conversation-task.ts'
import { Conversations } from './conversations.ts'
import { MessageAttachments } from './message-attachments.ts'
import { MessageSender } from './message-sender.ts'

interface ConversationParts {
  task: ConversationTask
  attachmentTask: AttachmentTask
  contents: AttachmentContents
  intake: AttachmentIntake
  /** @throws {AppError} `quota_exceeded` for an owner who keeps too much */
  requireRoom: (owner: string) => void
  stores: Pick<Stores, 'conversations' | 'messages' | 'messageAttachments'>
  db: Transactor
  batch: WriteBatch
  models: Models
  admissions: Admissions
  queue: Queue
  runner: TaskRunner
  streams: EventStreams
  /** How long an answer waits for its lease, in milliseconds. */
  leaseWaitMs: number
  writeRetryMs: number
  log: Log
  now: () => number
}

/** Creates the conversations, and what writes their answers. */
export function createConversations(parts: ConversationParts) {
  const { task, attachmentTask, stores, admissions } = parts
  const feeds = new ConversationFeeds((id) => answers.isActive(id))
  const answers = new Answers({
    ...parts,
    store: stores.messages,
    publish: (conversationId, event) => feeds.publish(conversationId, event),
  })
  const common = {
    ...parts,
    store: stores.conversations,
    messages: stores.messages,
    attachmentStore: stores.messageAttachments,
    admission: admissions.of(task.admission ?? ''),
    ...{ answers, feeds },
  }
  const conversationReader = new ConversationReader(common)
  const messageSender = new MessageSender({
    ...common,
    reader: conversationReader,
    starter: new AnswerStarter(common),
    attachments: new MessageAttachments({
      ...parts,
      store: stores.messageAttachments,
      task: attachmentTask,
    }),
  })
  return {
    answers,
    conversations: new Conversations({ ...common, reader: conversationReader }),
    conversationList: new ConversationList(common),
    conversationReader,
    messageSender,
  }
}
