// What a worker thread runs; `thread-pool.ts` has the side that asks it.
import { currentThread } from './thread-time.ts'

/** Sent once, when the worker's modules are loaded, with the system's number of its thread. */
interface ThreadReady {
  readyThread: number | undefined
}

export function isThreadReady(message: unknown): message is ThreadReady {
  return typeof message === 'object' && message !== null && 'readyThread' in message
}

/** Answers each message to this worker by one message. */
export function answerRequests<request, response>(
  worker: Worker,
  answer: (request: request) => response,
): void {
  worker.addEventListener('message', ({ data }: MessageEvent<request>) =>
    worker.postMessage(answer(data)),
  )
  worker.postMessage({ readyThread: currentThread() } satisfies ThreadReady)
}
