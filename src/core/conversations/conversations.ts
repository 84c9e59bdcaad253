import type { ConversationRow, ConversationStore } from '../../db/conversation-store.ts'
import type {
  MessageAttachmentRow,
  MessageAttachmentStore,
} from '../../db/message-attachment-store.ts'
import type { MessageRow, MessageStore, NewMessageRow } from '../../db/message-store.ts'
import type { Transactor } from '../../db/open.ts'
import { AppError } from '../../platform/errors.ts'
import { randomId } from '../../platform/ids.ts'
import type { Caller } from '../caller.ts'
import { numberCursor, type Page, pageOf, timePage } from '../list-page.ts'
import type { Admission } from '../tasks/admission.ts'
import type { EventStreams } from '../tasks/event-streams.ts'
import type { Lease } from '../tasks/lease.ts'
import { AUTO, type Models } from '../text/models.ts'
import type { Answers } from './answers.ts'
import type { AttachmentContents, OpenedAttachment } from './attachment-contents.ts'
import type { ConversationEvent, NumberedEvent } from './conversation-event.ts'
import type { ConversationFeeds } from './conversation-feeds.ts'
import { type ConversationRecord, conversationRecord, titleOf } from './conversation-record.ts'
import type { ConversationTask } from './conversation-task.ts'
import { planTurn, type TurnMessage } from './conversation-turn.ts'
import type { MessageAttachments, NewAttachment, UnsentAttachment } from './message-attachments.ts'
import { type MessageRecord, messageRecord } from './message-record.ts'
import { latestLeaf, pathTo } from './message-tree.ts'
import { idFor, sentBefore } from './request-key.ts'
import { excerptOf, hasWordOf, searchExpression } from './search-expression.ts'

/** Pinned conversations that a list shows. See Limits. */
export const MAX_PINNED = 50

interface ConversationsOptions {
  store: ConversationStore
  messages: MessageStore
  db: Transactor
  answers: Answers
  feeds: ConversationFeeds
  streams: EventStreams
  task: ConversationTask
  models: Models
  /** Of model requests. */
  admission: Admission
  attachmentStore: MessageAttachmentStore
  contents: AttachmentContents
  attachments: MessageAttachments
  /** How long a message with attachments waits for its lease. */
  leaseWaitMs: number
  now: () => number
}

/** A conversation with its messages. */
export interface WholeConversation extends ConversationRecord {
  /** The oldest first. */
  messages: MessageRecord[]
  /** A watcher who goes on after it misses nothing. */
  lastEventId: string
}

/** A message to be sent. */
export interface NewMessage {
  /** May be empty where something is attached. */
  content: string
  attachments?: readonly NewAttachment[] | undefined
  /** Whether the sender may attach files of this machine. */
  mayUsePaths?: boolean | undefined
  /** As in a chat request; by default that of the last answer, else `auto`. */
  model?: string | undefined
  /** The answer that it follows; null begins anew; undefined follows the latest message. */
  parentId?: string | null | undefined
  /** The sender's own name for it: sent again, it makes no second message. */
  key?: string | undefined
}

/** A message with the answer that is being made. */
export interface SentMessage {
  message: MessageRecord
  answer: MessageRecord
}

/** A conversation in which a search has found words. */
export interface FoundConversation {
  conversation: ConversationRecord
  messageId: string
  /** The part of the message around the words. */
  excerpt: string
}

/** The conversations that are kept for their owners. Nobody else can read them. */
export class Conversations {
  readonly kind = 'conversations'
  readonly #options: ConversationsOptions

  constructor(options: ConversationsOptions) {
    this.#options = options
  }

  /** @param key The caller's own name for it: sent again, it makes no second one */
  create({ owner }: Caller, title: string | undefined, key?: string): ConversationRecord {
    const { store, now } = this.#options
    const at = now()
    const id = idFor('cnv_', [owner], key)
    const earlier = key === undefined ? undefined : store.byId(id)
    if (earlier !== undefined) return conversationRecord(earlier)
    const row: ConversationRow = {
      id,
      owner,
      title: title ?? '',
      isTitled: title !== undefined,
      pinnedAt: null,
      createdAt: at,
      updatedAt: at,
    }
    store.insert(row)
    return conversationRecord(row)
  }

