import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type Static, Type } from '@sinclair/typebox'
import { matches } from '../../src/platform/check.ts'
import type { AttackedService } from './attacked-service.ts'

/** In the service's TMPDIR. */
export const HEAP_FILE = 'heap.json'
/** For a service whose heap is to be read. */
export const HEAP_ENV = { BUN_OPTIONS: `--preload=${join(import.meta.dir, 'heap-report.ts')}` }
const WAIT_MS = 60_000
const POLL_MS = 50
const MIB = 1024 ** 2
/** Kinds of objects that are told. */
const TOLD = 12

const Heap = Type.Object({
  /** Bytes, after a collection. */
  heapSize: Type.Number(),
  rss: Type.Number(),
  external: Type.Number(),
  objectTypeCounts: Type.Record(Type.String(), Type.Number()),
})
export type Heap = Static<typeof Heap>

/** Reads the heap of a service that was started with {@link HEAP_ENV}. */
export async function heapOf({ pid, folder }: AttackedService): Promise<Heap | undefined> {
  const file = join(folder, HEAP_FILE)
  rmSync(file, { force: true })
  process.kill(pid, 'SIGUSR2')
  const until = performance.now() + WAIT_MS
  while (!existsSync(file)) {
    if (performance.now() > until) return undefined
    await Bun.sleep(POLL_MS)
  }
  const heap: unknown = JSON.parse(readFileSync(file, 'utf8'))
  return matches(Heap, heap) ? heap : undefined
}

/** What has grown between two of them, in words. */
export function heapGrowth(before: Heap, after: Heap): string {
  const mib = (bytes: number) => `${(bytes / MIB).toFixed(1)} MiB`
  const kinds = Object.entries(after.objectTypeCounts)
    .map(([kind, count]) => ({ kind, more: count - (before.objectTypeCounts[kind] ?? 0) }))
    .filter(({ more }) => more > 0)
    .toSorted((a, b) => b.more - a.more)
    .slice(0, TOLD)
    .map(({ kind, more }) => `${kind} +${more}`)
  const sizes = (['heapSize', 'external', 'rss'] as const).map(
    (name) => `${name} ${mib(before[name])} → ${mib(after[name])}`,
  )
  return `${sizes.join(', ')}; ${kinds.join(', ')}`
}
