import { expect, jest, test } from 'bun:test'
import { RetriedWrites, WRITE_RETRY_MS } from '../../../src/core/tasks/retried-writes.ts'
import { createLog } from '../../../src/platform/log.ts'

/** Writes over a disk that is full as long as the test says so. */
function fullDisk() {
  const made: string[] = []
  const late: string[] = []
  const disk = { isFull: true, tries: 0, writing: Promise.resolve() }
  const writes = new RetriedWrites(createLog('silent'), (id) => late.push(id), WRITE_RETRY_MS)
  const write = (id: string, what: string) =>
    writes.write(id, async () => {
      disk.tries += 1
      await disk.writing
      if (disk.isFull) throw new Error('full')
      made.push(what)
    })
  return { disk, made, late, writes, write }
}

async function settled(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve()
}

test('RetriedWrites makes a failed write later, the newest of an id alone, and tells of it', async () => {
  jest.useFakeTimers()
  try {
    const { disk, made, late, writes, write } = fullDisk()
    expect([await write('a', 'start of a'), await write('b', 'start of b')]).toEqual([false, false])
    await write('a', 'end of a')
    jest.advanceTimersByTime(WRITE_RETRY_MS)
    await settled()
    expect([made, writes.has('a'), writes.has('b')]).toEqual([[], true, true])
    disk.isFull = false
    jest.advanceTimersByTime(WRITE_RETRY_MS)
    await settled()
    expect(made.toSorted()).toEqual(['end of a', 'start of b'])
    expect([late.toSorted(), writes.has('a'), jest.getTimerCount()]).toEqual([['a', 'b'], false, 0])
  } finally {
    jest.useRealTimers()
  }
})

test('RetriedWrites does not make a write whose place was taken while another one was made', async () => {
  jest.useFakeTimers()
  try {
    const { disk, made, write } = fullDisk()
    await write('a', 'end of a')
    await write('b', 'start of b')
    disk.isFull = false
    const { promise, resolve } = Promise.withResolvers<void>()
    disk.writing = promise
    jest.advanceTimersByTime(WRITE_RETRY_MS)
    // The round is at its first write.
    disk.writing = Promise.resolve()
    await write('b', 'end of b')
    resolve()
    await settled()
    expect(made.toSorted()).toEqual(['end of a', 'end of b'])
  } finally {
    jest.useRealTimers()
  }
})

test('RetriedWrites tries once more at its stop, never twice at a time, and leaves no timer', async () => {
  jest.useFakeTimers()
  try {
    const { disk, made, writes, write } = fullDisk()
    await write('a', 'end of a')
    disk.isFull = false
    const { promise, resolve } = Promise.withResolvers<void>()
    disk.writing = promise
    jest.advanceTimersByTime(WRITE_RETRY_MS)
    const stopped = writes.stop()
    resolve()
    await stopped
    // A second charge would be made here.
    expect([made, disk.tries]).toEqual([['end of a'], 2])
    disk.isFull = true
    await write('b', 'end of b')
    expect(jest.getTimerCount()).toBe(0)
  } finally {
    jest.useRealTimers()
  }
})
