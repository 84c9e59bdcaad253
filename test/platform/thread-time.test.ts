import { expect, test } from 'bun:test'
import { currentThread, threadCpuMs, threadDeadline } from '../../src/platform/thread-time.ts'

/** Says its thread, then computes until it is ended, or waits. */
const WORKER = `
  import { currentThread } from ${JSON.stringify(import.meta.resolve('../../src/platform/thread-time.ts'))}
  self.onmessage = ({ data }) => {
    if (data === 'compute') for (;;) {}
  }
  postMessage(currentThread())`
const NEVER = Promise.withResolvers<string>().promise
/** Far longer than any of these takes. */
const LONG_MS = 60_000
const onTimeout = () => 'late' as const

// Elsewhere threads have no numbers.
const testThread = test.skipIf(currentThread() === undefined)

testThread('a thread that computes has its processor time and no more', async () => {
  using worker = await startWorker()
  const before = threadCpuMs(worker.thread) ?? 0
  const started = performance.now()
  worker.compute()
  const limit = { cpuMs: 100, wallMs: LONG_MS, onTimeout }
  expect(await threadDeadline(NEVER, () => threadCpuMs(worker.thread), limit)).toBe('late')
  expect(threadCpuMs(worker.thread)).toBeGreaterThanOrEqual(before + 100)
  expect(performance.now() - started).toBeLessThan(LONG_MS)
})

testThread('a thread that is given no processor has the time of the clock', async () => {
  using worker = await startWorker()
  const started = performance.now()
  const limit = { cpuMs: 50, wallMs: 200, onTimeout }
  expect(await threadDeadline(NEVER, () => threadCpuMs(worker.thread), limit)).toBe('late')
  // Timers may be early by less than a millisecond.
  expect(performance.now() - started).toBeGreaterThan(198)
})

test('where no processor time is counted, the clock is', async () => {
  const started = performance.now()
  const limit = { cpuMs: 20, wallMs: LONG_MS, onTimeout }
  expect(await threadDeadline(NEVER, () => undefined, limit)).toBe('late')
  expect(performance.now() - started).toBeLessThan(LONG_MS)
})

test('what comes in time is returned or thrown', async () => {
  const limit = { cpuMs: LONG_MS, wallMs: LONG_MS, onTimeout }
  const none = () => 0
  expect(await threadDeadline(Promise.resolve('value'), none, limit)).toBe('value')
  const broken = Promise.reject(new Error('broken'))
  await expect(threadDeadline(broken, none, limit)).rejects.toThrow('broken')
})

async function startWorker() {
  const url = URL.createObjectURL(new Blob([WORKER], { type: 'text/javascript' }))
  const worker = new Worker(url)
  const thread = await new Promise<number>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<number>) => resolve(data)
    worker.onerror = ({ message }) => reject(new Error(message))
  })
  return {
    thread,
    compute: () => worker.postMessage('compute'),
    [Symbol.dispose]: () => {
      worker.terminate()
      URL.revokeObjectURL(url)
    },
  }
}
