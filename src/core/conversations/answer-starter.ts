import type { ConversationRow, ConversationStore } from '../../db/conversation-store.ts'
import type {
  MessageAttachmentRow,
  MessageAttachmentStore,
} from '../../db/message-attachment-store.ts'
import type { MessageStore, NewMessageRow } from '../../db/message-store.ts'
import type { Transactor } from '../../db/open.ts'
import { randomId } from '../../platform/ids.ts'
import type { Caller } from '../caller.ts'
import type { Admission } from '../tasks/admission.ts'
import type { Lease } from '../tasks/lease.ts'
import type { Models } from '../text/models.ts'
import type { Answers } from './answers.ts'
import type { ConversationFeeds } from './conversation-feeds.ts'
import { conversationRecord, titleOf } from './conversation-record.ts'
import type { ConversationTask } from './conversation-task.ts'
import { planTurn, type TurnMessage } from './conversation-turn.ts'
import { type MessageRecord, messageRecord } from './message-record.ts'

interface AnswerStarterOptions {
  store: ConversationStore
  messages: MessageStore
  attachmentStore: MessageAttachmentStore
  db: Transactor
  answers: Answers
  feeds: ConversationFeeds
  task: ConversationTask
  models: Models
  /** Of model requests. */
  admission: Admission
  now: () => number
}

/** A message that is being sent. */
export interface AskedMessage {
  row: NewMessageRow
  attachments: readonly MessageAttachmentRow[]
}

interface AnswerParts {
  conversation: ConversationRow
  model: string
  /** Up to the message that is answered. */
  path: readonly TurnMessage[]
  questionId: string
  /** The message, where it is new. */
  asked?: AskedMessage
  /** Of the answer; by default random. */
  id?: string
  lease?: Lease | undefined
}

/** Columns that only an answer has. */
export const NO_ANSWER = {
  model: null,
  answeredBy: null,
  errorCode: null,
  errorDetail: null,
  note: null,
} as const satisfies Partial<NewMessageRow>

/** Starts the answers to messages. */
export class AnswerStarter {
  readonly #options: AnswerStarterOptions

  constructor(options: AnswerStarterOptions) {
    this.#options = options
  }

  /**
   * Writes the answer, and the message where it is new, and starts it. Nothing is waited for.
   *
   * @throws {AppError} `busy`; what the choice of a model throws, such as `too_long`
   */
  start(
    caller: Caller,
    { conversation, model, path, questionId, asked, lease: held, id }: AnswerParts,
  ): MessageRecord {
    const { task, models, admission, answers, now } = this.#options
    task.authorize?.(caller)
    planTurn(path, (requirements) => void models.select(caller, model, requirements))
    const answer: NewMessageRow = {
      ...{ id: id ?? randomId('msg_'), conversationId: conversation.id, parentId: questionId },
      ...{ role: 'assistant', content: '', status: 'waiting', createdAt: now() },
      ...{ ...NO_ANSWER, model, finishedAt: null },
    }
    const lease = held ?? admission.acquire(caller)
    try {
      this.#insert(conversation, asked, answer)
    } catch (error) {
      lease[Symbol.dispose]()
      throw error
    }
    answers.start(caller, { ...answer, seq: 0 }, lease)
    this.#published(conversation.id, asked, answer)
    return messageRecord({ ...answer, seq: 0 })
  }

  #insert(
    { id, title, isTitled }: ConversationRow,
    asked: AskedMessage | undefined,
    answer: NewMessageRow,
  ): void {
    const { db, store, messages, attachmentStore } = this.#options
    db.transaction(() => {
      if (asked !== undefined) {
        const names = asked.attachments.map(({ name }) => name)
        messages.insert(asked.row, names)
        attachmentStore.insert(asked.attachments)
      }
      messages.insert(answer)
      const isNamed = isTitled || title !== '' || asked === undefined
      store.update(id, {
        updatedAt: answer.createdAt,
        ...(isNamed
          ? {}
          : { title: titleOf(asked.row.content || (asked.attachments[0]?.name ?? '')) }),
      })
    })
  }

  #published(id: string, asked: AskedMessage | undefined, answer: NewMessageRow): void {
    const { feeds, store } = this.#options
    if (asked !== undefined) feeds.publish(id, { type: 'message', message: askedRecord(asked) })
    feeds.publish(id, { type: 'message', message: messageRecord({ ...answer, seq: 0 }) })
    const row = store.byId(id)
    if (row !== undefined)
      feeds.publish(id, { type: 'conversation', conversation: conversationRecord(row) })
  }
}

/** The message as its owner sees it. */
export function askedRecord({ row, attachments }: AskedMessage): MessageRecord {
  return messageRecord({ ...row, seq: 0 }, { attachments })
}
