import { expect, test } from 'bun:test'
import { readlinkSync } from 'node:fs'
import { getPriority } from 'node:os'
import { Thread } from '../../src/platform/thread-pool.ts'

const HAS_THREADS = process.platform === 'linux'

test.skipIf(!HAS_THREADS)('a thread lowers its own priority, and that of no other', async () => {
  const before = getPriority()
  const module = `
    import { readlinkSync } from 'node:fs'
    import { getPriority } from 'node:os'
    import { lowerThreadPriority } from ${JSON.stringify(import.meta.resolve('../../src/platform/thread-time.ts'))}
    lowerThreadPriority()
    const thread = Number(readlinkSync('/proc/thread-self').split('/').at(-1))
    self.onmessage = () => self.postMessage(getPriority(thread))`
  const url = new URL(URL.createObjectURL(new Blob([module], { type: 'text/javascript' })))
  const thread = new Thread<string, number>(url)
  try {
    expect(await thread.ask('priority')).toBe(10)
  } finally {
    thread.end()
  }
  expect(readlinkSync('/proc/thread-self')).toEndWith(`/${process.pid}`)
  expect(getPriority()).toBe(before)
})
