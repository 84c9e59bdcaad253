import { AppError } from '../../platform/errors.ts'
import { WorkerPool } from '../../platform/worker-pool.ts'
import { type AnswerRequest, type ReadAnswer, readAnswer } from './yt-dlp-answer.ts'

/** Read at once: it takes a few milliseconds, less than a thread takes to start. */
const MAX_SHORT_BYTES = 512 * 1024
/** Long answers that are read at a time. */
const THREADS = 1
/** How long the thread waits for the next one before its memory is given back. */
const IDLE_MS = 10_000
const READ_MS = 20_000

/** Reads answers of yt-dlp, long ones in a thread of their own. */
export class AnswerReader implements Disposable {
  readonly #pool = new WorkerPool<AnswerRequest, ReadAnswer>({
    worker: new URL('./yt-dlp-worker.ts', import.meta.url),
    ...{ threads: THREADS, idleMs: IDLE_MS },
  })

  async read(request: AnswerRequest, signal: AbortSignal): Promise<ReadAnswer> {
    if (request.bytes.byteLength <= MAX_SHORT_BYTES) return readAnswer(request)
    return this.#pool.ask(request, signal, {
      ms: READ_MS,
      onTimeout: () => {
        throw new AppError('download_failed', 'Cannot read this video: the site says too much')
      },
    })
  }

  [Symbol.dispose](): void {
    this.#pool[Symbol.dispose]()
  }
}
