import type { Caller } from '../../core/caller.ts'
import type { Models } from '../../core/engines/models.ts'
import { reasoningOf } from '../../core/engines/text-event.ts'
import { type SplitText, ThoughtSplitter } from '../../core/engines/thought-splitter.ts'
import type { Queue } from '../../core/tasks/queue.ts'
import {
  type AdmittedRequest,
  type DurableRun,
  failureOf,
  type RunRecord,
  type Runs,
} from '../../core/tasks/runs.ts'
import type { StepEvent } from '../../core/tools/step.ts'
import type { Transactor } from '../../db/open.ts'
import type { WriteBatch } from '../../db/write-batch.ts'
import { AppError, expectedError } from '../../platform/errors.ts'
import { randomId } from '../../platform/ids.ts'
import type { Log } from '../../platform/log.ts'
import { redact } from '../../platform/redact.ts'
import { firstBytes } from '../../platform/subprocess.ts'
import type { ChatSettings } from '../assistants/chat-settings.ts'
import type { Confirmations } from './confirmations.ts'
import type { ConversationFeeds } from './conversation-feed.ts'
import type { ConversationRow, ConversationStore } from './conversation-store.ts'
import type { AnswerEvent, ConversationTask, WantedTools } from './conversation-task.ts'
import type { ConversationTitles } from './conversation-titles.ts'
import { instructed, planTurn, type TurnMessage } from './conversation-turn.ts'
import type { MessageAttachmentRow, MessageAttachmentStore } from './message-attachment-store.ts'
import { conversationRecord, type MessageRecord, messageRecord, titleOf } from './message-record.ts'
import type { MessageStepRow, MessageStepStore } from './message-step-store.ts'
import type { MessageEnd, MessageRow, MessageStore, NewMessageRow } from './message-store.ts'

/** A crash costs a running reply no more than the text of this time. @limit answer-kept seconds */
export const KEEP_MS = 1_000

/** Thoughts that are kept with an answer; what comes after them is not. @limit thoughts KiB */
export const MAX_THOUGHT_BYTES = 256 * 1024

const CUT_NOTE = 'The answer is cut: the model or this service allows no longer one.'

/** Columns that only a reply has. */
export const NO_REPLY = {
  model: null,
  answeredBy: null,
  errorCode: null,
  errorDetail: null,
  note: null,
  thoughts: null,
  thoughtMs: null,
} as const satisfies Partial<NewMessageRow>

interface ReplyRunsOptions {
  store: ConversationStore
  messages: MessageStore
  attachmentStore: MessageAttachmentStore
  messageSteps: MessageStepStore
  db: Transactor
  batch: WriteBatch
  feeds: ConversationFeeds
  titles: Pick<ConversationTitles, 'request'>
  confirmations: Confirmations
  task: ConversationTask
  models: Models
  settingsOf: (caller: Caller, conversationId: string) => ChatSettings
  runs: Runs
  queue: Queue
  /** How long a reply waits for its lease, in milliseconds. */
  leaseWaitMs: number
  /** Notifies the owner of an answer or a failure; not of one that was stopped. */
  notifyAnswer: (answer: EndedAnswer) => void
  log: Log
  /** UTC milliseconds. */
  now: () => number
}

export interface EndedAnswer {
  owner: string
  conversationId: string
  hasFailed: boolean
  text: string
}

/** A message that is being sent. */
export interface AskedMessage {
  row: NewMessageRow
  attachments: readonly MessageAttachmentRow[]
}

interface ReplyParts {
  conversation: ConversationRow
  model: string
  /** Up to the message that is answered. */
  path: readonly TurnMessage[]
  questionId: string
  /** The message, where it is new. */
  asked?: AskedMessage
  tools?: WantedTools | undefined
  /** Of the reply; by default random. */
  id?: string
  /** Where it was admitted before, to read what is attached. */
  admitted?: AdmittedRequest | undefined
}

