import type { MessageEnd, MessageRow, MessageStore } from '../../db/message-store.ts'
import type { WriteBatch } from '../../db/write-batch.ts'
import { expectedError } from '../../platform/errors.ts'
import type { Log } from '../../platform/log.ts'
import { redact } from '../../platform/redact.ts'
import type { Caller } from '../caller.ts'
import type { Lease } from '../tasks/lease.ts'
import type { Queue } from '../tasks/queue.ts'
import { RetriedWrites } from '../tasks/retried-writes.ts'
import type { Run } from '../tasks/run.ts'
import type { TaskRunner } from '../tasks/task-runner.ts'
import { failureOf } from '../tasks/with-lease.ts'
import type { ConversationEvent } from './conversation-event.ts'
import type { AnswerEvent, ConversationTask } from './conversation-task.ts'
import { type MessageRecord, messageRecord } from './message-record.ts'

/** A crash costs a running answer no more than the text of this time. See Limits. */
export const KEEP_MS = 1_000

const CUT_NOTE = 'The answer is cut: the model or this service allows no longer one.'

interface AnswersOptions {
  task: ConversationTask
  runner: TaskRunner
  queue: Queue
  store: MessageStore
  batch: WriteBatch
  publish: (conversationId: string, event: ConversationEvent) => void
  /** How long an answer waits for its lease. */
  leaseWaitMs: number
  /** How long a write that could not be made waits for the next try. */
  writeRetryMs: number
  log: Log
  /** UTC milliseconds. */
  now: () => number
}

/** An answer that waits or is written. */
interface ActiveAnswer {
  readonly row: MessageRow
  readonly abort: AbortController
  run: Run<AnswerEvent> | undefined
  content: string
  answeredBy: string | null
  note: string | null
  /** Keeps the text that has come since the last time. */
  keepTimer: Timer | undefined
  place: string
  /** Its status as it was published last. */
  shown: MessageRow['status']
  /** Known before it is written. */
  end: MessageEnd | undefined
  ended: Promise<void>
}

/** Writes the answers of conversations. They go on whether or not somebody watches. */
export class Answers {
  readonly #options: AnswersOptions
  readonly #active = new Map<string, ActiveAnswer>()
  readonly #writes: RetriedWrites

  constructor(options: AnswersOptions) {
    this.#options = options
    const { log, writeRetryMs } = options
    this.#writes = new RetriedWrites(log, (id) => this.#active.delete(id), writeRetryMs)
    options.queue.onChange(() => this.#publishPlaces())
  }

  /** Ends the answers that a crash of the last run has cut off. */
  recover(): void {
    this.#options.store.interruptAll(this.#options.now())
  }

  isActive(conversationId: string): boolean {
    for (const { row } of this.#active.values())
      if (row.conversationId === conversationId) return true
    return false
  }

  /**
   * Starts to answer.
   *
   * @param row The answer, which is in the database
   * @param lease Given back at its end; may still be pending
   */
  start(caller: Caller, row: MessageRow, lease: Lease): void {
    const answer: ActiveAnswer = {
      row,
      abort: new AbortController(),
      run: undefined,
      content: '',
      answeredBy: null,
      note: null,
      keepTimer: undefined,
      place: '',
      shown: row.status,
      end: undefined,
      ended: Promise.resolve(),
    }
    this.#active.set(row.id, answer)
    answer.ended = this.#answer(caller, answer, lease)
  }

  /** A message with the text that has come so far. */
  record(row: MessageRow): MessageRecord {
    const answer = this.#active.get(row.id)
    if (answer === undefined) return messageRecord(row)
    const { content, answeredBy, note, end, run } = answer
    const status = statusOf(answer)
    return messageRecord({ ...answer.row, status, content, answeredBy, note, ...end }, { run })
  }

  /** Ends an answer where it is. @returns Resolves when it has ended */
  async stop(messageId: string): Promise<void> {
    const answer = this.#active.get(messageId)
    answer?.abort.abort()
    answer?.run?.cancel()
    await answer?.ended
  }

  /** Ends all answers of a conversation. */
  async stopConversation(conversationId: string): Promise<void> {
    const own = [...this.#active.values()].filter(
      ({ row }) => row.conversationId === conversationId,
    )
    await Promise.all(own.map(({ row }) => this.stop(row.id)))
  }

  /** Resolves when the ends of all answers are written; the queue must have been stopped. */
  async close(): Promise<void> {
    await Promise.all([...this.#active.values()].map(({ ended }) => ended))
    await this.#writes.stop()
  }

  async #answer(caller: Caller, answer: ActiveAnswer, lease: Lease): Promise<void> {
    const { log } = this.#options
    let end: MessageEnd
    try {
      await this.#write(caller, answer, lease)
      end = this.#end(answer, undefined)
    } catch (error) {
      end = this.#end(answer, error)
      if (end.errorCode === 'internal')
        log.error({ err: error, message: answer.row.id }, 'An answer failed in an unexpected way')
    } finally {
      clearTimeout(answer.keepTimer)
      lease.releaseAfter(answer.run)
    }
    const { id, conversationId } = answer.row
    const { batch, store, publish } = this.#options
    answer.end = end
    // Told only once it is written, unless that cannot be: what is shown as whole stays whole.
    const isWritten = await this.#writes.write(id, () =>
      batch.add(() => store.ended(id, end), true),
    )
    const message = this.record(answer.row)
    if (isWritten) this.#active.delete(id)
    publish(conversationId, { type: 'message', message })
  }

  /** @throws What the answer has failed with */
  async #write(caller: Caller, answer: ActiveAnswer, lease: Lease): Promise<void> {
    const { task, runner, leaseWaitMs } = this.#options
    const { row, abort } = answer
    if (!lease.isGranted) await lease.granted(abort.signal, leaseWaitMs)
    abort.signal.throwIfAborted()
    const { conversationId, parentId, model } = row
    const input = { conversationId, messageId: parentId ?? '', model: model ?? '' }
    const run = await runner.run(task, caller, input, {
      watched: true,
      onStart: () => this.#started(answer),
    })
    answer.run = run
    if (abort.signal.aborted) run.cancel()
    this.#publishPlaces()
    for await (const batch of run.events) this.#append(answer, batch)
    const end = await run.ended
    if (end.status !== 'succeeded') throw failureOf(end)
  }

  #started(answer: ActiveAnswer): void {
    const { row } = answer
    const { batch, store, publish } = this.#options
    row.status = 'running'
    answer.shown = 'running'
    void batch.add(() => store.started(row.id)).catch(() => undefined)
    publish(row.conversationId, { type: 'message', message: this.record(row) })
  }