  /** With the latest message first. */
  list({ owner }: Caller, limit: number, cursor: string | undefined): Page<ConversationRecord> {
    return timePage(limit, cursor, {
      read: (count, after) => this.#options.store.page(owner, count, after),
      cursorOf: ({ updatedAt, id }) => ({ at: updatedAt, id }),
      itemOf: conversationRecord,
    })
  }

  /** The pinned ones, the last pinned first. */
  pinned({ owner }: Caller): ConversationRecord[] {
    return this.#options.store.pinned(owner, MAX_PINNED).map(conversationRecord)
  }

  /** Messages with all words of a query, the newest first. */
  search(
    { owner }: Caller,
    query: string,
    limit: number,
    cursor: string | undefined,
  ): Page<FoundConversation> {
    const { store, messages } = this.#options
    const expression = searchExpression(query)
    if (expression === undefined) return { items: [], nextCursor: undefined }
    const before = cursor === undefined ? undefined : numberCursor(cursor)
    const rows = messages.search(owner, expression, limit + 1, before)
    const page = pageOf(
      rows,
      limit,
      ({ seq }) => String(seq),
      (row) => row,
    )
    return {
      nextCursor: page.nextCursor,
      items: page.items.flatMap(({ conversationId, messageId, content, names }) => {
        const row = store.byId(conversationId)
        if (row === undefined) return []
        const conversation = conversationRecord(row)
        return [{ conversation, messageId, excerpt: excerptIn(content, names, query) }]
      }),
    }
  }

  /** @throws {AppError} `not_found` */
  get(caller: Caller, id: string): WholeConversation {
    const row = this.#own(caller, id)
    return {
      ...conversationRecord(row),
      messages: this.#records(id),
      lastEventId: this.#options.feeds.lastId(id),
    }
  }

  /** @throws {AppError} `not_found` */
  change(
    caller: Caller,
    id: string,
    { title, pinned }: { title?: string | undefined; pinned?: boolean | undefined },
  ): ConversationRecord {
    const { store, feeds, now } = this.#options
    const before = this.#own(caller, id)
    const change = {
      ...(title === undefined ? {} : { title, isTitled: true }),
      ...(pinned === undefined ? {} : { pinnedAt: pinned ? (before.pinnedAt ?? now()) : null }),
    }
    if (Object.keys(change).length === 0) return conversationRecord(before)
    store.update(id, change)
    const conversation = conversationRecord({ ...before, ...change })
    feeds.publish(id, { type: 'conversation', conversation })
    return conversation
  }

  /**
   * Deletes a conversation with its messages and what a search would find, and ends its answers.
   *
   * @throws {AppError} `not_found`
   */
  async delete(caller: Caller, id: string): Promise<void> {
    this.#own(caller, id)
    const { db, store, messages, answers, contents, feeds } = this.#options
    await answers.stopConversation(id)
    db.transaction(() => {
      messages.deleteOfConversation(id)
      store.delete(id)
    })
    feeds.publish(id, { type: 'deleted' })
    await contents.removeConversations([id])
  }

  /** Deletes all of an owner's. Called in a transaction. */
  deleteOwned(owner: string) {
    const { store, messages, answers, contents, feeds } = this.#options
    const ids = store.idsOf(owner)
    for (const id of ids) {
      messages.deleteOfConversation(id)
      store.delete(id)
    }
    return {
      count: ids.length,
      afterwards: async () => {
        await Promise.all(ids.map((id) => answers.stopConversation(id)))
        for (const id of ids) feeds.publish(id, { type: 'deleted' })
        await contents.removeConversations(ids)
      },
    }
  }

  /**
   * Sends a message and starts the answer to it, which goes on without a reader. Attachments are read
   * before the message is written, so that each message has only what a model can be given.
   *
   * @param signal Fires when the client has left; ends the reading of attachments
   * @throws {AppError} `not_found` for the conversation or the parent; `busy`; what the choice of a
   * model throws, such as `too_long`; what the attachments throw; `conflict` for the key of another
   * message
   */
  async send(
    caller: Caller,
    conversationId: string,
    message: NewMessage,
    signal: AbortSignal,
  ): Promise<SentMessage> {
    const { attachments = [], mayUsePaths = false } = message
    const isNew = this.#sentBefore(caller, conversationId, message) === undefined
    if (attachments.length === 0 || !isNew)
      return this.#send(caller, conversationId, message, [], undefined)
    const { task, admission, leaseWaitMs, attachments: intake } = this.#options
    task.authorize?.(caller)
    const lease = admission.acquire(caller)
    let unsent: UnsentAttachment[] = []
    try {
      if (!lease.isGranted) await lease.granted(signal, leaseWaitMs)
      const wanted = { attachments, mayUsePaths }
      unsent = await intake.prepare(caller, conversationId, wanted, signal)
      return this.#send(caller, conversationId, message, unsent, lease)
    } catch (error) {
      lease[Symbol.dispose]()
      throw error
    } finally {
      await intake.settle(conversationId, unsent)
    }
  }