/** A reply that waits or is written. */
interface ActiveReply {
  readonly row: MessageRow
  readonly owner: string
  /** Of the events of its conversation, and of its lease. */
  readonly hold: Disposable
  durable: DurableRun | undefined
  content: string
  /** Of the current step. */
  splitter: ThoughtSplitter
  readonly steps: MessageStepRow[]
  /** Whether the last step still comes: it is written again when it is whole. */
  isStepOpen: boolean
  thoughts: string
  /** Of the thoughts, as UTF-8. */
  thoughtBytes: number
  thoughtSince: number | undefined
  /** Known once there is text after the thoughts, or the end. */
  thoughtMs: number | null
  answeredBy: string | null
  note: string | null
  /** Stores the text that has come since the last time. */
  keepTimer: Timer | undefined
  /** Its position and expected wait as they were published last. */
  position: string
  /** Its status as it was published last. */
  shown: MessageRow['status']
  isStopped: boolean
  /** Known before it is written. */
  end: MessageEnd | undefined
  isEndPublished: boolean
}

/** The replies to messages: durable runs whose text goes on whether or not somebody watches. */
export class ReplyRuns {
  readonly #options: ReplyRunsOptions
  readonly #active = new Map<string, ActiveReply>()

  constructor(options: ReplyRunsOptions) {
    this.#options = options
    options.queue.onChange(() => {
      for (const reply of this.#active.values()) this.#publishPosition(reply)
    })
  }

  /** Ends the replies that a crash of the last run has cut off. */
  recover(): void {
    this.#options.messages.interruptAll(this.#options.now())
  }

  /**
   * Writes the reply, and the message where it is new, and starts it. Nothing is waited for.
   *
   * @throws {AppError} `busy`; what the choice of a model throws, such as `too_long`
   */
  start(caller: Caller, parts: ReplyParts): MessageRecord {
    const { task, models, runs, settingsOf, leaseWaitMs, now } = this.#options
    const { conversation, model, path, questionId, asked } = parts
    task.authorize?.(caller)
    const { instructions } = settingsOf(caller, conversation.id)
    const turns = instructed(path, instructions)
    planTurn(turns, (requirements) => void models.select(caller, model, requirements))
    const row: NewMessageRow = {
      ...NO_REPLY,
      id: parts.id ?? randomId('msg_'),
      conversationId: conversation.id,
      parentId: questionId,
      role: 'assistant',
      content: '',
      status: 'waiting',
      createdAt: now(),
      model,
      finishedAt: null,
    }
    using admitted = parts.admitted ?? runs.admit(task, caller, { waitMs: leaseWaitMs })
    this.#insert(conversation, asked, row)
    if (!conversation.isTitled && conversation.title === '' && asked !== undefined)
      this.#options.titles.request(conversation.id, { caller, questionId, replyId: row.id })
    // A run may start at once: nobody hears of it before its messages are known.
    this.#publishStart(conversation.id, asked, row)
    this.#run(caller, { ...row, seq: 0 }, admitted, parts.tools)
    return messageRecord({ ...row, seq: 0 })
  }

  /** A message with the text that has come so far. */
  record(row: MessageRow): MessageRecord {
    const reply = this.#active.get(row.id)
    if (reply === undefined)
      return messageRecord(row, { steps: this.#options.messageSteps.ofMessage(row.id) })
    const { content, thoughtMs, answeredBy, note, end, durable } = reply
    const status = statusOf(reply)
    const thoughts = thoughtsOf(reply)
    const known = {
      ...reply.row,
      status,
      content,
      thoughts,
      thoughtMs,
      answeredBy,
      note,
      ...end,
    }
    return messageRecord(known, { run: durable?.run, steps: [...reply.steps] })
  }

  /** Ends a reply where it is. @returns Resolves when it has ended */
  async stop(messageId: string): Promise<void> {
    const reply = this.#active.get(messageId)
    if (reply === undefined) return
    reply.isStopped = true
    await reply.durable?.cancel()
  }

  /** Ends all replies of a conversation. */
  async stopConversation(conversationId: string): Promise<void> {
    const own = [...this.#active.values()].filter(
      ({ row }) => row.conversationId === conversationId,
    )
    await Promise.all(own.map(({ row }) => this.stop(row.id)))
  }

  #insert(
    { id, title, isTitled }: ConversationRow,
    asked: AskedMessage | undefined,
    reply: NewMessageRow,
  ): void {
    const { db, store, messages, attachmentStore } = this.#options
    db.transaction(() => {
      // It may have been deleted meanwhile.
      if (store.byId(id) === undefined)
        throw new AppError('not_found', 'There is no such conversation')
      if (asked !== undefined) {
        const names = asked.attachments.map(({ name }) => name)
        messages.insert(asked.row, names)
        attachmentStore.insert(asked.attachments)
      }
      messages.insert(reply)
      const isNamed = isTitled || title !== '' || asked === undefined
      store.update(id, {
        updatedAt: reply.createdAt,
        ...(isNamed
          ? {}
          : { title: titleOf(asked.row.content || (asked.attachments[0]?.name ?? '')) }),
      })
    })
  }

  #run(
    caller: Caller,
    row: MessageRow,
    admitted: AdmittedRequest,
    tools: WantedTools | undefined,
  ): void {
    const { task, runs, feeds, confirmations, leaseWaitMs } = this.#options
    const lease = admitted.handOver()
    const hold = new DisposableStack()
    hold.use(feeds.hold(row.conversationId))
    hold.use(confirmations.start(row.id, lease))
    const reply: ActiveReply = {
      row,
      owner: caller.owner,
      hold,
      durable: undefined,
      content: '',
      splitter: new ThoughtSplitter(),
      steps: [],
      isStepOpen: false,
      thoughts: '',
      thoughtBytes: 0,
      thoughtSince: undefined,
      thoughtMs: null,
      answeredBy: null,
      note: null,
      keepTimer: undefined,
      position: '',
      shown: row.status,
      isStopped: false,
      end: undefined,
      isEndPublished: false,
    }
    this.#active.set(row.id, reply)
    const { id, conversationId, parentId, model } = row
    reply.durable = runs.startDurable({
      definition: task,
      caller,
      input: {
        conversationId,
        messageId: parentId ?? '',
        replyId: id,
        model: model ?? '',
        ...(tools === undefined ? {} : { tools }),
      },
      id,
      lease,
      leaseWaitMs,
      record: this.#recordOf(reply),
    })
    this.#publishPosition(reply)
  }

  #publishStart(id: string, asked: AskedMessage | undefined, reply: NewMessageRow): void {
    const { feeds, store } = this.#options
    if (asked !== undefined) feeds.publish(id, { type: 'message', message: askedRecord(asked) })
    feeds.publish(id, { type: 'message', message: messageRecord({ ...reply, seq: 0 }) })
    const row = store.byId(id)
    if (row !== undefined)
      feeds.publish(id, { type: 'conversation', conversation: conversationRecord(row) })
  }

