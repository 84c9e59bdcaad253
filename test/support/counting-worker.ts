// Answers how many questions it has had; `never` is not answered, `compute` has no end.
import { currentThread } from '../../src/platform/thread-time.ts'

declare const self: Worker

let questions = 0

self.addEventListener(
  'message',
  ({ data }: MessageEvent<'count' | 'compute' | 'never' | 'wait'>) => {
    questions += 1
    if (data === 'compute') for (;;);
    // Longer than its time, without a processor.
    if (data === 'wait') Bun.sleepSync(300)
    if (data === 'count' || data === 'wait') self.postMessage(questions)
  },
)
self.postMessage({ readyThread: currentThread() })
