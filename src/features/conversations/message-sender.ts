import type { Caller } from '../../core/caller.ts'
import { AUTO } from '../../core/engines/models.ts'
import type { AdmittedRequest, Runs } from '../../core/tasks/runs.ts'
import type { Decision } from '../../core/tools/step.ts'
import { AppError } from '../../platform/errors.ts'
import type { ChatSettings } from '../assistants/chat-settings.ts'
import type { Confirmations } from './confirmations.ts'
import type { ConversationFeeds } from './conversation-feed.ts'
import type { ConversationReader } from './conversation-reader.ts'
import type { ConversationStore } from './conversation-store.ts'
import type { ConversationTask, WantedTools } from './conversation-task.ts'
import type { MessageAttachments, NewAttachment, UnsentAttachment } from './message-attachments.ts'
import type { MessagePaths } from './message-paths.ts'
import {
  conversationRecord,
  idFor,
  latestLeaf,
  type MessageRecord,
  pathTo,
} from './message-record.ts'
import type { MessageNode, MessageRow, MessageStore, NewMessageRow } from './message-store.ts'
import { askedRecord, NO_REPLY, type ReplyRuns } from './reply-runs.ts'

interface MessageSenderOptions {
  store: ConversationStore
  confirmations: Confirmations
  settingsOf: (caller: Caller, conversationId: string) => ChatSettings
  feeds: ConversationFeeds
  messages: MessageStore
  reader: ConversationReader
  paths: MessagePaths
  replies: ReplyRuns
  task: ConversationTask
  runs: Runs
  attachments: MessageAttachments
  /** How long a message with attachments waits for its lease, in milliseconds. */
  leaseWaitMs: number
  now: () => number
}

/** A message to be sent. */
export interface NewMessage {
  /** May be empty where something is attached. */
  content: string
  attachments?: readonly NewAttachment[] | undefined
  /** Whether the sender may attach files of this machine. */
  mayUsePaths?: boolean | undefined
  /** As in a chat request; by default that of the last answer, of the assistant, or `auto`. */
  model?: string | undefined
  /** What the model may call; by default what the assistant has. */
  tools?: WantedTools | undefined
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

/** Sends messages, has them answered, and ends answers. */
export class MessageSender {
  readonly #options: MessageSenderOptions

  constructor(options: MessageSenderOptions) {
    this.#options = options
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
    const { task, runs, leaseWaitMs, attachments: intake } = this.#options
    using admitted = runs.admit(task, caller, { signal, waitMs: leaseWaitMs })
    let unsent: UnsentAttachment[] = []
    try {
      await admitted.granted()
      const request = { attachments, mayUsePaths }
      unsent = await intake.prepare(caller, conversationId, request, signal)
      return this.#send(caller, conversationId, message, unsent, admitted)
    } finally {
      await intake.settle(conversationId, unsent)
    }
  }

  /**
   * Answers a message once more; the earlier answers stay, as branches.
   *
   * @param id The message, or one of its answers
   * @param wanted.key The caller's own name for it: sent again, it makes no second answer
   * @throws As {@link send}
   */
  retry(
    caller: Caller,
    conversationId: string,
    id: string,
    { model, tools, key }: Pick<NewMessage, 'model' | 'tools' | 'key'>,
  ): MessageRecord {
    const conversation = this.#options.reader.own(caller, conversationId)
    const { messages, paths } = this.#options
    const answerId = idFor('msg_', [caller.owner, conversationId, id], key)
    const earlier = messages.byId(answerId)
    if (earlier !== undefined) return this.#options.replies.record(earlier)
    const given = messages.byId(id)
    const askedId = given?.role === 'assistant' ? given.parentId : given?.id
    const path = pathTo(messages.nodes(conversationId), askedId ?? '')
    const question = path?.at(-1)
    if (given === undefined || path === undefined || question === undefined) throw noMessage()
    const turn = paths.turns(path)
    const name = model ?? given.model ?? lastModel(turn) ?? this.#modelOf(caller, conversationId)
    const parts = {
      conversation,
      model: name,
      path: turn,
      questionId: question.id,
      id: answerId,
      tools,
    }
    return this.#options.replies.start(caller, parts)
  }

  /** Ends an answer where it is. @throws {AppError} `not_found` */
  async stop(caller: Caller, conversationId: string, id: string): Promise<MessageRecord> {
    const { messages, replies } = this.#options
    this.#options.reader.own(caller, conversationId)
    const row = messages.byId(id)
    if (row?.conversationId !== conversationId) throw noMessage()
    await replies.stop(id)
    return replies.record(messages.byId(id) ?? row)
  }