  #append(answer: ActiveAnswer, events: readonly AnswerEvent[]): void {
    const { publish } = this.#options
    const { id: messageId, conversationId } = answer.row
    const offset = answer.content.length
    let text = ''
    for (const event of events) {
      if (event.type === 'text') text += event.text
      else if (event.type === 'engine') answer.answeredBy = `${event.engine}/${event.model}`
      else if (event.type === 'note') answer.note = event.note
      else if (event.type === 'finish' && event.reason === 'length')
        answer.note = [answer.note, CUT_NOTE].filter((one) => one !== null).join(' ')
      else if (event.type === 'delta' && answer.content === '' && text === '')
        publish(conversationId, { type: 'thinking', messageId })
    }
    if (text === '') return
    answer.content += text
    publish(conversationId, { type: 'text', messageId, offset, text })
    answer.keepTimer ??= setTimeout(() => this.#keep(answer), KEEP_MS)
  }

  #keep(answer: ActiveAnswer): void {
    answer.keepTimer = undefined
    const { id } = answer.row
    const { batch, store } = this.#options
    batch.defer(`answer ${id}`, () => store.grown(id, answer.content))
  }

  /** Publishes the queue positions of waiting answers that have changed. */
  #publishPlaces(): void {
    for (const answer of this.#active.values()) {
      const { row, run } = answer
      if (run === undefined || answer.end !== undefined) continue
      const { position, expectedWaitMs } = run
      const { id: messageId, conversationId } = row
      const status = statusOf(answer)
      if (status !== answer.shown) {
        answer.shown = status
        this.#options.publish(conversationId, { type: 'message', message: this.record(row) })
      }
      const seconds = expectedWaitMs === undefined ? '' : Math.round(expectedWaitMs / 1000)
      const place = `${position} ${seconds}`
      if (status !== 'waiting' || position === undefined || place === answer.place) continue
      answer.place = place
      this.#options.publish(conversationId, { type: 'place', messageId, position, expectedWaitMs })
    }
  }

  #end({ content, answeredBy, note, abort }: ActiveAnswer, error: unknown): MessageEnd {
    const own = { content, answeredBy, note, finishedAt: this.#options.now() }
    if (error === undefined)
      return { ...own, status: 'complete', errorCode: null, errorDetail: null }
    if (abort.signal.aborted)
      return { ...own, status: 'stopped', errorCode: null, errorDetail: null }
    const { code = 'internal', message = 'The answer failed' } = expectedError(error) ?? {}
    const status = code === 'stopping' || code === 'interrupted' ? 'interrupted' : 'failed'
    return { ...own, status, errorCode: code, errorDetail: redact(message) }
  }
}

/** An answer without a text that waits for the lane of another engine waits again. */
function statusOf({ row, run, content }: ActiveAnswer): MessageRow['status'] {
  const isWaiting = row.status === 'running' && content === '' && run?.position !== undefined
  return isWaiting ? 'waiting' : row.status
}