  /**
   * Answers a message once more; the earlier answers stay, as branches.
   *
   * @param id The message, or one of its answers
   * @param key The caller's own name for it: sent again, it makes no second answer
   * @throws As {@link send}
   */
  retry(
    caller: Caller,
    conversationId: string,
    id: string,
    model: string | undefined,
    key?: string,
  ): MessageRecord {
    const conversation = this.#own(caller, conversationId)
    const rows = this.#options.messages.ofConversation(conversationId)
    const answerId = idFor('msg_', [caller.owner, conversationId, id], key)
    const earlier = rows.find((row) => row.id === answerId)
    if (earlier !== undefined) return this.#options.answers.record(earlier)
    const given = rows.find((row) => row.id === id)
    const askedId = given?.role === 'assistant' ? given.parentId : given?.id
    const path = pathTo(rows, askedId ?? '')
    const question = path?.at(-1)
    if (given === undefined || path === undefined || question === undefined) throw noMessage()
    const name = model ?? given.model ?? lastModel(path)
    const turn = this.#turnPath(conversationId, path)
    const parts = { conversation, model: name, path: turn, questionId: question.id, id: answerId }
    return this.#answer(caller, parts)
  }

  /** The messages from the first to the given one, with what is attached; undefined when it is gone. */
  path(
    conversationId: string,
    id: string,
  ): readonly TurnMessage<MessageAttachmentRow>[] | undefined {
    const path = pathTo(this.#options.messages.ofConversation(conversationId), id)
    return path && this.#turnPath(conversationId, path)
  }

  /**
   * An attachment for the owner of its conversation.
   *
   * @param part The file as it came, or its first picture as a model gets it
   * @throws {AppError} `not_found`
   */
  async attachment(
    caller: Caller,
    conversationId: string,
    id: string,
    part: 'file' | 'picture',
  ): Promise<OpenedAttachment> {
    const { attachmentStore, contents } = this.#options
    this.#own(caller, conversationId)
    const row = attachmentStore.find(conversationId, id)
    if (row === undefined)
      throw new AppError('not_found', 'There is no such attachment in this conversation')
    return await contents.open(row, part)
  }

  /** Ends an answer where it is. @throws {AppError} `not_found` */
  async stop(caller: Caller, conversationId: string, id: string): Promise<MessageRecord> {
    const { messages, answers } = this.#options
    this.#own(caller, conversationId)
    const row = messages.byId(id)
    if (row?.conversationId !== conversationId) throw noMessage()
    await answers.stop(id)
    return answers.record(messages.byId(id) ?? row)
  }

  /**
   * What happens in a conversation, from now or from an earlier event on.
   *
   * @param after Id of the last event that the watcher knows; without it, a snapshot comes first
   * @returns The events, and what must be called at their end
   * @throws {AppError} `not_found`; `busy` when the owner watches too much
   */
  watch(
    caller: Caller,
    id: string,
    after: string | undefined,
  ): { events: AsyncGenerator<NumberedEvent>; close: () => void } {
    const { feeds, streams } = this.#options
    this.#own(caller, id)
    const release = streams.open(caller.owner)
    const abort = new AbortController()
    const events = feeds.watch(id, after, () => this.#snapshot(id), abort.signal)
    return {
      events,
      close: () => {
        abort.abort()
        release()
      },
    }
  }

  #sentBefore(
    caller: Caller,
    conversationId: string,
    { key, content }: NewMessage,
  ): SentMessage | undefined {
    this.#own(caller, conversationId)
    if (key === undefined) return undefined
    const id = idFor('msg_', [caller.owner, conversationId], key)
    return sentBefore(this.#records(conversationId), id, content)
  }

  /** @param lease The one that was held while the attachments were read */
  #send(
    caller: Caller,
    conversationId: string,
    message: NewMessage,
    attachments: readonly UnsentAttachment[],
    lease: Lease | undefined,
  ): SentMessage {
    const conversation = this.#own(caller, conversationId)
    const earlier = this.#sentBefore(caller, conversationId, message)
    if (earlier !== undefined) {
      lease?.[Symbol.dispose]()
      return earlier
    }
    const rows = this.#options.messages.ofConversation(conversationId)
    const parent = parentOf(rows, message.parentId)
    const path = parent === undefined ? [] : (pathTo(rows, parent.id) ?? [])
    const { content, model = lastModel(path) } = message
    const at = this.#options.now()
    const row: NewMessageRow = {
      id: idFor('msg_', [caller.owner, conversationId], message.key),
      ...{ conversationId, parentId: parent?.id ?? null },
      ...{ role: 'user', content, status: 'complete', createdAt: at, finishedAt: at },
      ...EMPTY,
    }
    const asked = {
      row,
      attachments: attachments.map((one, position) => ({ ...one, messageId: row.id, position })),
    }
    const turn = [
      ...this.#turnPath(conversationId, path),
      { ...row, attachments: asked.attachments },
    ]
    const parts = { conversation, model, path: turn, questionId: row.id, asked, lease }
    const answer = this.#answer(caller, parts)
    return { message: askedRecord(asked), answer }
  }

  #answer(
    caller: Caller,
    { conversation, model, path, questionId, asked, lease: held, id }: AnswerParts,
  ): MessageRecord {
    const { task, models, admission, answers, now } = this.#options
    task.authorize?.(caller)
    planTurn(path, (requirements) => void models.select(caller, model, requirements))
    const answer: NewMessageRow = {
      ...{ id: id ?? randomId('msg_'), conversationId: conversation.id, parentId: questionId },
      ...{ role: 'assistant', content: '', status: 'waiting', createdAt: now() },
      ...{ ...EMPTY, model, finishedAt: null },
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

  #snapshot(id: string): ConversationEvent {
    const row = this.#options.store.byId(id)
    if (row === undefined) return { type: 'deleted' }
    const conversation = conversationRecord(row)
    return { type: 'snapshot', conversation, messages: this.#records(id) }
  }

  #records(id: string): MessageRecord[] {
    const { messages, answers } = this.#options
    const attachments = this.#attachmentsOf(id)
    return messages
      .ofConversation(id)
      .map((row) =>
        row.role === 'user'
          ? messageRecord(row, { attachments: attachments.get(row.id) })
          : answers.record(row),
      )
  }

  #turnPath(
    conversationId: string,
    path: readonly MessageRow[],
  ): TurnMessage<MessageAttachmentRow>[] {
    const attachments = this.#attachmentsOf(conversationId)
    return path.map((row) => ({ ...row, attachments: attachments.get(row.id) ?? [] }))
  }