  /**
   * Says whether a call that waits may be made.
   *
   * @param call Id of its confirmation
   * @throws {AppError} `not_found`; `conflict` where it waits no more
   */
  confirm(
    caller: Caller,
    conversationId: string,
    id: string,
    { call, decision }: { call: string; decision: Exclude<Decision, 'late'> },
  ): MessageRecord {
    const { messages, replies, confirmations, store, feeds } = this.#options
    const conversation = this.#options.reader.own(caller, conversationId)
    const row = messages.byId(id)
    if (row?.conversationId !== conversationId) throw noMessage()
    const calls = replies.record(row).steps.flatMap(({ step }) => step.calls)
    const step = calls.find(({ confirm }) => confirm?.id === call)
    if (step === undefined) throw new AppError('not_found', 'There is no such call in this answer')
    if (confirmations.isWaiting(id, call)) {
      if (decision === 'conversation') {
        const allowedTools = [...new Set([...conversation.allowedTools, step.tool])]
        store.update(conversationId, { allowedTools })
        const changed = conversationRecord({ ...conversation, allowedTools })
        feeds.publish(conversationId, { type: 'conversation', conversation: changed })
      }
      confirmations.answer(id, call, decision)
    } else if (step.confirm?.decision !== decision)
      throw new AppError('conflict', 'This call does not wait for a decision any more')
    return replies.record(row)
  }

  #modelOf(caller: Caller, conversationId: string): string {
    return this.#options.settingsOf(caller, conversationId).model ?? AUTO
  }

  #sentBefore(
    caller: Caller,
    conversationId: string,
    { key, content }: NewMessage,
  ): SentMessage | undefined {
    this.#options.reader.own(caller, conversationId)
    if (key === undefined) return undefined
    const { messages, reader } = this.#options
    const message = messages.byId(idFor('msg_', [caller.owner, conversationId], key))
    const answer = message && messages.firstChild(conversationId, message.id)
    if (message === undefined || answer === undefined) return undefined
    if (message.content === content)
      return { message: reader.record(message), answer: reader.record(answer) }
    throw new AppError('conflict', 'This Idempotency-Key was used with another message')
  }

  /**
   * Waits for nothing between its look at the key and the insertion, so that of two requests with one
   * key, which were read at the same time, the second finds the message of the first.
   *
   * @param admitted What has held the lease while the attachments were read
   */
  #send(
    caller: Caller,
    conversationId: string,
    message: NewMessage,
    attachments: readonly UnsentAttachment[],
    admitted: AdmittedRequest | undefined,
  ): SentMessage {
    const conversation = this.#options.reader.own(caller, conversationId)
    const earlier = this.#sentBefore(caller, conversationId, message)
    if (earlier !== undefined) return earlier
    const nodes = this.#options.messages.nodes(conversationId)
    const parent = parentOf(nodes, message.parentId)
    const earlierPath = parent === undefined ? [] : (pathTo(nodes, parent.id) ?? [])
    const path = this.#options.paths.turns(earlierPath)
    const { content, tools } = message
    const model = message.model ?? lastModel(path) ?? this.#modelOf(caller, conversationId)
    const at = this.#options.now()
    const row: NewMessageRow = {
      id: idFor('msg_', [caller.owner, conversationId], message.key),
      conversationId,
      parentId: parent?.id ?? null,
      role: 'user',
      content,
      status: 'complete',
      createdAt: at,
      finishedAt: at,
      ...NO_REPLY,
    }
    const asked = {
      row,
      attachments: attachments.map((one, position) => ({ ...one, messageId: row.id, position })),
    }
    const turn = [...path, { ...row, attachments: asked.attachments }]
    const parts = { conversation, model, path: turn, questionId: row.id, asked, admitted, tools }
    const answer = this.#options.replies.start(caller, parts)
    return { message: askedRecord(asked), answer }
  }
}

/** @throws {AppError} `not_found`; `invalid` for a message of a user */
function parentOf(
  nodes: readonly MessageNode[],
  parentId: string | null | undefined,
): MessageNode | undefined {
  if (parentId === null) return undefined
  const parent =
    parentId === undefined ? latestLeaf(nodes) : nodes.find(({ id }) => id === parentId)
  if (parent === undefined && parentId !== undefined) throw noMessage()
  return parent
}

/** The model of the last answer on the way to a message. */
function lastModel(path: readonly MessageRow[]): string | undefined {
  return path.findLast(({ model }) => model !== null)?.model ?? undefined
}

function noMessage(): AppError {
  return new AppError('not_found', 'There is no such message in this conversation')
}
