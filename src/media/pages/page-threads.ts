import { AppError } from '../../platform/errors.ts'
import { ThreadPool } from '../../platform/thread-pool.ts'
import {
  PAGE_READ_MS,
  type PageContent,
  type PageReader,
  type PageSource,
} from '../contract-web.ts'
import type { PageAnswer } from './page.thread.ts'

/** Pages that are read at a time; further ones wait. */
const THREADS = 2
/** How long a thread waits for the next page before its memory is given back. */
const IDLE_MS = 60_000

/** Reads pages in worker threads, each of which is ended with a page that takes too long. */
export class PageThreads implements PageReader, Disposable {
  readonly #readMs: number
  readonly #pool = new ThreadPool<PageSource, PageAnswer>({
    worker: new URL('./page.thread.ts', import.meta.url),
    threads: THREADS,
    idleMs: IDLE_MS,
  })

  /** @param options `readMs` is the processor time that a page may take */
  constructor({ readMs = PAGE_READ_MS }: { readMs?: number } = {}) {
    this.#readMs = readMs
  }

  async read(source: PageSource, signal: AbortSignal): Promise<PageContent> {
    const answer = await this.#pool.ask(source, signal, {
      cpuMs: this.#readMs,
      onTimeout: () => refuse('it takes too long to read'),
    })
    return 'content' in answer ? answer.content : refuse('it is not a page that can be read')
  }

  [Symbol.dispose](): void {
    this.#pool[Symbol.dispose]()
  }
}

function refuse(reason: string): never {
  throw new AppError('invalid', `The page cannot be read: ${reason}`)
}