  #attachmentsOf(conversationId: string): Map<string, MessageAttachmentRow[]> {
    return Map.groupBy(
      this.#options.attachmentStore.ofConversation(conversationId),
      ({ messageId }) => messageId,
    )
  }

  #own({ owner }: Caller, id: string): ConversationRow {
    const row = this.#options.store.byId(id)
    if (row?.owner === owner) return row
    throw new AppError('not_found', 'There is no such conversation')
  }
}

/** A message that is being sent. */
interface AskedMessage {
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

function askedRecord({ row, attachments }: AskedMessage): MessageRecord {
  return messageRecord({ ...row, seq: 0 }, { attachments })
}

/** From the text, unless only the names of the attachments have the words. */
function excerptIn(content: string, names: string | null, query: string): string {
  const isNamed = names !== null && !hasWordOf(content, query)
  return excerptOf(isNamed ? names : content, query)
}

const EMPTY = {
  model: null,
  answeredBy: null,
  errorCode: null,
  errorDetail: null,
  note: null,
} as const satisfies Partial<NewMessageRow>

/** @throws {AppError} `not_found`; `invalid` for a message of a user */
function parentOf(
  rows: readonly MessageRow[],
  parentId: string | null | undefined,
): MessageRow | undefined {
  if (parentId === null) return undefined
  const parent = parentId === undefined ? latestLeaf(rows) : rows.find(({ id }) => id === parentId)
  if (parent === undefined && parentId !== undefined) throw noMessage()
  return parent
}

/** The model of the last answer on the way to a message. */
function lastModel(path: readonly MessageRow[]): string {
  return path.findLast(({ model }) => model !== null)?.model ?? AUTO
}

function noMessage(): AppError {
  return new AppError('not_found', 'There is no such message in this conversation')
}
