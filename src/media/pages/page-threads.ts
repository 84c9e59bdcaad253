import { abortable } from '../../platform/abortable.ts'
import { deadline } from '../../platform/deadline.ts'
import { AppError } from '../../platform/errors.ts'
import { WorkerThread } from '../../platform/worker-thread.ts'
import {
  PAGE_READ_MS,
  type PageContent,
  type PageReader,
  type PageSource,
} from '../contract-pages.ts'
import type { PageAnswer } from './page-worker.ts'

/** Pages that are read at a time; further ones wait. */
const THREADS = 2
/** How long a thread waits for the next page before its memory is given back. */
const IDLE_MS = 60_000

type Thread = WorkerThread<PageSource, PageAnswer>

/** Reads pages in worker threads, each of which is ended with a page that takes too long. */
export class PageThreads implements PageReader, Disposable {
  readonly #idle: Thread[] = []
  readonly #waiting: (() => void)[] = []
  #busy = 0
  #timer: Timer | undefined

  async read(source: PageSource, signal: AbortSignal): Promise<PageContent> {
    await this.#enter(signal)
    const thread: Thread =
      this.#idle.pop() ?? new WorkerThread(new URL('./page-worker.ts', import.meta.url))
    let isWell = false
    try {
      const answer = await deadline(abortable(thread.ask(source), signal), PAGE_READ_MS, {
        onTimeout: () => refuse('it takes too long to read'),
      })
      isWell = true
      return 'content' in answer ? answer.content : refuse('it is not a page that can be read')
    } finally {
      if (isWell) this.#keep(thread)
      else thread.end()
      this.#leave()
    }
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#timer)
    for (const thread of this.#idle.splice(0)) thread.end()
  }

  async #enter(signal: AbortSignal): Promise<void> {
    if (this.#busy < THREADS) {
      this.#busy += 1
      return
    }
    const turn = Promise.withResolvers<void>()
    this.#waiting.push(turn.resolve)
    try {
      await abortable(turn.promise, signal)
    } catch (error) {
      const place = this.#waiting.indexOf(turn.resolve)
      if (place === -1) this.#leave()
      else this.#waiting.splice(place, 1)
      throw error
    }
  }

  /** Hands the place to who waits the longest. */
  #leave(): void {
    const next = this.#waiting.shift()
    if (next === undefined) this.#busy -= 1
    else next()
  }

  #keep(thread: Thread): void {
    this.#idle.push(thread)
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this[Symbol.dispose](), IDLE_MS)
    this.#timer.unref()
  }
}

function refuse(reason: string): never {
  throw new AppError('invalid', `The page cannot be read: ${reason}`)
}
