import type { Driver } from './driver.ts'

const MAX_MS = 5_000

/** Attacks nothing: what `/health` and the memory are like at rest, to compare the others with. */
export const idle: Driver = {
  name: 'idle',
  async run({ startWatched, deadline }) {
    await using service = await startWatched()
    const { promise, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, MAX_MS)
    deadline.addEventListener('abort', () => resolve(), { once: true })
    await Promise.race([promise, service.exited])
    clearTimeout(timer)
    return await service.report()
  },
}
