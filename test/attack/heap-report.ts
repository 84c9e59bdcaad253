// Loaded into the service before its own code: at SIGUSR2 it writes what is on its heap to a file.
import { heapStats } from 'bun:jsc'
import { renameSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { HEAP_FILE } from './heap-growth.ts'

process.on('SIGUSR2', () => {
  Bun.gc(true)
  const { heapSize, objectTypeCounts } = heapStats()
  const { rss, external } = process.memoryUsage()
  const path = join(tmpdir(), HEAP_FILE)
  writeFileSync(`${path}.new`, JSON.stringify({ heapSize, rss, external, objectTypeCounts }))
  renameSync(`${path}.new`, path)
})
