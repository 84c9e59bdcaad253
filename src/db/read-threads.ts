import { answerRequests } from '../platform/answer-requests.ts'
import { ThreadPool } from '../platform/thread-pool.ts'
import { type Db, openForReading } from './open.ts'
import { isBusy } from './process-lock.ts'

/** One that reads a page after another does not keep the others waiting. */
const THREADS = 2
const IDLE_MS = 10_000

interface Request<read> {
  path: string
  read: read
}

/** `isAlone` where the service has its file to itself, as after a start on a full disk. */
type Response<answer> = { answer: answer } | { isAlone: true }

interface ReadThreadsOptions<read, answer> {
  db: Db
  /** A module that calls {@link answerReads} with the same function. */
  worker: URL
  answer: (db: Db, read: read) => answer
  threads?: number
  /** How long a thread without work is kept. */
  idleMs?: number
}

/**
 * Makes long reads in threads with connections of their own, beside the writes of the service. A
 * database in memory has one connection, which makes them itself.
 */
export class ReadThreads<read, answer> implements Disposable {
  readonly #options: ReadThreadsOptions<read, answer>
  readonly #ending = new AbortController()
  readonly #pool: ThreadPool<Request<read>, Response<answer>>
  #isAlone: boolean

  constructor(options: ReadThreadsOptions<read, answer>) {
    const { db, worker, threads = THREADS, idleMs = IDLE_MS } = options
    this.#options = options
    this.#pool = new ThreadPool({ worker, threads, idleMs })
    this.#isAlone = db.sqlite.filename === ':memory:'
  }

  /** @param read Is cloned, as is the answer */
  async ask(read: read): Promise<answer> {
    const { db, answer } = this.#options
    if (!this.#isAlone) {
      const path = db.sqlite.filename
      const response = await this.#pool.ask({ path, read }, this.#ending.signal)
      if (!('isAlone' in response)) return response.answer
      this.#isAlone = true
    }
    return answer(db, read)
  }

  /** Ends what is being read. */
  [Symbol.dispose](): void {
    this.#ending.abort(new Error('The service is stopping'))
    this.#pool[Symbol.dispose]()
  }
}

/**
 * What the worker of {@link ReadThreads} runs. It opens the database for each read, so that none is open
 * at the stop of the service, which then leaves a single file.
 *
 * @param answer Ends its statements, as one that is open keeps the file open
 */
export function answerReads<read, answer>(
  worker: Worker,
  answer: (db: Db, read: read) => answer,
): void {
  answerRequests(worker, ({ path, read }: Request<read>): Response<answer> => {
    try {
      using db = openForReading(path)
      return { answer: answer(db, read) }
    } catch (error) {
      if (isBusy(error)) return { isAlone: true }
      throw error
    }
  })
}
