import type { Caller } from '../../core/caller.ts'
import type { Queue } from '../../core/tasks/queue.ts'
import type { Runs } from '../../core/tasks/runs.ts'
import { CoalescedTask } from '../../platform/coalesced-task.ts'
import { failureFields } from '../../platform/errors.ts'
import type { Log } from '../../platform/log.ts'
import type { ConversationFeeds } from './conversation-feed.ts'
import type { ConversationStore } from './conversation-store.ts'
import { conversationRecord } from './message-record.ts'
import type { MessageStore } from './message-store.ts'
import type { TitleTask } from './title-task.ts'

/** Conversations that wait for a title; of more, the oldest keep their first words. */
const MAX_WAITING = 200

interface ConversationTitlesOptions {
  task: TitleTask
  runs: Runs
  queue: Pick<Queue, 'isIdle'>
  store: ConversationStore
  messages: MessageStore
  feeds: ConversationFeeds
  log: Log
}

interface TitleRequest {
  caller: Caller
  questionId: string
  replyId: string
}

/**
 * Gives new conversations a title by the model that has answered, while the machine has nothing else to
 * do. Until then, after a restart and where that fails, it is the beginning of the first message.
 */
export class ConversationTitles {
  readonly #options: ConversationTitlesOptions
  readonly #requests = new Map<string, TitleRequest>()
  readonly #stopping = new AbortController()
  readonly #round = new CoalescedTask(() => this.#findAll())

  constructor(options: ConversationTitlesOptions) {
    this.#options = options
  }

  /** Called with the first message of a conversation. */
  request(conversationId: string, request: TitleRequest): void {
    this.#requests.set(conversationId, request)
    for (const oldest of this.#requests.keys()) {
      if (this.#requests.size <= MAX_WAITING) break
      this.#requests.delete(oldest)
    }
  }

  /** Called every minute. */
  sweep(): void {
    if (this.#stopping.signal.aborted || this.#requests.size === 0) return
    this.#round.ask()
  }

  /** Resolves when it has nothing to do, or cannot go on for now. */
  idle(): Promise<void> {
    return this.#round.done()
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.idle()
  }

  async #findAll(): Promise<void> {
    const { signal } = this.#stopping
    for (const [id, request] of [...this.#requests]) {
      if (signal.aborted || !this.#options.queue.isIdle()) return
      const { messages, log } = this.#options
      const reply = messages.byId(request.replyId)
      if (reply?.finishedAt === null) continue
      this.#requests.delete(id)
      const question = messages.byId(request.questionId)
      const model = reply?.answeredBy
      if (question === undefined || reply?.status !== 'complete' || !model) continue
      const texts = { question: question.content, answer: reply.content }
      await this.#find(id, request.caller, { model, ...texts }).catch((err) =>
        log.debug(failureFields(err), 'A conversation keeps its first words as its title'),
      )
    }
  }

  async #find(
    id: string,
    caller: Caller,
    input: { model: string; question: string; answer: string },
  ): Promise<void> {
    const { task, runs, store, feeds } = this.#options
    const before = store.byId(id)
    if (before === undefined || before.isTitled) return
    const { signal } = this.#stopping
    const { title } = await runs.result(task, caller, input, { signal })
    const row = store.byId(id)
    // Named or deleted meanwhile.
    if (title === '' || row === undefined || row.isTitled || row.title !== before.title) return
    store.update(id, { title })
    feeds.publish(id, {
      type: 'conversation',
      conversation: conversationRecord({ ...row, title }),
    })
  }
}
