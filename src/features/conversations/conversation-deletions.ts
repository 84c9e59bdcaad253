import type { Transactor } from '../../db/open.ts'
import { deadline } from '../../platform/deadline.ts'
import { AppError, failureFields } from '../../platform/errors.ts'
import type { Log } from '../../platform/log.ts'
import { SliceSize } from '../../platform/subprocess.ts'
import type { AttachmentContents } from './attachment-contents.ts'
import type { ConversationStore } from './conversation-store.ts'
import type { MessageStore } from './message-store.ts'

/** What a deletion erases in its own transaction. */
const FIRST_MESSAGES = 2
/** How long its answer waits for the rest, which goes on behind it: most conversations take less. */
const ANSWER_MS = 2_000
/** Messages that one transaction erases, as many as take some milliseconds. */
const SLICE_MESSAGES = { min: 1, max: 200 }
/** That cannot be erased before a sweep gives up, as where the index is damaged. */
const MAX_FAILED = 100
/** Between two of them at least, so that other writes and requests come first. */
const MIN_PAUSE_MS = 4

interface ConversationDeletionsOptions {
  store: ConversationStore
  messages: MessageStore
  contents: AttachmentContents
  db: Transactor
  log: Log
}

/**
 * Deletes conversations: each is gone at once, and what it had is erased in slices, because to take the
 * words of a message out of the index takes some 15 ms, and of 10,000 messages minutes. What is to be erased stands in the rows, so that
 * a crash loses nothing.
 */
export class ConversationDeletions {
  readonly #options: ConversationDeletionsOptions
  readonly #stopping = new AbortController()
  #work: Promise<void> | undefined
  /** By the conversation. */
  readonly #erasing = new Map<string, Promise<void>>()

  constructor(options: ConversationDeletionsOptions) {
    this.#options = options
  }

  /**
   * Deletes one. Called in a transaction.
   *
   * @returns Whether nothing is left of it; otherwise call {@link erase} behind the transaction
   */
  delete(id: string): boolean {
    this.#options.store.markDeleted(id)
    return this.#erase(id, FIRST_MESSAGES) === 'all'
  }

  /** Erases what is deleted, in the background. */
  start(): void {
    if (this.#stopping.signal.aborted) return
    this.#work ??= this.#eraseAll()
      .catch((err) =>
        this.#options.log.error(failureFields(err), 'Cannot erase deleted conversations'),
      )
      .finally(() => {
        this.#work = undefined
      })
  }

  /** Called every minute: goes on after a failure. */
  sweep(): void {
    this.start()
  }

  /** Resolves when nothing is left to be erased. */
  async idle(): Promise<void> {
    await this.#work
  }

  /** Erases what is left of one. Resolves when it is erased, or after {@link ANSWER_MS}. */
  async erase(id: string): Promise<void> {
    const work = this.#eraseOne(id).catch((err) =>
      this.#options.log.error(failureFields(err), 'Cannot erase a deleted conversation'),
    )
    await deadline(work, ANSWER_MS, { onTimeout: () => undefined })
  }

  /**
   * Erases what is left of one whose id is wanted again.
   *
   * @throws {AppError} `conflict` where the stop of the service comes first
   */
  async finish(id: string): Promise<void> {
    const { store } = this.#options
    await (store.isDeleted(id) ? this.#eraseOne(id) : this.#erasing.get(id))
    if (store.isDeleted(id)) throw stillDeleting()
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.idle()
    await Promise.allSettled(this.#erasing.values())
  }

  /** One that cannot be erased holds up no other; the next sweep tries it again. */
  async #eraseAll(): Promise<void> {
    const { store, log } = this.#options
    const failed: string[] = []
    while (!this.#stopping.signal.aborted && failed.length < MAX_FAILED) {
      const id = store.nextDeleted(failed)
      if (id === undefined) return
      await this.#eraseOne(id).catch((err) => {
        failed.push(id)
        log.error(failureFields(err), 'Cannot erase a deleted conversation')
      })
    }
  }

  async #eraseOne(id: string): Promise<void> {
    const work = this.#erasing.get(id) ?? this.#eraseInSlices(id)
    this.#erasing.set(id, work)
    try {
      await work
    } finally {
      this.#erasing.delete(id)
    }
  }

  async #eraseInSlices(id: string): Promise<void> {
    const { db, contents } = this.#options
    const size = new SliceSize(SLICE_MESSAGES)
    while (!this.#stopping.signal.aborted) {
      const { rows } = size
      const started = performance.now()
      const erased = db.transaction(() => this.#erase(id, rows))
      if (erased === 'all') return await contents.removeConversations([id])
      const tookMs = performance.now() - started
      size.measured(tookMs, erased === rows)
      await Bun.sleep(Math.max(MIN_PAUSE_MS, tookMs))
    }
  }

  #erase(id: string, limit: number): number | 'all' {
    const { store, messages } = this.#options
    const erased = messages.erase(id, limit)
    if (messages.latest(id, undefined, 1).length > 0) return erased
    store.delete(id)
    return 'all'
  }
}

/** For one whose id is wanted again. */
export function stillDeleting(): AppError {
  return new AppError('conflict', 'This conversation is still being deleted: try again soon', {
    retryAfterSeconds: 5,
  })
}