  #recordOf(reply: ActiveReply): RunRecord<AnswerEvent> {
    const { messages } = this.#options
    return {
      started: () => this.#started(reply),
      received: (events) => this.#append(reply, events),
      changed: () => this.#changed(reply),
      end: (end) => {
        clearTimeout(reply.keepTimer)
        const written = this.#end(reply, end.status === 'succeeded' ? undefined : failureOf(end))
        reply.end = written
        return () => messages.ended(reply.row.id, written)
      },
    }
  }

  async #started(reply: ActiveReply): Promise<void> {
    const { row } = reply
    const { batch, messages, feeds } = this.#options
    if (row.status !== 'running') {
      row.status = 'running'
      reply.shown = 'running'
      feeds.publish(row.conversationId, { type: 'message', message: this.record(row) })
    }
    await batch.add(() => messages.started(row.id))
  }

  #append(reply: ActiveReply, events: readonly AnswerEvent[]): void {
    let from = 0
    for (const [index, event] of events.entries()) {
      if (event.type !== 'step' && event.type !== 'confirm') continue
      this.#appendText(reply, events.slice(from, index))
      this.#addStep(reply, event)
      from = index + 1
    }
    this.#appendText(reply, events.slice(from))
  }

  /** A step is written with the text before it, so that both are there after a crash. */
  #addStep(reply: ActiveReply, { type, calls }: StepEvent): void {
    const { batch, feeds, log, messages, messageSteps } = this.#options
    const { id: messageId, conversationId } = reply.row
    this.#appendText(reply, [{ type: 'finish', reason: 'tool_calls' }])
    reply.splitter = new ThoughtSplitter()
    const { content, steps, thoughtMs } = reply
    const thoughts = thoughtsOf(reply)
    const position = reply.isStepOpen ? steps.length - 1 : steps.length
    const step = { messageId, position, atOffset: content.length, step: { calls } }
    steps[position] = step
    reply.isStepOpen = type === 'confirm'
    feeds.publish(conversationId, { type, messageId, step })
    const write = () => {
      messages.grown(messageId, content, thoughts, thoughtMs)
      messageSteps.put(step)
    }
    batch.add(write).catch((err) => log.error({ err, message: messageId }, 'A step was not stored'))
  }

  #appendText(reply: ActiveReply, events: readonly AnswerEvent[]): void {
    const { feeds } = this.#options
    const { id: messageId, conversationId } = reply.row
    let [text, thoughts] = ['', '']
    let isThinking = false
    const take = (part: SplitText) => {
      text += part.text
      thoughts += part.thoughts
    }
    for (const event of events) {
      if (event.type === 'text') take(reply.splitter.add(event.text))
      else if (event.type === 'engine') reply.answeredBy = `${event.engine}/${event.model}`
      else if (event.type === 'note') reply.note = event.note
      else if (event.type === 'finish') {
        take(reply.splitter.end())
        if (event.reason === 'length')
          reply.note = [reply.note, CUT_NOTE].filter((one) => one !== null).join(' ')
      } else if (event.type === 'delta') {
        thoughts += reasoningOf(event.delta)
        isThinking ||= reply.content === '' && text === ''
      }
    }
    if (thoughts !== '' || isThinking) this.#think(reply, thoughts)
    if (text === '') return
    this.#endThoughts(reply)
    const offset = reply.content.length
    // What is said after a step is a paragraph of its own.
    if (offset > 0 && reply.steps.at(-1)?.atOffset === offset) text = `\n\n${text}`
    reply.content += text
    feeds.publish(conversationId, { type: 'text', messageId, offset, text })
    this.#keepLater(reply)
  }

  /** Thoughts beyond the bound are dropped; readers still see that the model thinks. */
  #think(reply: ActiveReply, thoughts: string): void {
    const { feeds, now } = this.#options
    const { id: messageId, conversationId } = reply.row
    const offset = reply.thoughts.length
    const text = firstBytes(thoughts, MAX_THOUGHT_BYTES - reply.thoughtBytes)
    reply.thoughts += text
    reply.thoughtBytes += Buffer.byteLength(text)
    if (thoughts !== '') reply.thoughtSince ??= now()
    feeds.publish(conversationId, { type: 'thinking', messageId, offset, text })
    if (text !== '') this.#keepLater(reply)
  }

  /** The time of the thoughts ends with the first text after them, or with the answer. */
  #endThoughts(reply: ActiveReply): void {
    if (reply.thoughtSince === undefined || reply.thoughtMs !== null) return
    reply.thoughtMs = this.#options.now() - reply.thoughtSince
  }

  #keepLater(reply: ActiveReply): void {
    reply.keepTimer ??= setTimeout(() => this.#keep(reply), KEEP_MS)
  }

  #keep(reply: ActiveReply): void {
    reply.keepTimer = undefined
    const { id } = reply.row
    const { batch, messages } = this.#options
    batch.defer(`answer ${id}`, () =>
      messages.grown(id, reply.content, thoughtsOf(reply), reply.thoughtMs),
    )
  }

  /** Published only once it is written, unless that cannot be: what is shown as whole stays whole. */
  #changed(reply: ActiveReply): void {
    if (reply.end === undefined) {
      this.#publishPosition(reply)
      return
    }
    const { id, conversationId } = reply.row
    const message = this.record(reply.row)
    if (!this.#options.runs.isWriting(id) && this.#active.delete(id)) reply.hold[Symbol.dispose]()
    if (!reply.isEndPublished) {
      this.#options.feeds.publish(conversationId, { type: 'message', message })
      this.#notify(reply)
    }
    reply.isEndPublished = true
  }

  #notify({ row, owner, content: text, end }: ActiveReply): void {
    if (end?.status !== 'complete' && end?.status !== 'failed') return
    const { conversationId } = row
    const hasFailed = end.status === 'failed'
    this.#options.notifyAnswer({ owner, conversationId, hasFailed, text })
  }

  /** Publishes the queue position of a waiting reply, where it has changed. */
  #publishPosition(reply: ActiveReply): void {
    const { row, durable } = reply
    const run = durable?.run
    if (run === undefined || reply.end !== undefined) return
    const { feeds } = this.#options
    const { position, expectedWaitMs } = run
    const { id: messageId, conversationId } = row
    const status = statusOf(reply)
    if (status !== reply.shown) {
      reply.shown = status
      feeds.publish(conversationId, { type: 'message', message: this.record(row) })
    }
    const seconds = expectedWaitMs === undefined ? '' : Math.round(expectedWaitMs / 1000)
    const shown = `${position} ${seconds}`
    if (status !== 'waiting' || position === undefined || shown === reply.position) return
    reply.position = shown
    feeds.publish(conversationId, { type: 'place', messageId, position, expectedWaitMs })
  }

  #end(reply: ActiveReply, error: unknown): MessageEnd {
    // An engine that fails ends its answer without saying so.
    const held = reply.splitter.end()
    reply.content += held.text
    reply.thoughts += held.thoughts
    this.#endThoughts(reply)
    const { content, thoughtMs, answeredBy, note, isStopped, row } = reply
    const own = {
      content,
      thoughts: thoughtsOf(reply),
      thoughtMs,
      answeredBy,
      note,
      finishedAt: this.#options.now(),
    }
    if (error === undefined)
      return { ...own, status: 'complete', errorCode: null, errorDetail: null }
    if (isStopped) return { ...own, status: 'stopped', errorCode: null, errorDetail: null }
    const { code = 'internal', message = 'The answer failed' } = expectedError(error) ?? {}
    if (code === 'internal')
      this.#options.log.error(
        { err: error, message: row.id },
        'An answer failed in an unexpected way',
      )
    const status = code === 'stopping' || code === 'interrupted' ? 'interrupted' : 'failed'
    return { ...own, status, errorCode: code, errorDetail: redact(message) }
  }
}

function thoughtsOf({ thoughts }: ActiveReply): string | null {
  return thoughts.trim() === '' ? null : thoughts
}

/** A reply without a text that waits for the lane of another engine waits again. */
function statusOf({ row, durable, content }: ActiveReply): MessageRow['status'] {
  const isWaiting =
    row.status === 'running' && content === '' && durable?.run?.position !== undefined
  return isWaiting ? 'waiting' : row.status
}

/** The message as its owner sees it. */
export function askedRecord({ row, attachments }: AskedMessage): MessageRecord {
  return messageRecord({ ...row, seq: 0 }, { attachments })
}
